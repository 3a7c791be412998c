#include "backends/cuda/external.h"

namespace undine::cuda {

ExternalArray::ExternalArray(ExportedArray exported) : bytes_(exported.bytes) {
    cudaExternalMemoryHandleDesc memory{};
    memory.type = cudaExternalMemoryHandleTypeOpaqueFd;
    memory.handle.fd = exported.memory.get();
    memory.size = exported.memory_bytes;
    memory.flags = exported.dedicated ? cudaExternalMemoryDedicated : 0;
    UNDINE_CUDA(cudaImportExternalMemory(&memory_, &memory));
    exported.memory.release();  // CUDA's from here on
    cudaExternalMemoryBufferDesc buffer{};
    buffer.size = exported.bytes;
    const cudaError_t mapped = cudaExternalMemoryGetMappedBuffer(&data_, memory_, &buffer);
    if (mapped == cudaSuccess) return;
    cudaDestroyExternalMemory(memory_);  // the destructor of a half-built object would not run
    fail(mapped, "cudaExternalMemoryGetMappedBuffer");
}

ExternalArray::~ExternalArray() {
    if (!memory_) return;
    cudaFree(data_);
    cudaDestroyExternalMemory(memory_);
}

ExternalTimeline::ExternalTimeline(FileDescriptor exported) {
    cudaExternalSemaphoreHandleDesc semaphore{};
    semaphore.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    semaphore.handle.fd = exported.get();
    UNDINE_CUDA(cudaImportExternalSemaphore(&semaphore_, &semaphore));
    exported.release();  // CUDA's from here on
}

void ExternalTimeline::wait(cudaStream_t stream, uint64_t value) const {
    cudaExternalSemaphoreWaitParams params{};
    params.params.fence.value = value;
    UNDINE_CUDA(cudaWaitExternalSemaphoresAsync(&semaphore_, &params, 1, stream));
}

void ExternalTimeline::signal(cudaStream_t stream, uint64_t value) const {
    cudaExternalSemaphoreSignalParams params{};
    params.params.fence.value = value;
    UNDINE_CUDA(cudaSignalExternalSemaphoresAsync(&semaphore_, &params, 1, stream));
}

}  // namespace undine::cuda
