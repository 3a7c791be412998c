// A range of a buffer as a uniform texel buffer: elements of a format, which a shader fetches by their index. To a
// driver it is an image; the few storage buffers that a stage may bind are left to others.
//
//     TexelView table(context, buffer.range(), VK_FORMAT_R32G32B32A32_SFLOAT, "table");
#pragma once
#include <volk.h>

#include <string>

#include "gpu/buffer.h"

namespace undine {

class TexelView {
  public:
    TexelView() = default;
    // The buffer has VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT and outlives the view; the range begins at a multiple of
    // 256 bytes, which every device allows.
    TexelView(const Context& context, const BufferRange& range, VkFormat format, const std::string& name);
    ~TexelView();
    TexelView(TexelView&& other) noexcept { swap(other); }
    TexelView& operator=(TexelView&& other) noexcept {
        TexelView taken(static_cast<TexelView&&>(other));
        swap(taken);
        return *this;
    }

    VkBufferView handle() const { return view_; }

  private:
    void swap(TexelView& other) noexcept;

    const Context* context_ = nullptr;
    VkBufferView view_ = VK_NULL_HANDLE;
};

}  // namespace undine
