// The passes on the host, one OpenMP loop each. Same bits whatever the thread count: passes write only their own
// element, and sums go block by block in a fixed order.
#pragma once
#include <memory>

#include "solver/backend.h"

namespace undine {

// threads: 0 for all cores.
std::unique_ptr<Backend> make_cpu_backend(int threads = 0);

}  // namespace undine
