#include "backends/cuda/external_timeline.h"

namespace undine::cuda {

ExternalTimeline::ExternalTimeline(FileDescriptor exported) {
    cudaExternalSemaphoreHandleDesc semaphore{};
    semaphore.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    semaphore.handle.fd = exported.get();
    UNDINE_CUDA(cudaImportExternalSemaphore(&semaphore_, &semaphore));
    exported.release();  // CUDA owns it from here on
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
