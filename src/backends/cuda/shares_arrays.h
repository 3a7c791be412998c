// What a backend of another API offers to a Vulkan renderer on the same device: its arrays live in memory exported by
// Vulkan and are drawn in place, in alternation with Vulkan's queue. Independent of CUDA, so present in every build.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "gpu/file_descriptor.h"
#include "solver/pass_table.h"

namespace undine {

// Memory exported by Vulkan as VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.
struct ExportedMemory {
    FileDescriptor descriptor;
    uint64_t bytes = 0;
    bool dedicated = false;  // a dedicated allocation for one buffer
};

// A backend's arrays while another API reads them. The backend outlives it; a backend has at most one at a time.
class SharedArrays {
  public:
    // Waits for the backend's work. The arrays stay where they are.
    virtual ~SharedArrays() = default;

    // Moves the field's array, including its guards, to the start of this memory, where it stays until the backend's
    // next allocate(). Throws Error and leaves the array where it was.
    virtual void move(Field field, ExportedMemory memory) = 0;

    // Enqueues a signal of `written` after everything recorded so far; once it is reached, the arrays may be read.
    // Before writing again, the backend calls `reclaim` and waits on the device for the value returned. Throws Error.
    virtual void release(uint64_t written) = 0;

    // Throws Error if the device has failed and will therefore never signal. Does not wait.
    virtual void check() = 0;
};

class SharesArrays {
  public:
    static constexpr uint64_t kGuardBytes = 256;  // before and after an array's elements

    virtual const std::array<uint8_t, 16>& device_uuid() const = 0;  // the same as in Vulkan

    // timeline: an exported timeline semaphore; the call takes ownership even if it throws. reclaim: submits a signal
    // of it after all reads of the arrays, and returns the value, which is greater than all before. Throws Error.
    virtual std::unique_ptr<SharedArrays> share(FileDescriptor timeline, std::function<uint64_t()> reclaim) = 0;

  protected:
    ~SharesArrays() = default;
};

}  // namespace undine
