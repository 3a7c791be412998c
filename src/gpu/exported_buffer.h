// A storage buffer in its own memory, which another API on the same device may import (VK_KHR_external_memory_fd).
#pragma once
#include "gpu/buffer.h"
#include "gpu/file_descriptor.h"

namespace undine {

class Context;

class ExportedBuffer {
  public:
    // Requires that problem_of() is empty. Throws Error(out_of_memory).
    ExportedBuffer(Context& context, uint64_t bytes, const std::string& name);
    ~ExportedBuffer();
    ExportedBuffer(ExportedBuffer&& other) noexcept { swap(other); }
    ExportedBuffer& operator=(ExportedBuffer&&) = delete;

    BufferRange range() const { return {buffer_, 0, bytes_}; }
    uint64_t memory_bytes() const { return memory_bytes_; }  // the size an importer must give: at least the buffer's
    bool dedicated() const { return dedicated_; }            // an importer must pass this on

    // A descriptor of the memory, which lives until this buffer and every importer have released it.
    FileDescriptor descriptor() const;

    // Why the device cannot export a buffer, as a sentence; empty: it can.
    static std::string problem_of(const Context& context);

  private:
    void swap(ExportedBuffer& other) noexcept;

    Context* context_ = nullptr;
    VkBuffer buffer_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    uint64_t bytes_ = 0, memory_bytes_ = 0;
    bool dedicated_ = false;
};

}  // namespace undine
