// Descriptor set layouts and sets. A set is written before its first use and not changed after that.
//
//     const Binding bindings[] = {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT}};
//     DescriptorLayout layout(context, bindings, "fields");
//     DescriptorSet set(context, layout);
//     set.write_buffer(0, field.buffer, field.offset, field.bytes);
#pragma once
#include <volk.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace undine {

class Context;

struct Binding {
    uint32_t index = 0;
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    VkShaderStageFlags stages = 0;
};

class DescriptorLayout {
  public:
    DescriptorLayout() = default;
    DescriptorLayout(const Context& context, std::span<const Binding> bindings, std::string name);
    ~DescriptorLayout();
    DescriptorLayout(DescriptorLayout&& other) noexcept { swap(other); }
    DescriptorLayout& operator=(DescriptorLayout&& other) noexcept {
        DescriptorLayout taken(static_cast<DescriptorLayout&&>(other));
        swap(taken);
        return *this;
    }

    VkDescriptorSetLayout handle() const { return layout_; }
    std::span<const Binding> bindings() const { return bindings_; }
    const std::string& name() const { return name_; }

  private:
    void swap(DescriptorLayout& other) noexcept;

    const Context* context_ = nullptr;
    VkDescriptorSetLayout layout_ = VK_NULL_HANDLE;
    std::vector<Binding> bindings_;
    std::string name_;
};

class DescriptorSet {
  public:
    DescriptorSet() = default;
    DescriptorSet(const Context& context, const DescriptorLayout& layout);
    ~DescriptorSet();
    DescriptorSet(DescriptorSet&& other) noexcept { swap(other); }
    DescriptorSet& operator=(DescriptorSet&& other) noexcept {
        DescriptorSet taken(static_cast<DescriptorSet&&>(other));
        swap(taken);
        return *this;
    }

    VkDescriptorSet handle() const { return set_; }

    // Not to be called while a submission that uses the set is in flight. The descriptor type is that of the layout.
    void write_buffer(uint32_t binding, VkBuffer buffer, uint64_t offset, uint64_t range);
    void write_texels(uint32_t binding, VkBufferView view);
    void write_image(uint32_t binding, VkImageView view, VkSampler sampler, VkImageLayout layout);

  private:
    void swap(DescriptorSet& other) noexcept;
    VkDescriptorType type_of(uint32_t binding) const;
    void write(uint32_t binding, VkWriteDescriptorSet what);  // what: the pointer alone

    const Context* context_ = nullptr;
    VkDescriptorPool pool_ = VK_NULL_HANDLE;  // one per set, since sets are few
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::vector<Binding> bindings_;
};

}  // namespace undine
