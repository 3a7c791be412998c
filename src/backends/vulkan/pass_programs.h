// The pipelines and descriptor sets of all passes. Arrays never move, so each set is written only once.
#pragma once
#include <array>
#include <vector>

#include "backends/vulkan/field_store.h"
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "shaderc/shader_source.h"

namespace undine {

class PassPrograms {
  public:
    // extents: of the passes that will be bound, and the solids they will meet. workgroup_size: invocations per
    // workgroup of the shared bodies.
    PassPrograms(Context& context, const FieldStore& fields, Variant variant, const Extents& extents,
                 uint32_t workgroup_size);

    // Binds the pass's pipeline and the descriptor set for that window of the neighbour list, and pushes the range.
    // Does not dispatch.
    void bind(VkCommandBuffer commands, Pass pass, const DispatchRange& range, uint32_t window) const;

    VkBuffer params() const { return params_.handle(); }  // a FluidParams

  private:
    struct Program {
        DescriptorLayout layout;
        std::vector<DescriptorSet> sets;  // one per window if the pass binds the list; otherwise one
        Pipeline pipeline;
    };
    Program bind_fields(Pass pass, const FieldStore& fields, Variant variant) const;  // all but the pipeline

    Context& context_;
    Buffer params_;
    std::array<Program, kPassCount> programs_;
};

}  // namespace undine
