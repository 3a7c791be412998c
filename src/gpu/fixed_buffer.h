// A buffer in the device's own memory whose contents never change, so that shaders that read it for every pixel do not
// read across a bus.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gpu/buffer.h"

namespace undine {

class FixedBuffer {
  public:
    FixedBuffer() = default;
    // Copies the contents. Shaders cannot bind a buffer without any, so that it has at least 16 bytes; what they hold
    // where contents are missing is undefined. Throws Error(out_of_memory).
    FixedBuffer(Context& context, std::span<const std::byte> contents, VkBufferUsageFlags usage,
                const std::string& name);
    template <class T>
    FixedBuffer(Context& context, const std::vector<T>& contents, VkBufferUsageFlags usage, const std::string& name)
        : FixedBuffer(context, std::as_bytes(std::span(contents)), usage, name) {}

    // Records, at the first call and outside of a Rendering, the copy and a barrier between it and all later reads.
    void upload(VkCommandBuffer commands);

    VkBuffer handle() const { return buffer_.handle(); }
    uint64_t size() const { return buffer_.size(); }

  private:
    Context* context_ = nullptr;
    Buffer staging_;  // kept, because nothing tells when the copy has been executed
    Buffer buffer_;
    uint64_t bytes_ = 0;  // to copy
};

}  // namespace undine
