// A storage buffer in memory of its own that another API on the same device may import: VK_KHR_external_memory_fd.
#pragma once
#include "gpu/buffer.h"
#include "gpu/file_descriptor.h"

namespace undine {

class Context;

class ExportedBuffer {
  public:
    // Where problem_of() is empty. Throws Error(out_of_memory).
    ExportedBuffer(Context& context, uint64_t bytes, const std::string& name);
    ~ExportedBuffer();
    ExportedBuffer(ExportedBuffer&& other) noexcept { swap(other); }
    ExportedBuffer& operator=(ExportedBuffer&&) = delete;

    BufferRange range() const { return {buffer_, 0, bytes_}; }
    uint64_t memory_bytes() const { return memory_bytes_; }  // what an importer has to name: at least the buffer's
    bool dedicated() const { return dedicated_; }            // an importer has to say so

    // The memory, which lives until its last importer has let it go, too.
    FileDescriptor descriptor() const;

    // A sentence why the device cannot export a buffer; empty: it can.
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
