#include "gpu/pipeline.h"

#include <cstddef>
#include <deque>
#include <new>
#include <optional>
#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "internal_error.h"
#include "platform/parallel.h"

namespace undine {
namespace {

// A shader module, needed only while its pipeline is created.
class ShaderModule {
  public:
    ShaderModule(Context& context, std::span<const uint32_t> embedded, const std::string& name) : context_(context) {
        const std::span<const uint32_t> spirv = context.shaders().current(embedded);
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = spirv.size_bytes();
        info.pCode = spirv.data();
        UNDINE_VK(context.vk().vkCreateShaderModule(context.device(), &info, nullptr, &module_));
        context.set_name(VK_OBJECT_TYPE_SHADER_MODULE, module_, name);
    }
    ~ShaderModule() { context_.vk().vkDestroyShaderModule(context_.device(), module_, nullptr); }
    ShaderModule(const ShaderModule&) = delete;

    VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits stage, const VkSpecializationInfo& constants) const {
        VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        info.stage = stage;
        info.module = module_;
        info.pName = "main";
        info.pSpecializationInfo = &constants;
        return info;
    }

  private:
    const Context& context_;
    VkShaderModule module_ = VK_NULL_HANDLE;
};

class Specialization {
  public:
    explicit Specialization(const std::vector<SpecializationConstant>& constants) {
        for (size_t c = 0; c < constants.size(); ++c)
            entries_.push_back(
                {constants[c].id,
                 static_cast<uint32_t>(c * sizeof(SpecializationConstant) + offsetof(SpecializationConstant, value)),
                 sizeof(uint32_t)});
        info_ = {static_cast<uint32_t>(entries_.size()), entries_.data(),
                 constants.size() * sizeof(SpecializationConstant), constants.data()};
    }
    const VkSpecializationInfo& info() const { return info_; }

  private:
    std::vector<VkSpecializationMapEntry> entries_;
    VkSpecializationInfo info_{};
};

std::vector<VkPipelineColorBlendAttachmentState> blend_states(const std::vector<ColorTarget>& targets) {
    std::vector<VkPipelineColorBlendAttachmentState> states;
    for (const ColorTarget& t : targets) {
        states.push_back({t.blend, t.source, t.destination, VK_BLEND_OP_ADD, t.source, t.destination, VK_BLEND_OP_ADD,
                          VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                              VK_COLOR_COMPONENT_A_BIT});
    }
    return states;
}

VkPipelineDepthStencilStateCreateInfo depth_state(const GraphicsPipelineInfo& wanted) {
    const bool has_depth = wanted.depth_format != VK_FORMAT_UNDEFINED;
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    depth.depthTestEnable = has_depth && wanted.depth_test;
    depth.depthWriteEnable = has_depth && wanted.depth_write;
    depth.depthCompareOp = wanted.depth_compare;
    return depth;
}

}  // namespace

Pipeline::Made::Made(Context& of, VkPipelineBindPoint point, VkShaderStageFlags seen_by,
                     std::span<const VkDescriptorSetLayout> sets, uint32_t push_bytes, const std::string& name)
    : context(of), bind_point(point), stages(seen_by), push_size(push_bytes) {
    const VkPushConstantRange range{stages, 0, push_bytes};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = static_cast<uint32_t>(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = push_bytes ? 1 : 0;
    info.pPushConstantRanges = &range;
    UNDINE_VK(context.vk().vkCreatePipelineLayout(context.device(), &info, nullptr, &layout));
    context.set_name(VK_OBJECT_TYPE_PIPELINE_LAYOUT, layout, name);
}

Pipeline::Made::~Made() {
    context.vk().vkDestroyPipeline(context.device(), pipeline, nullptr);
    context.vk().vkDestroyPipelineLayout(context.device(), layout, nullptr);
}

void Pipeline::bind(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets,
                    std::span<const uint32_t> dynamic_offsets) const {
    UNDINE_CHECK(handle() != VK_NULL_HANDLE, "a pipeline was bound before its batch was compiled");
    const VolkDeviceTable& vk = made_->context.vk();
    vk.vkCmdBindPipeline(commands, made_->bind_point, handle());
    if (sets.size() > 0)
        vk.vkCmdBindDescriptorSets(commands, made_->bind_point, layout(), 0, static_cast<uint32_t>(sets.size()),
                                   sets.begin(), static_cast<uint32_t>(dynamic_offsets.size()), dynamic_offsets.data());
}

void Pipeline::push_bytes(VkCommandBuffer commands, const void* data, size_t bytes) const {
    UNDINE_CHECK(bytes == made_->push_size,
                 "the push constants differ in size from those that the pipeline was made for");
    made_->context.vk().vkCmdPushConstants(commands, layout(), made_->stages, 0, made_->push_size, data);
}

Pipeline make_compute_pipeline(Context& context, const ComputePipelineInfo& wanted) {
    return std::move(make_compute_pipelines(context, {&wanted, 1}).front());
}

std::vector<Pipeline> make_compute_pipelines(Context& context, std::span<const ComputePipelineInfo> wanted) {
    std::vector<Pipeline> pipelines;
    std::deque<ShaderModule> modules;
    std::deque<Specialization> constants;
    std::vector<VkComputePipelineCreateInfo> infos;
    for (const ComputePipelineInfo& w : wanted) {
        pipelines.push_back(Pipeline(std::make_shared<Pipeline::Made>(
            context, VK_PIPELINE_BIND_POINT_COMPUTE, VK_SHADER_STAGE_COMPUTE_BIT, w.sets, w.push_bytes, w.name)));
        VkComputePipelineCreateInfo& info = infos.emplace_back();
        info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
        info.stage = modules.emplace_back(context, w.spirv, w.name)
                         .stage(VK_SHADER_STAGE_COMPUTE_BIT, constants.emplace_back(w.constants).info());
        info.layout = pipelines.back().layout();
    }
    std::vector<VkResult> results(wanted.size());
    parallel_each(wanted.size(), machine_threads(), [&](uint64_t p) {
        results[p] = context.vk().vkCreateComputePipelines(context.device(), context.pipeline_cache(), 1, &infos[p],
                                                           nullptr, &pipelines[p].made_->pipeline);
    });
    for (size_t p = 0; p < wanted.size(); ++p) {
        check_vk(results[p], "vkCreateComputePipelines");
        context.set_name(VK_OBJECT_TYPE_PIPELINE, pipelines[p].handle(), wanted[p].name);
    }
    return pipelines;
}

// Shaders are looked up and modules made here, on the caller's thread; only compile() may run on another.
class PipelineBatch::Graphics {
  public:
    Graphics(Context& context, const GraphicsPipelineInfo& wanted)
        : made(std::make_shared<Pipeline::Made>(context, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                                VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, wanted.sets,
                                                wanted.push_bytes, wanted.name)),
          name(wanted.name),
          wanted_(wanted),
          constants_(wanted_.constants),
          vertex_(context, wanted.vertex, wanted.name + ", vertices") {
        if (!wanted.fragment.empty()) fragment_.emplace(context, wanted.fragment, wanted.name + ", fragments");
    }

    VkResult compile(const Context& context) const;

    const std::shared_ptr<Pipeline::Made> made;
    const std::string name;

  private:
    const GraphicsPipelineInfo wanted_;
    const Specialization constants_;
    const ShaderModule vertex_;
    std::optional<ShaderModule> fragment_;
};

VkResult PipelineBatch::Graphics::compile(const Context& context) const {
    std::vector<VkPipelineShaderStageCreateInfo> stages{vertex_.stage(VK_SHADER_STAGE_VERTEX_BIT, constants_.info())};
    if (fragment_) stages.push_back(fragment_->stage(VK_SHADER_STAGE_FRAGMENT_BIT, constants_.info()));

    VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    input.vertexBindingDescriptionCount = static_cast<uint32_t>(wanted_.vertex_buffers.size());
    input.pVertexBindingDescriptions = wanted_.vertex_buffers.data();
    input.vertexAttributeDescriptionCount = static_cast<uint32_t>(wanted_.vertex_attributes.size());
    input.pVertexAttributeDescriptions = wanted_.vertex_attributes.data();
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    assembly.topology = wanted_.topology;
    VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    viewport.viewportCount = viewport.scissorCount = 1;
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.cullMode = wanted_.cull;
    raster.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const auto depth = depth_state(wanted_);
    const auto states = blend_states(wanted_.color);
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blend.attachmentCount = static_cast<uint32_t>(states.size());
    blend.pAttachments = states.data();
    const VkDynamicState dynamic_states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = dynamic_states;

    std::vector<VkFormat> formats;
    for (const ColorTarget& target : wanted_.color) formats.push_back(target.format);
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    rendering.colorAttachmentCount = static_cast<uint32_t>(formats.size());
    rendering.pColorAttachmentFormats = formats.data();
    rendering.depthAttachmentFormat = wanted_.depth_format;

    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &rendering};
    info.stageCount = static_cast<uint32_t>(stages.size());
    info.pStages = stages.data();
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = made->layout;
    return context.vk().vkCreateGraphicsPipelines(context.device(), context.pipeline_cache(), 1, &info, nullptr,
                                                  &made->pipeline);
}

Pipeline make_graphics_pipeline(Context& context, const GraphicsPipelineInfo& wanted) {
    auto described = std::make_unique<PipelineBatch::Graphics>(context, wanted);
    Pipeline pipeline(described->made);
    if (PipelineBatch* batch = context.pipeline_batch()) batch->described_.push_back(std::move(described));
    else PipelineBatch::compile(context, {&described, 1});
    return pipeline;
}

PipelineBatch::PipelineBatch(Context& context) : context_(context) {
    UNDINE_CHECK(!context.pipeline_batch(), "a batch of pipelines within another");
    context.set_pipeline_batch(this);
}

PipelineBatch::~PipelineBatch() { context_.set_pipeline_batch(nullptr); }

void PipelineBatch::compile() { compile(context_, std::exchange(described_, {})); }

void PipelineBatch::compile(Context& context, std::span<const std::unique_ptr<Graphics>> described) {
    std::vector<VkResult> results(described.size());
    parallel_each(described.size(), machine_threads(), [&](uint64_t p) {
        try {
            results[p] = described[p]->compile(context);
        } catch (const std::bad_alloc&) {  // on a thread that it must not leave
            results[p] = VK_ERROR_OUT_OF_HOST_MEMORY;
        }
    });
    for (size_t p = 0; p < described.size(); ++p) {
        check_vk(results[p], "vkCreateGraphicsPipelines");
        context.set_name(VK_OBJECT_TYPE_PIPELINE, described[p]->made->pipeline, described[p]->name);
    }
}

}  // namespace undine
