// Timed memcpy by several threads.
#pragma once
#include "solver/copy_times.h"

namespace undine {

// threads: 0 for all cores. Throws std::bad_alloc.
CopyTimes time_host_copies(int threads);

}  // namespace undine
