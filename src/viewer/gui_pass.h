// Draws Dear ImGui's triangles over what a window's image holds.
#pragma once
#include <imgui.h>

#include <vector>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "gpu/sampler.h"

namespace undine {

class Commands;
class Context;

class GuiPass {
  public:
    // slots: frames that may be in flight.
    GuiPass(Context& context, VkFormat target, uint32_t slots);

    // Uploads the font atlas of the current ImGui context. Waits for the device, so not to be called every frame.
    void upload_fonts(Commands& commands);

    // Copies the triangles to the slot's buffers and records their drawing, inside a rendering of the target. The frame
    // that used the slot last must have finished.
    void record(VkCommandBuffer commands, const ImDrawData& data, const Image& target, uint32_t slot);

  private:
    struct Push {
        float scale[2], offset[2];  // window units → clip space
    };
    struct Buffers {
        Buffer vertices, indices;
    };
    void upload(const ImDrawData& data, Buffers& to) const;
    void record_list(VkCommandBuffer commands, const ImDrawData& data, const ImDrawList& list, uint32_t first_vertex,
                     uint32_t first_index, const Image& target) const;

    Context& context_;
    Sampler sampler_;
    Image atlas_;
    DescriptorLayout layout_;
    DescriptorSet set_;
    Pipeline pipeline_;
    std::vector<Buffers> buffers_;  // by slot
};

}  // namespace undine
