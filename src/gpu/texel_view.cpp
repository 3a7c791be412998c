#include "gpu/texel_view.h"

#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"

namespace undine {

TexelView::TexelView(const Context& context, const BufferRange& range, VkFormat format, const std::string& name)
    : context_(&context) {
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = range.buffer;
    info.format = format;
    info.offset = range.offset;
    info.range = range.bytes;
    UNDINE_VK(context.vk().vkCreateBufferView(context.device(), &info, nullptr, &view_));
    context.set_name(VK_OBJECT_TYPE_BUFFER_VIEW, view_, name);
}

TexelView::~TexelView() {
    if (view_) context_->vk().vkDestroyBufferView(context_->device(), view_, nullptr);
}

void TexelView::swap(TexelView& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(view_, other.view_);
}

}  // namespace undine
