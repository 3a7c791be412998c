// The half of the harness that compiles shaders, binds resources and records dispatches and draws.
#include "bench.h"
#include "shaderc/shader_compiler.h"

namespace canary {

Binding Bench::storage(const Buffer& buffer) {
    return {.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .buffer = {buffer.handle, 0, buffer.size}};
}

Binding Bench::storage(const Image& image) {
    return {.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .image = {VK_NULL_HANDLE, image.view, VK_IMAGE_LAYOUT_GENERAL}};
}

Binding Bench::texture(const Image& image) const {
    return {.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
            .image = {sampler_, image.view, VK_IMAGE_LAYOUT_GENERAL}};
}

// The program's own shader compiler: what the layer sees here has been through the same optimizer.
VkShaderModule Bench::module(const std::string& shader) {
    const std::vector<uint32_t> spirv = undine::compile_shader(shader, UNDINE_CANARY_SHADERS).spirv;
    VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                  .codeSize = spirv.size() * sizeof(uint32_t),
                                  .pCode = spirv.data()};
    VkShaderModule module;
    check(vkCreateShaderModule(device_, &info, nullptr, &module), "vkCreateShaderModule");
    modules_.push_back(module);
    return module;
}

Bench::Bound Bench::bind(const std::vector<Binding>& bindings, VkShaderStageFlags stages) {
    std::vector<VkDescriptorSetLayoutBinding> slots;
    for (const Binding& binding : bindings)
        slots.push_back({.binding = static_cast<uint32_t>(slots.size()),
                         .descriptorType = binding.type,
                         .descriptorCount = 1,
                         .stageFlags = stages});
    VkDescriptorSetLayoutCreateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             .bindingCount = static_cast<uint32_t>(slots.size()),
                                             .pBindings = slots.data()};
    VkDescriptorSetLayout set_layout;
    check(vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
    set_layouts_.push_back(set_layout);
    VkPipelineLayoutCreateInfo layout_info{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
    Bound bound;
    check(vkCreatePipelineLayout(device_, &layout_info, nullptr, &bound.layout), "vkCreatePipelineLayout");
    layouts_.push_back(bound.layout);
    VkDescriptorSetAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = descriptors_,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &set_layout};
    check(vkAllocateDescriptorSets(device_, &allocate, &bound.set), "vkAllocateDescriptorSets");
    for (uint32_t i = 0; i < bindings.size(); ++i) {
        VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = bound.set,
                                   .dstBinding = i,
                                   .descriptorCount = 1,
                                   .descriptorType = bindings[i].type,
                                   .pImageInfo = &bindings[i].image,
                                   .pBufferInfo = &bindings[i].buffer};
        vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    }
    return bound;
}

void Bench::bind_compute(const std::string& shader, const std::vector<Binding>& bindings, uint32_t constant) {
    const Bound bound = bind(bindings, VK_SHADER_STAGE_COMPUTE_BIT);
    const VkSpecializationMapEntry entry{.constantID = 0, .offset = 0, .size = sizeof(constant)};
    const VkSpecializationInfo specialization{1, &entry, sizeof(constant), &constant};
    VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                     .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                               .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                               .module = module(shader),
                                               .pName = "main",
                                               .pSpecializationInfo = &specialization},
                                     .layout = bound.layout};
    VkPipeline pipeline;
    check(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline), "vkCreateComputePipelines");
    pipelines_.push_back(pipeline);
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, bound.layout, 0, 1, &bound.set, 0, nullptr);
}

void Bench::dispatch(const std::string& shader, const std::vector<Binding>& bindings, uint32_t groups,
                     uint32_t constant) {
    bind_compute(shader, bindings, constant);
    vkCmdDispatch(commands_, groups, 1, 1);
}

void Bench::dispatch_indirect(const std::string& shader, const std::vector<Binding>& bindings,
                              const Buffer& arguments) {
    bind_compute(shader, bindings, 0);
    vkCmdDispatchIndirect(commands_, arguments.handle, 0);
}

VkPipeline Bench::graphics_pipeline(const std::string& fragment, VkPipelineLayout layout) {
    const VkPipelineShaderStageCreateInfo stages[] = {{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                       .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                       .module = module("cover.vert"),
                                                       .pName = "main"},
                                                      {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                       .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                       .module = module(fragment),
                                                       .pName = "main"}};
    const VkPipelineVertexInputStateCreateInfo input{.sType =
                                                         VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    const VkViewport viewport{0, 0, kImageExtent, kImageExtent, 0, 1};
    const VkRect2D scissor{{0, 0}, {kImageExtent, kImageExtent}};
    const VkPipelineViewportStateCreateInfo view{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                 .viewportCount = 1,
                                                 .pViewports = &viewport,
                                                 .scissorCount = 1,
                                                 .pScissors = &scissor};
    const VkPipelineRasterizationStateCreateInfo raster{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    const VkPipelineMultisampleStateCreateInfo samples{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    const VkPipelineColorBlendAttachmentState attachment{.colorWriteMask = 0xf};
    const VkPipelineColorBlendStateCreateInfo blend{.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                    .attachmentCount = 1,
                                                    .pAttachments = &attachment};
    const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                  .colorAttachmentCount = 1,
                                                  .pColorAttachmentFormats = &format};
    VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                      .pNext = &rendering,
                                      .stageCount = 2,
                                      .pStages = stages,
                                      .pVertexInputState = &input,
                                      .pInputAssemblyState = &assembly,
                                      .pViewportState = &view,
                                      .pRasterizationState = &raster,
                                      .pMultisampleState = &samples,
                                      .pColorBlendState = &blend,
                                      .layout = layout};
    VkPipeline pipeline;
    check(vkCreateGraphicsPipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateGraphicsPipelines");
    pipelines_.push_back(pipeline);
    return pipeline;
}

void Bench::draw(const std::string& fragment, const std::vector<Binding>& bindings, const Image& target) {
    const Bound bound = bind(bindings, VK_SHADER_STAGE_FRAGMENT_BIT);
    VkRenderingAttachmentInfo attachment{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                         .imageView = target.view,
                                         .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                         .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                         .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                         .renderArea = {{0, 0}, {kImageExtent, kImageExtent}},
                         .layerCount = 1,
                         .colorAttachmentCount = 1,
                         .pColorAttachments = &attachment};
    vkCmdBeginRendering(commands_, &info);
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, graphics_pipeline(fragment, bound.layout));
    if (!bindings.empty())
        vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, bound.layout, 0, 1, &bound.set, 0, nullptr);
    vkCmdDraw(commands_, 3, 1, 0, 0);
    vkCmdEndRendering(commands_);
}

}  // namespace canary
