// The passes on the host, one OpenMP loop each. Same bits whatever the thread count: passes write only their own
// element, and sums go block by block in a fixed order.
#pragma once
#include <functional>
#include <memory>

#include "solver/backend.h"

namespace undine {

// Called before a pass with a shared body runs, with the arrays that it will find (the list's layout: LIST_SLOT in
// C++). May write what the pass is about to overwrite.
using PassObserver = std::function<void(Pass, Variant, const FluidView<0, 0>&)>;

// threads: 0 for all cores.
std::unique_ptr<Backend> make_cpu_backend(int threads = 0, PassObserver observer = {});

}  // namespace undine
