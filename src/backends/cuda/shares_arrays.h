// What a backend of another API offers to a renderer on the same device: its arrays live in memory that Vulkan exports
// and are drawn in place, in turn with Vulkan's queue. Nothing of CUDA: it is there in every build.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "gpu/file_descriptor.h"
#include "solver/pass_table.h"

namespace undine {

// Memory that Vulkan exports, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.
struct ExportedMemory {
    FileDescriptor descriptor;
    uint64_t bytes = 0;
    bool dedicated = false;  // allocated for one buffer
};

// A backend's arrays as somebody else reads them. The backend outlives it, and there is one at a time of a backend.
class SharedArrays {
  public:
    // With its work done. The arrays stay where they are.
    virtual ~SharedArrays() = default;

    // The field's array, its guards included, moves to the beginning of this memory and lives there until allocate().
    // Throws Error; then it stays where it was.
    virtual void move(Field field, ExportedMemory memory) = 0;

    // Behind all that the backend was told so far, on the device: signals `written`. From then on everything may be
    // read, and before the backend writes again it calls `reclaim` and waits, on the device, for the value. Throws
    // Error.
    virtual void release(uint64_t written) = 0;

    // Throws Error where the device has failed, and will not signal any more. Does not wait.
    virtual void check() = 0;
};

class SharesArrays {
  public:
    static constexpr uint64_t kGuardBytes = 256;  // before and behind an array's elements

    virtual const std::array<uint8_t, 16>& device_uuid() const = 0;  // that of the same device in Vulkan, too

    // timeline: an exported timeline semaphore; closed or taken over, whatever happens. reclaim: submits its signal
    // behind all that reads, and returns the value, which is above those before. Throws Error.
    virtual std::unique_ptr<SharedArrays> share(FileDescriptor timeline, std::function<uint64_t()> reclaim) = 0;

  protected:
    ~SharesArrays() = default;
};

}  // namespace undine
