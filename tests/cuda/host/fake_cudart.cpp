#include "cuda/host/fake_cudart.h"

#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "backends/cuda/launch.h"
#include "cuda/cuda_threads.h"
#include "solver/fluid_params.h"

using Task = std::function<void()>;

// What the runtime's opaque handles point to.
struct CUstream_st {
    std::deque<Task> waiting;
    CUgraph_st* capture = nullptr;
};
struct CUgraph_st {
    std::vector<Task> nodes;
};
struct CUgraphExec_st {
    std::vector<Task> nodes;
};
struct CUevent_st {
    bool recorded = false, reached = false;
    uint64_t time = 0;
    cudaStream_t stream = nullptr;
};
struct CUexternalMemory_st {
    int descriptor;
    size_t bytes;
};
struct CUexternalSemaphore_st {
    int descriptor;
};

namespace undine::testing {
namespace {

struct Runtime {
    FakeCuda counts;
    std::map<std::byte*, size_t> allocations;
    std::map<std::byte*, size_t> mapped;  // external memory; among the allocations, too
    bool blocked = false;                 // the task at the front waits for a semaphore
    int device = -1;
    uint64_t clock = 0;  // tasks executed
    uint32_t capturing = 0;
    cudaError_t last = cudaSuccess, lost = cudaSuccess;
};
Runtime& runtime() {
    static Runtime r;
    return r;
}

cudaError_t result(cudaError_t r) {
    if (runtime().lost != cudaSuccess) r = runtime().lost;
    if (r != cudaSuccess && r != cudaErrorNotReady) runtime().last = r;
    return r;
}

// What may not happen while this thread captures, or before a device is chosen.
cudaError_t outside_capture() {
    if (runtime().device < 0) return result(cudaErrorInvalidDevice);
    return result(runtime().capturing > 0 ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
}

bool is_device_memory(const void* at, size_t bytes) {
    const auto* p = static_cast<const std::byte*>(at);
    for (const auto& [memory, size] : runtime().allocations)
        if (p >= memory && p + bytes <= memory + size) return true;
    return false;
}

bool is_mapped(void* at) { return runtime().mapped.contains(static_cast<std::byte*>(at)); }

bool refused(const char* call) {
    FakeCuda& f = runtime().counts;
    return f.refuses == call && f.refuses_after-- <= 0;
}

// As a driver does, it is taken over as it is, and closed when the import is let go.
bool is_open(int descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0) return true;
    ++runtime().counts.bad_descriptors;
    return false;
}
void let_go(int descriptor) {
    if (close(descriptor) != 0) ++runtime().counts.bad_descriptors;
    --runtime().counts.live_externals;
}

cudaError_t enqueue(cudaStream_t stream, Task task) {
    if (stream->capture) stream->capture->nodes.push_back(std::move(task));
    else stream->waiting.push_back(std::move(task));
    return result(cudaSuccess);
}

cudaError_t enqueue_kernel(cudaStream_t stream, Task task) {
    Runtime& r = runtime();
    if (!stream->capture) {
        ++r.counts.launches;
        if (r.counts.fails_after >= 0 && r.counts.fails_after-- == 0) r.lost = cudaErrorIllegalAddress;
    }
    return enqueue(stream, std::move(task));
}

void execute_all(cudaStream_t stream) {
    for (; !stream->waiting.empty(); stream->waiting.pop_front()) {
        stream->waiting.front()();
        if (std::exchange(runtime().blocked, false)) return;
        ++runtime().clock;
    }
}

cudaError_t run(Pass pass, const cuda::Work& work, cudaStream_t stream) {
    for (size_t f = 0; f < kFieldCount; ++f)
        if (!is_device_memory(work.arrays[f], 4)) return result(cudaErrorIllegalAddress);
    FluidParams params;  // kernels have a copy, made when they are launched
    std::memcpy(static_cast<void*>(&params), work.params, sizeof params);
    enqueue_kernel(stream, [pass, work, params] {
        CudaLaunch launch{{}, &params, work.kernel, work.neighbors, work.particles};
        std::copy_n(work.arrays, kFieldCount, launch.arrays.begin());
        run_cuda_threads(pass, launch, Turns::backward);
    });
    return cudaGetLastError();  // as a launch does: whatever failed last
}

cudaError_t fill(void* words, uint64_t count, uint32_t word, cudaStream_t stream) {
    if (!is_device_memory(words, count * 4)) return result(cudaErrorIllegalAddress);
    return enqueue_kernel(stream, [=] { fill_by_cuda_threads(static_cast<uint32_t*>(words), count, word); });
}

std::span<const cuda::Kernel> all() {
    static const int kernel = 0;
    static const cuda::Kernel kAll[] = {{"pull.0.0", &kernel}};
    return kAll;
}

const cuda::Kernels kFakeKernels{run, fill, all, cuda_layout};

}  // namespace

FakeCuda& fake_cuda() { return runtime().counts; }

void recover_fake_cuda() { runtime().lost = runtime().last = cudaSuccess; }

}  // namespace undine::testing

namespace undine::cuda {

const Kernels& exact_kernels() { return testing::kFakeKernels; }
const Kernels& fast_kernels() { return testing::kFakeKernels; }

cudaError_t scan(void* storage, size_t& bytes, const uint32_t* cell_count, uint32_t* cell_start, uint64_t count,
                 cudaStream_t stream) {
    if (!storage) return bytes = count + 7, cudaSuccess;
    if (bytes < count + 7 || !testing::is_device_memory(storage, bytes)) return testing::result(cudaErrorInvalidValue);
    return testing::enqueue_kernel(stream, [=] {
        uint32_t sum = 0;
        for (uint64_t c = 0; c < count; ++c) {
            cell_start[c] = sum;
            sum += cell_count[c];
        }
    });
}

}  // namespace undine::cuda

using namespace undine::testing;

extern "C" {

cudaError_t cudaSetDevice(int device) { return runtime().device = device, result(cudaSuccess); }
cudaError_t cudaGetLastError() { return std::exchange(runtime().last, runtime().lost); }
const char* cudaGetErrorString(cudaError_t error) {
    return error == cudaErrorIllegalAddress ? "illegal address" : "failed";
}
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorOfTheFake"; }
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* out, const void*) { return *out = {}, result(cudaSuccess); }

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
    *free = fake_cuda().free_bytes;
    *total = size_t{1} << 30;
    return outside_capture();
}

cudaError_t cudaMalloc(void** memory, size_t bytes) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;
    if (bytes > fake_cuda().free_bytes) return result(cudaErrorMemoryAllocation);
    auto* at = static_cast<std::byte*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    std::memset(at, 0x5A, bytes);
    runtime().allocations[at] = bytes;
    fake_cuda().free_bytes -= bytes;
    ++fake_cuda().live_allocations;
    *memory = at;
    return result(cudaSuccess);
}

cudaError_t cudaFree(void* memory) {
    if (!memory) return cudaSuccess;
    const auto found = runtime().allocations.find(static_cast<std::byte*>(memory));
    if (found == runtime().allocations.end()) return result(cudaErrorInvalidValue);
    if (is_mapped(memory)) {
        munmap(memory, found->second);
        runtime().mapped.erase(found->first);
        runtime().allocations.erase(found);
        return result(cudaSuccess);
    }
    fake_cuda().free_bytes += found->second;
    --fake_cuda().live_allocations;
    runtime().allocations.erase(found);
    std::free(memory);
    return result(cudaSuccess);
}

cudaError_t cudaMallocHost(void** memory, size_t bytes) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;
    *memory = std::malloc(bytes);
    return result(cudaSuccess);
}

cudaError_t cudaFreeHost(void* memory) { return std::free(memory), result(cudaSuccess); }

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;  // as with pageable memory
    if (kind != cudaMemcpyDeviceToHost && !is_device_memory(to, bytes)) return result(cudaErrorInvalidValue);
    if (kind != cudaMemcpyHostToDevice && !is_device_memory(from, bytes)) return result(cudaErrorInvalidValue);
    if (kind == cudaMemcpyHostToDevice) {  // pageable memory is the caller's again when the call returns
        const auto* begin = static_cast<const std::byte*>(from);
        return enqueue(stream, [to, data = std::vector<std::byte>(begin, begin + bytes)] {
            std::memcpy(to, data.data(), data.size());
        });
    }
    return enqueue(stream, [=] {
        std::memcpy(to, from, bytes);
        fake_cuda().copies_within += kind == cudaMemcpyDeviceToDevice;
    });
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
    if (!is_device_memory(to, bytes)) return result(cudaErrorInvalidValue);
    return enqueue(stream, [=] { std::memset(to, value, bytes); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    ++fake_cuda().live_streams;
    return *stream = new CUstream_st, outside_capture();
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return delete stream, --fake_cuda().live_streams, result(cudaSuccess);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;
    ++fake_cuda().stream_waits;
    execute_all(stream);
    return result(stream->waiting.empty() ? cudaSuccess : cudaErrorLaunchTimeout);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;
    return result(stream->waiting.empty() ? cudaSuccess : cudaErrorNotReady);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    if (stream->capture) return result(cudaErrorIllegalState);
    stream->capture = new CUgraph_st;
    ++fake_cuda().live_graphs;
    ++fake_cuda().captures;
    ++runtime().capturing;
    return result(cudaSuccess);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    *graph = std::exchange(stream->capture, nullptr);
    --runtime().capturing;
    return result(*graph ? cudaSuccess : cudaErrorIllegalState);
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return delete graph, --fake_cuda().live_graphs, result(cudaSuccess); }

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
    ++fake_cuda().instances;
    ++fake_cuda().live_graphs;
    return *exec = new CUgraphExec_st{graph->nodes}, outside_capture();
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo*) {
    if (fake_cuda().refuses_updates || exec->nodes.size() != graph->nodes.size())
        return result(cudaErrorGraphExecUpdateFailure);
    ++fake_cuda().updates;
    return exec->nodes = graph->nodes, outside_capture();
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    ++fake_cuda().graph_launches;
    for (const Task& node : exec->nodes) enqueue(stream, node);
    return outside_capture();
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return delete exec, --fake_cuda().live_graphs, result(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    ++fake_cuda().live_events;
    return *event = new CUevent_st, outside_capture();
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    delete event;
    --fake_cuda().live_events;
    return result(refused("cudaEventDestroy") ? cudaErrorInvalidResourceHandle : cudaSuccess);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    event->recorded = true;
    event->reached = false;
    event->stream = stream;
    return enqueue(stream, [event] { event->reached = true, event->time = runtime().clock; });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return event->recorded && !event->reached ? cudaErrorNotReady : outside_capture();
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (const cudaError_t r = outside_capture(); r != cudaSuccess) return r;
    ++fake_cuda().event_waits;
    std::deque<Task>& waiting = event->stream->waiting;
    for (; !event->reached && !waiting.empty(); waiting.pop_front()) {  // not what comes behind it
        waiting.front()();
        if (std::exchange(runtime().blocked, false)) return result(cudaErrorLaunchTimeout);
        ++runtime().clock;
    }
    return result(event->reached ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to) {
    if (!from->reached || !to->reached) return result(cudaErrorInvalidResourceHandle);
    return *ms = static_cast<float>(to->time - from->time), result(cudaSuccess);
}

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* memory, const cudaExternalMemoryHandleDesc* d) {
    if (refused("cudaImportExternalMemory")) return result(cudaErrorNotSupported);
    if (d->type != cudaExternalMemoryHandleTypeOpaqueFd || d->size == 0 || !is_open(d->handle.fd))
        return result(cudaErrorInvalidValue);
    ++fake_cuda().live_externals;
    return *memory = new CUexternalMemory_st{d->handle.fd, d->size}, outside_capture();
}
cudaError_t cudaExternalMemoryGetMappedBuffer(void** data, cudaExternalMemory_t memory,
                                              const cudaExternalMemoryBufferDesc* d) {
    if (refused("cudaExternalMemoryGetMappedBuffer")) return result(cudaErrorInvalidValue);
    if (d->offset != 0 || d->size == 0 || d->size > memory->bytes || d->flags != 0)
        return result(cudaErrorInvalidValue);
    void* const at = mmap(nullptr, d->size, PROT_READ | PROT_WRITE, MAP_SHARED, memory->descriptor, 0);
    if (at == MAP_FAILED) return result(cudaErrorMapBufferObjectFailed);
    runtime().mapped[static_cast<std::byte*>(at)] = runtime().allocations[static_cast<std::byte*>(at)] = d->size;
    return *data = at, outside_capture();
}
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory) {
    let_go(memory->descriptor);
    return delete memory, result(cudaSuccess);
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* semaphore, const cudaExternalSemaphoreHandleDesc* d) {
    if (refused("cudaImportExternalSemaphore")) return result(cudaErrorNotSupported);
    if (d->type != cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd || d->flags != 0 || !is_open(d->handle.fd))
        return result(cudaErrorInvalidValue);
    ++fake_cuda().live_externals;
    return *semaphore = new CUexternalSemaphore_st{d->handle.fd}, outside_capture();
}
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore) {
    let_go(semaphore->descriptor);
    return delete semaphore, result(cudaSuccess);
}
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams* p,
                                            unsigned count, cudaStream_t stream) {
    if (refused("cudaWaitExternalSemaphoresAsync")) return result(cudaErrorNotSupported);
    if (count != 1 || p->flags != 0) return result(cudaErrorInvalidValue);
    return enqueue(stream, [value = p->params.fence.value] {
        runtime().blocked = fake_cuda().timeline < value;
        if (!runtime().blocked) fake_cuda().shared.push_back("wait " + std::to_string(value));
    });
}
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t*,
                                              const cudaExternalSemaphoreSignalParams* p, unsigned count,
                                              cudaStream_t stream) {
    if (refused("cudaSignalExternalSemaphoresAsync")) return result(cudaErrorNotSupported);
    if (count != 1 || p->flags != 0) return result(cudaErrorInvalidValue);
    return enqueue(stream, [value = p->params.fence.value] {
        fake_cuda().shared.push_back("signal " + std::to_string(value));
        if (value <= fake_cuda().timeline) fake_cuda().shared.push_back("which does not rise");
        fake_cuda().timeline = value;
    });
}

}  // extern "C"
