#include "backends/vulkan/pass_programs.h"

#include <string>
#include <utility>

#include "gpu/embedded_shaders.h"
#include "solver/fluid_params.h"

namespace undine {

static_assert(kShaderBlockSize == kBlockSize, "the scans' shared memory holds one block");

PassPrograms::PassPrograms(Context& context, const FieldStore& fields, Variant variant, const Extents& extents,
                           uint32_t workgroup_size)
    : context_(context),
      params_(context, sizeof(FluidParams), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
              MemoryKind::device, "params") {
    std::vector<ComputePipelineInfo> wanted;
    for (uint32_t p = 0; p < kPassCount; ++p) {
        if (!extents.passes.contains(Pass(p))) continue;
        programs_[p] = bind_fields(Pass(p), fields, variant);
        const std::string& name = programs_[p].layout.name();
        ComputePipelineInfo& pipeline = wanted.emplace_back(ComputePipelineInfo{.spirv = embedded_spirv(name),
                                                                                .sets = {programs_[p].layout.handle()},
                                                                                .push_bytes = sizeof(DispatchRange),
                                                                                .constants = {},
                                                                                .name = name});
        if (kPasses[p].shared_body)
            pipeline.constants = {{kWorkgroupConstant, workgroup_size}, {kSolidTraitsConstant, extents.solid_traits}};
    }
    auto made = make_compute_pipelines(context, wanted);
    auto next = made.begin();
    for (uint32_t p = 0; p < kPassCount; ++p)
        if (extents.passes.contains(Pass(p))) programs_[p].pipeline = std::move(*next++);
}

PassPrograms::Program PassPrograms::bind_fields(Pass pass, const FieldStore& fields, Variant variant) const {
    const FieldSet bound = info(pass).bound(variant.neighbors);
    std::vector<Binding> bindings{{kParamsBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT}};
    for (uint32_t f = 0; f < kFieldCount; ++f)
        if (bound.contains(Field(f)))
            bindings.push_back({binding_of(Field(f)), descriptor_type(Field(f)), VK_SHADER_STAGE_COMPUTE_BIT});

    Program program;
    program.layout = DescriptorLayout(context_, bindings, shader_name({&info(pass), variant}));
    const uint32_t windows = bound.contains(Field::neighbors) ? fields.windows().count : 1;
    for (uint32_t window = 0; window < windows; ++window) {
        DescriptorSet& set = program.sets.emplace_back(context_, program.layout);
        set.write_buffer(kParamsBinding, params_.handle(), 0, sizeof(FluidParams));
        for (uint32_t f = 0; f < kFieldCount; ++f) {
            if (!bound.contains(Field(f))) continue;
            if (kTexelFields.contains(Field(f))) {
                set.write_texels(binding_of(Field(f)), fields.texels(Field(f)));
                continue;
            }
            const BufferRange range = fields.array(Field(f), Field(f) == Field::neighbors ? window : 0);
            set.write_buffer(binding_of(Field(f)), range.buffer, range.offset, range.bytes);
        }
    }
    return program;
}

void PassPrograms::bind(VkCommandBuffer commands, Pass pass, const DispatchRange& range, uint32_t window) const {
    const Program& program = programs_[static_cast<size_t>(pass)];
    program.pipeline.bind(commands, {program.sets[program.sets.size() > 1 ? window : 0].handle()});
    program.pipeline.push(commands, range);
}

}  // namespace undine
