// A buffer and its memory.
//
//     Buffer lights(context, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
//                   MemoryKind::device, "lights");
//
// MemoryKind::device buffers are filled and read through Staging; MemoryKind::host buffers are persistently mapped.
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>

#include "gpu/memory.h"

namespace undine {

// A part of a buffer, in bytes.
struct BufferRange {
    VkBuffer buffer = VK_NULL_HANDLE;
    uint64_t offset = 0, bytes = 0;
};

class Buffer {
  public:
    Buffer() = default;
    // Throws Error(out_of_memory).
    Buffer(Context& context, uint64_t bytes, VkBufferUsageFlags usage, MemoryKind kind, const std::string& name);
    ~Buffer();
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        Buffer taken(static_cast<Buffer&&>(other));
        swap(taken);
        return *this;
    }

    VkBuffer handle() const { return buffer_; }
    uint64_t size() const { return size_; }
    BufferRange range() const { return {buffer_, 0, size_}; }
    void* mapped() const { return allocation_.mapped; }  // nullptr for MemoryKind::device
    explicit operator bool() const { return buffer_ != VK_NULL_HANDLE; }

  private:
    void swap(Buffer& other) noexcept;

    Context* context_ = nullptr;
    VkBuffer buffer_ = VK_NULL_HANDLE;
    uint64_t size_ = 0;
    MemoryArena::Allocation allocation_;
};

}  // namespace undine
