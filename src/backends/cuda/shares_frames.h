// What a backend of another API offers to a renderer on the same device: to write what a frame reads into the renderer's
// memory, in turn with its queue. Nothing of CUDA: it is there in every build.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/file_descriptor.h"
#include "solver/pass_table.h"

namespace undine {

// Memory that Vulkan exports, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT.
struct ExportedArray {
    uint64_t bytes = 0;  // from its beginning
    FileDescriptor memory;
    uint64_t memory_bytes = 0;
    bool dedicated = false;  // allocated for this array
};

// All elements of a field, to the beginning of an array.
struct FrameCopy {
    Field field;
    size_t array;
};

// The imported memory; it and the semaphore are let go when this is destroyed, with its work done. The backend outlives it.
class SharedFrames {
  public:
    virtual ~SharedFrames() = default;

    // Behind all that the backend was told so far, on the device: waits for the value `after`, copies, signals `written`.
    // The signal that makes `after` has been submitted. Values rise from call to call. Throws Error.
    virtual void write(std::span<const FrameCopy> copies, uint64_t after, uint64_t written) = 0;
};

class SharesFrames {
  public:
    virtual const std::array<uint8_t, 16>& device_uuid() const = 0;  // that of the same device in Vulkan, too

    // timeline: an exported timeline semaphore. Descriptors are closed or taken over, whatever happens. Throws Error.
    virtual std::unique_ptr<SharedFrames> share(std::vector<ExportedArray> arrays, FileDescriptor timeline) = 0;

  protected:
    ~SharesFrames() = default;
};

}  // namespace undine
