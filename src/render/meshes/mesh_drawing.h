// Draws a scene's meshes: what the camera sees of them, and the depth map of the sun, by which they cast shadows.
#pragma once
#include <glm/vec4.hpp>
#include <vector>

#include "gpu/commands.h"
#include "gpu/fixed_buffer.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "render/frame_set.h"

namespace undine {

class MeshDrawing {
  public:
    // Of the meshes among set.bodies(). front: the format of an image that takes their normals and view distances.
    MeshDrawing(Context& context, const FrameSet& set, VkFormat front);

    // Records, after set.update(), the upload of the triangles at the first call, and the sun's map then and whenever a
    // mesh has moved. Leaves the map readable by fragment shaders.
    void prepare(Commands& commands, const FrameSet& set);

    // Within a Rendering to an image of that format and a reversed depth.
    void draw(VkCommandBuffer commands, const FrameSet& set) const { draw_with(seen_, commands, set); }

    const Image& shadow() const { return shadow_; }  // D32, in the view RenderArgs::mesh_sun; 1: no mesh
    uint64_t triangles() const { return triangles_; }

  private:
    struct Part {
        uint32_t body;  // its index in set.bodies()
        uint32_t first_index, indices;
        int32_t first_vertex;
    };
    void draw_with(const Pipeline& pipeline, VkCommandBuffer commands, const FrameSet& set) const;

    Context& context_;
    std::vector<Part> parts_;
    uint64_t triangles_ = 0;
    FixedBuffer vertices_, indices_;
    Image shadow_;
    Pipeline seen_, shading_;
    std::vector<glm::vec4> shadowed_;  // the meshes as they are in the map; empty: not drawn yet
};

}  // namespace undine
