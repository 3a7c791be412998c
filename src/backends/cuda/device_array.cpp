#include "backends/cuda/device_array.h"

namespace undine::cuda {

DeviceArray::DeviceArray(ExportedMemory exported, size_t bytes)
    : DeviceArray() {  // delegates, so that the destructor runs if the body throws
    cudaExternalMemoryHandleDesc memory{};
    memory.type = cudaExternalMemoryHandleTypeOpaqueFd;
    memory.handle.fd = exported.descriptor.get();
    memory.size = exported.bytes;
    memory.flags = exported.dedicated ? cudaExternalMemoryDedicated : 0;
    UNDINE_CUDA(cudaImportExternalMemory(&external_, &memory));
    exported.descriptor.release();  // CUDA owns it from here on
    cudaExternalMemoryBufferDesc buffer{};
    buffer.size = bytes;
    UNDINE_CUDA(cudaExternalMemoryGetMappedBuffer(&memory_, external_, &buffer));
    bytes_ = bytes;
}

}  // namespace undine::cuda
