// Compute and graphics pipelines (dynamic rendering; viewport and scissor are always dynamic).
//
//     Pipeline spheres = make_graphics_pipeline(context, {.vertex = embedded_spirv("render/spheres.vert"),
//         .fragment = embedded_spirv("render/spheres.frag"), .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
//         .sets = {layout.handle()}, .push_bytes = sizeof(Args), .color = {{VK_FORMAT_R32_SFLOAT}},
//         .depth_format = VK_FORMAT_D32_SFLOAT, .depth_write = true, .name = "spheres"});
//     spheres.bind(commands, set.handle());
//     spheres.push(commands, args);
#pragma once
#include <volk.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace undine {

class Context;
struct ComputePipelineInfo;
struct GraphicsPipelineInfo;

struct SpecializationConstant {
    uint32_t id = 0, value = 0;  // value: its 4 bytes, whatever the type
};

class Pipeline {
  public:
    Pipeline() = default;
    Pipeline(Pipeline&&) = default;
    Pipeline& operator=(Pipeline&&) = default;

    VkPipeline handle() const { return made_->pipeline; }  // VK_NULL_HANDLE until its batch is compiled
    VkPipelineLayout layout() const { return made_->layout; }
    explicit operator bool() const { return made_ != nullptr; }

    // Binds the pipeline and, as sets 0, 1 …, the given ones.
    void bind(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets = {},
              std::span<const uint32_t> dynamic_offsets = {}) const;

    // Sets the push constants; `constants` must have the size that the pipeline was made with.
    template <class T>
    void push(VkCommandBuffer commands, const T& constants) const {
        push_bytes(commands, &constants, sizeof(T));
    }

  private:
    friend class PipelineBatch;
    friend std::vector<Pipeline> make_compute_pipelines(Context&, std::span<const ComputePipelineInfo>);
    friend Pipeline make_graphics_pipeline(Context&, const GraphicsPipelineInfo&);

    struct Made {
        Made(Context& context, VkPipelineBindPoint bind_point, VkShaderStageFlags stages,
             std::span<const VkDescriptorSetLayout> sets, uint32_t push_bytes, const std::string& name);
        ~Made();
        Made(const Made&) = delete;
        Context& context;
        VkPipelineBindPoint bind_point;
        VkShaderStageFlags stages;
        uint32_t push_size;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        VkPipeline pipeline = VK_NULL_HANDLE;
    };
    explicit Pipeline(std::shared_ptr<Made> made) : made_(std::move(made)) {}
    void push_bytes(VkCommandBuffer commands, const void* data, size_t bytes) const;

    std::shared_ptr<Made> made_;  // shared with a batch that has yet to compile it
};

struct ComputePipelineInfo {
    std::span<const uint32_t> spirv;
    std::vector<VkDescriptorSetLayout> sets;
    uint32_t push_bytes = 0;
    std::vector<SpecializationConstant> constants;
    std::string name;
};

struct ColorTarget {
    VkFormat format = VK_FORMAT_UNDEFINED;
    bool blend = false;  // VK_BLEND_OP_ADD with the factors below
    VkBlendFactor source = VK_BLEND_FACTOR_ONE, destination = VK_BLEND_FACTOR_ONE;
};

struct GraphicsPipelineInfo {
    std::span<const uint32_t> vertex, fragment;  // fragment may be empty: depth only
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkCullModeFlags cull = VK_CULL_MODE_NONE;
    std::vector<VkDescriptorSetLayout> sets;
    uint32_t push_bytes = 0;  // seen by both stages
    std::vector<SpecializationConstant> constants;
    std::vector<ColorTarget> color;
    VkFormat depth_format = VK_FORMAT_UNDEFINED;  // UNDEFINED: no depth attachment
    bool depth_test = true, depth_write = true;   // ignored without a depth attachment
    VkCompareOp depth_compare = VK_COMPARE_OP_LESS;
    std::vector<VkVertexInputBindingDescription> vertex_buffers;
    std::vector<VkVertexInputAttributeDescription> vertex_attributes;
    std::string name;
};

Pipeline make_compute_pipeline(Context& context, const ComputePipelineInfo& info);
// In the same order; compiled on as many threads as this machine has.
std::vector<Pipeline> make_compute_pipelines(Context& context, std::span<const ComputePipelineInfo> infos);
Pipeline make_graphics_pipeline(Context& context, const GraphicsPipelineInfo& info);

// While it lives, make_graphics_pipeline() only describes the context's pipelines, so that they can be compiled at the
// same time; none of them may be bound before compile(). A context has one batch at a time.
class PipelineBatch {
  public:
    explicit PipelineBatch(Context& context);
    ~PipelineBatch();
    PipelineBatch(const PipelineBatch&) = delete;

    // On as many threads as this machine has.
    void compile();

  private:
    friend Pipeline make_graphics_pipeline(Context&, const GraphicsPipelineInfo&);
    class Graphics;  // the description of one
    static void compile(Context& context, std::span<const std::unique_ptr<Graphics>> described);

    Context& context_;
    std::vector<std::unique_ptr<Graphics>> described_;
};

}  // namespace undine
