// A minimal Vulkan harness for the canaries: one device, one command buffer, storage buffers, images, dispatches,
// draws and barriers that are exactly what a canary asks for. It shares nothing with src/gpu: a mistake there
// cannot hide here.
#pragma once
#include <volk.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace canary {

inline constexpr uint32_t kElements = 64;  // of every buffer; also the workgroup size of the canaries' shaders
inline constexpr uint32_t kImageExtent = 16;

struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceSize size = 0;  // bytes
};

struct Image {
    VkImage handle = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
};

// One resource at the next binding of set 0: a storage buffer, a storage image or a texture.
struct Binding {
    VkDescriptorType type;
    VkDescriptorBufferInfo buffer{};
    VkDescriptorImageInfo image{};
};

// One side of a memory barrier.
struct Scope {
    VkPipelineStageFlags2 stage;
    VkAccessFlags2 access;
};
inline constexpr Scope kComputeRead{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_READ_BIT};
inline constexpr Scope kComputeWrite{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Scope kComputeReadWrite{kComputeRead.stage, kComputeRead.access | kComputeWrite.access};
inline constexpr Scope kComputeSample{VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT};
inline constexpr Scope kFragmentWrite{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT};
inline constexpr Scope kAttachmentWrite{VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                                        VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
inline constexpr Scope kTransferRead{VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT};
inline constexpr Scope kFillWrite{VK_PIPELINE_STAGE_2_CLEAR_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT};
inline constexpr Scope kIndirectRead{VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT};

// Owns everything it hands out; the destructor waits for the device and destroys it all in reverse.
class Bench {
  public:
    Bench();  // the first physical device; throws std::runtime_error where there is none or it lacks a feature
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    Buffer buffer(VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);  // kElements uints
    // R8G8B8A8_UNORM, kImageExtent²; in VK_IMAGE_LAYOUT_GENERAL unless `ready` is false (then still UNDEFINED).
    Image image(bool ready = true);

    static Binding storage(const Buffer& buffer);
    static Binding storage(const Image& image);
    Binding texture(const Image& image) const;

    // `shader` is a file of tests/validation/shaders; `constant` is its specialization constant 0, where it has
    // one.
    void dispatch(const std::string& shader, const std::vector<Binding>& bindings, uint32_t groups = 1,
                  uint32_t constant = 0);
    void dispatch_indirect(const std::string& shader, const std::vector<Binding>& bindings, const Buffer& arguments);
    // A triangle over the whole image, cleared first, under dynamic rendering.
    void draw(const std::string& fragment, const std::vector<Binding>& bindings, const Image& target);
    void barrier(Scope source, Scope destination);

    // Ends the command buffer and submits it; submit() waits for it too, submit_only() lets the next one follow at
    // once. Both begin a new one.
    void submit();
    void submit_only();

    VkDevice device() const { return device_; }
    VkCommandBuffer commands() const { return commands_; }

  private:
    struct Bound {
        VkPipelineLayout layout;
        VkDescriptorSet set;
    };
    void create_device();
    void begin();
    Bound bind(const std::vector<Binding>& bindings, VkShaderStageFlags stages);
    void bind_compute(const std::string& shader, const std::vector<Binding>& bindings, uint32_t constant);
    VkPipeline graphics_pipeline(const std::string& fragment, VkPipelineLayout layout);
    VkShaderModule module(const std::string& shader);
    VkDeviceMemory place(const VkMemoryRequirements& needs, VkDeviceSize& offset);

    struct Block {
        VkDeviceMemory memory;
        VkDeviceSize used;
    };
    VkInstance instance_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    uint32_t family_ = 0;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
    VkSampler sampler_ = VK_NULL_HANDLE;
    std::map<uint32_t, Block> blocks_;  // one a memory type
    std::vector<VkBuffer> buffers_;
    std::vector<Image> images_;
    std::vector<VkShaderModule> modules_;
    std::vector<VkDescriptorSetLayout> set_layouts_;
    std::vector<VkPipelineLayout> layouts_;
    std::vector<VkPipeline> pipelines_;
};

void check(VkResult result, const char* what);  // throws std::runtime_error unless VK_SUCCESS

}  // namespace canary
