// A CUDA runtime in host memory, for the functions that the backend's host side calls: so that it runs without a
// GPU. Strict where a device is: work waits on its stream until somebody waits for it, a capture refuses what would
// wait or allocate, memory and the current device are checked; where a device would wait for a semaphore for ever, it
// is an error. External memory is a file that is mapped, a semaphore's descriptor any file. Kernels are the threads of
// cuda/cuda_threads.h.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace undine::testing {

struct FakeCuda {
    size_t free_bytes = size_t{1} << 30;  // what cudaMalloc has left; set before, counted down
    bool refuses_updates = false;         // cudaGraphExecUpdate fails, as where a graph's shape has changed
    int fails_after = -1;                 // launches until a kernel fails, and the device with it; -1: never
    std::string refuses;                  // this call …
    int refuses_after = 0;                // … after so many that succeed
    uint64_t timeline = 0;                // of the one imported semaphore; the other side may raise it
    std::vector<std::string> shared;      // what it has seen executed: "wait 1", "signal 2"
    uint64_t copies_within = 0;           // executed, from device memory to device memory
    uint64_t live_externals = 0, bad_descriptors = 0;  // the latter: not open when it was imported or let go
    // Counted since the start.
    uint64_t stream_waits = 0, event_waits = 0;
    uint64_t launches = 0, captures = 0, instances = 0, updates = 0, graph_launches = 0, live_allocations = 0,
             live_graphs = 0, live_events = 0, live_streams = 0;
};
FakeCuda& fake_cuda();

// Ends what fails_after began, for what is left to be freed.
void recover_fake_cuda();

}  // namespace undine::testing
