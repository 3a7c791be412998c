// Pipelines that are described first and compiled together.
#include <gtest/gtest.h>

#include "gpu/context.h"
#include "gpu/descriptors.h"
#include "gpu/embedded_shaders.h"
#include "gpu/pipeline.h"
#include "render/bindings.glsl"
#include "unit/gpu_testing.h"

namespace undine::testing {
namespace {

class GpuPipelines : public VulkanTest {
  protected:
    static GraphicsPipelineInfo present(const DescriptorLayout& layout) {
        return {.vertex = embedded_spirv("render/shade.vert"),
                .fragment = embedded_spirv("render/present.frag"),
                .sets = {layout.handle()},
                .color = {{VK_FORMAT_R8G8B8A8_UNORM}},
                .name = "tested"};
    }
    static constexpr Binding kBindings[] = {
        {ONLY_BINDING, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT}};
};
UNDINE_ON_EVERY_VULKAN_DRIVER(GpuPipelines);

TEST_P(GpuPipelines, OfABatchAreCompiledTogether) {
    Context& device = context();
    const DescriptorLayout layout(device, kBindings, "tested");
    {
        PipelineBatch batch(device);
        std::vector<Pipeline> some;
        for (int k = 0; k < 5; ++k) some.push_back(make_graphics_pipeline(device, present(layout)));
        for (const Pipeline& pipeline : some) EXPECT_EQ(pipeline.handle(), VK_NULL_HANDLE);
        const Pipeline moved = std::move(some.back());
        some.pop_back();
        some.pop_back();  // while it waits
        batch.compile();
        for (const Pipeline& pipeline : some) EXPECT_NE(pipeline.handle(), VK_NULL_HANDLE);
        EXPECT_NE(moved.handle(), VK_NULL_HANDLE);
        const Pipeline late = make_graphics_pipeline(device, present(layout));  // never compiled
    }
    EXPECT_NE(make_graphics_pipeline(device, present(layout)).handle(), VK_NULL_HANDLE) << "no batch is left";
}

}  // namespace
}  // namespace undine::testing
