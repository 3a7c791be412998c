#include "gpu/descriptors.h"

#include <map>
#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "internal_error.h"

namespace undine {

DescriptorLayout::DescriptorLayout(const Context& context, std::span<const Binding> bindings, std::string name)
    : context_(&context), bindings_(bindings.begin(), bindings.end()), name_(std::move(name)) {
    std::vector<VkDescriptorSetLayoutBinding> list;
    for (const Binding& b : bindings) list.push_back({b.index, b.type, 1, b.stages, nullptr});
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<uint32_t>(list.size());
    info.pBindings = list.data();
    UNDINE_VK(context.vk().vkCreateDescriptorSetLayout(context.device(), &info, nullptr, &layout_));
    context.set_name(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, layout_, name_);
}

DescriptorLayout::~DescriptorLayout() {
    if (layout_) context_->vk().vkDestroyDescriptorSetLayout(context_->device(), layout_, nullptr);
}

void DescriptorLayout::swap(DescriptorLayout& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(layout_, other.layout_);
    std::swap(bindings_, other.bindings_);
    std::swap(name_, other.name_);
}

DescriptorSet::DescriptorSet(const Context& context, const DescriptorLayout& layout)
    : context_(&context), bindings_(layout.bindings().begin(), layout.bindings().end()) {
    std::map<VkDescriptorType, uint32_t> counts;
    for (const Binding& b : bindings_) ++counts[b.type];
    std::vector<VkDescriptorPoolSize> sizes;
    for (auto [type, count] : counts) sizes.push_back({type, count});
    VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool.maxSets = 1;
    pool.poolSizeCount = static_cast<uint32_t>(sizes.size());
    pool.pPoolSizes = sizes.data();
    UNDINE_VK(context.vk().vkCreateDescriptorPool(context.device(), &pool, nullptr, &pool_));
    try {
        const VkDescriptorSetLayout handle = layout.handle();
        VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
        info.descriptorPool = pool_;
        info.descriptorSetCount = 1;
        info.pSetLayouts = &handle;
        UNDINE_VK(context.vk().vkAllocateDescriptorSets(context.device(), &info, &set_));
        context.set_name(VK_OBJECT_TYPE_DESCRIPTOR_POOL, pool_, layout.name());
        context.set_name(VK_OBJECT_TYPE_DESCRIPTOR_SET, set_, layout.name());
    } catch (...) {
        DescriptorSet unfinished(std::move(*this));  // the destructor of a half-built object would not run
        throw;
    }
}

DescriptorSet::~DescriptorSet() {
    if (pool_) context_->vk().vkDestroyDescriptorPool(context_->device(), pool_, nullptr);
}

void DescriptorSet::swap(DescriptorSet& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(pool_, other.pool_);
    std::swap(set_, other.set_);
    std::swap(bindings_, other.bindings_);
}

VkDescriptorType DescriptorSet::type_of(uint32_t binding) const {
    for (const Binding& b : bindings_)
        if (b.index == binding) return b.type;
    UNDINE_UNREACHABLE("the descriptor layout has no such binding");
}

void DescriptorSet::write(uint32_t binding, VkWriteDescriptorSet what) {
    what.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    what.dstSet = set_;
    what.dstBinding = binding;
    what.descriptorCount = 1;
    what.descriptorType = type_of(binding);
    context_->vk().vkUpdateDescriptorSets(context_->device(), 1, &what, 0, nullptr);
}

void DescriptorSet::write_buffer(uint32_t binding, VkBuffer buffer, uint64_t offset, uint64_t range) {
    const VkDescriptorBufferInfo info{buffer, offset, range};
    write(binding, {.pBufferInfo = &info});
}

void DescriptorSet::write_texels(uint32_t binding, VkBufferView view) { write(binding, {.pTexelBufferView = &view}); }

void DescriptorSet::write_image(uint32_t binding, VkImageView view, VkSampler sampler, VkImageLayout layout) {
    const VkDescriptorImageInfo info{sampler, view, layout};
    write(binding, {.pImageInfo = &info});
}

}  // namespace undine
