#include "render/meshes/mesh_drawing.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "gpu/context.h"
#include "gpu/embedded_shaders.h"
#include "render/meshes/shaded_mesh.h"
#include "render/particles/light_view.h"
#include "render/rendering.h"
#include "scene/mesh/solid_mesh.h"

namespace undine {
namespace {

GraphicsPipelineInfo of_meshes(GraphicsPipelineInfo info) {
    info.depth_format = VK_FORMAT_D32_SFLOAT;
    info.vertex_buffers = {{0, sizeof(MeshVertex), VK_VERTEX_INPUT_RATE_VERTEX}};
    info.vertex_attributes = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(MeshVertex, position)},
                              {1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(MeshVertex, normal)}};
    return info;
}

// A mesh hides what is behind it and its own inside: an eye or a near plane inside it looks out.
Pipeline make_seen(Context& context, const FrameSet& set, VkFormat front) {
    return make_graphics_pipeline(context, of_meshes({.vertex = embedded_spirv("render/meshes.vert"),
                                                      .fragment = embedded_spirv("render/meshes.frag"),
                                                      .cull = VK_CULL_MODE_BACK_BIT,
                                                      .sets = {set.layout()},
                                                      .color = {{front}},
                                                      .depth_compare = VK_COMPARE_OP_GREATER,
                                                      .name = "meshes"}));
}

Pipeline make_shading(Context& context, const FrameSet& set) {
    GraphicsPipelineInfo info = of_meshes({.vertex = embedded_spirv("render/mesh_shadow.vert"),
                                           .cull = VK_CULL_MODE_FRONT_BIT,  // the map is upside down: a mirror image
                                           .sets = {set.layout()},
                                           .name = "mesh shadow"});
    info.vertex_attributes.pop_back();
    return make_graphics_pipeline(context, info);
}

}  // namespace

MeshDrawing::MeshDrawing(Context& context, const FrameSet& set, VkFormat front)
    : context_(context),
      shadow_(context, {.width = kMeshShadowSize,
                        .height = kMeshShadowSize,
                        .format = VK_FORMAT_D32_SFLOAT,
                        .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                        .name = "mesh shadow"}),
      seen_(make_seen(context, set, front)),
      shading_(make_shading(context, set)) {
    std::vector<MeshVertex> vertices;
    std::vector<uint32_t> indices;
    std::map<const SolidMesh*, Part> known;
    for (uint32_t body = set.first_mesh(); body < set.bodies().size(); ++body) {
        const SolidMesh* mesh = set.bodies()[body].mesh.get();
        const auto [at, is_new] = known.try_emplace(mesh);
        if (is_new) {
            const ShadedMesh shaded = shaded_mesh(mesh->surface());
            at->second = {0, static_cast<uint32_t>(indices.size()), static_cast<uint32_t>(shaded.indices.size()),
                          static_cast<int32_t>(vertices.size())};
            vertices.insert(vertices.end(), shaded.vertices.begin(), shaded.vertices.end());
            indices.insert(indices.end(), shaded.indices.begin(), shaded.indices.end());
        }
        parts_.push_back(at->second);
        parts_.back().body = body;
        triangles_ += at->second.indices / 3;
    }
    vertices_ = FixedBuffer(context, vertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, "mesh vertices");
    indices_ = FixedBuffer(context, indices, VK_BUFFER_USAGE_INDEX_BUFFER_BIT, "mesh indices");
}

void MeshDrawing::prepare(Commands& commands, const FrameSet& set) {
    const VkCommandBuffer c = commands.get();
    const std::span<const glm::vec4> now = set.placed_meshes();
    if (std::ranges::equal(now, shadowed_)) return;
    const PassScope scope(commands, "mesh shadow");
    vertices_.upload(c);
    indices_.upload(c);
    shadow_.barrier(c, kDepthTarget);
    {
        const Rendering rendering(context_, c, {.depth = &shadow_, .clear_depth = 1});
        draw_with(shading_, c, set);
    }
    shadow_.barrier(c, kSampledByAll);
    shadowed_.assign(now.begin(), now.end());
}

void MeshDrawing::draw_with(const Pipeline& pipeline, VkCommandBuffer commands, const FrameSet& set) const {
    pipeline.bind(commands, {set.handle()});
    const VkBuffer buffer = vertices_.handle();
    const VkDeviceSize offset = 0;
    context_.vk().vkCmdBindVertexBuffers(commands, 0, 1, &buffer, &offset);
    context_.vk().vkCmdBindIndexBuffer(commands, indices_.handle(), 0, VK_INDEX_TYPE_UINT32);
    for (const Part& part : parts_)
        context_.vk().vkCmdDrawIndexed(commands, part.indices, 1, part.first_index, part.first_vertex, part.body);
}

}  // namespace undine
