// Shows a buffer between the passes in place of the picture (views.def).
#pragma once
#include <initializer_list>

#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "render/views.h"

namespace undine {

class ShowPass {
  public:
    // program: "render/show_water.frag" or "render/show_particles.frag", which binds sets of these layouts.
    ShowPass(Context& context, const char* program, std::initializer_list<VkDescriptorSetLayout> layouts,
             VkFormat picture, View view, uint32_t supersample);

    void record(VkCommandBuffer commands, std::initializer_list<VkDescriptorSet> sets, Image& picture) const;

    View view() const { return view_; }

  private:
    Context& context_;
    View view_;
    Pipeline pipeline_;
};

}  // namespace undine
