// The counting sort's prefix sum, by CUB. It adds integers, so the order of addition does not matter.
#include <cub/device/device_scan.cuh>

#include "backends/cuda/launch.h"

namespace undine::cuda {

cudaError_t scan(void* storage, size_t& bytes, const uint32_t* cell_count, uint32_t* cell_start, uint64_t count,
                 cudaStream_t stream) {
    return cub::DeviceScan::ExclusiveSum(storage, bytes, cell_count, cell_start, count, stream);
}

}  // namespace undine::cuda
