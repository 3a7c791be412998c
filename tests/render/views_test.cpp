// The buffers between the passes, each as a picture.
#include "render/views.h"

#include <algorithm>
#include <set>

#include "render/ellipsoids.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

class Views : public VulkanTest {
  protected:
    static std::set<uint32_t> colours(const Picture& picture) {
        std::set<uint32_t> found;
        for (size_t p = 0; p < picture.rgba.size(); p += 4)
            found.insert(picture.rgba[p] << 16 | picture.rgba[p + 1] << 8 | picture.rgba[p + 2]);
        return found;
    }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(Views);

TEST_P(Views, EachShowsSomethingElseAndLeavesThePictureAlone) {
    for (const Style style : {Style::water, Style::particles})
        for (const uint32_t supersample : {1u, 2u}) {
            const RenderSettings settings{.width = 96, .height = 54, .supersample = supersample, .style = style};
            const Camera camera = frame_box(kPoolTank.tank, 96.0f / 54, false);
            Surroundings with_slope = kPoolTank;
            with_slope.planes = {{glm::normalize(glm::vec3(-1, 1, 0)), -0.8f}};
            with_slope.solids = with_slope.tank;
            Drawing drawing(context(), commands(), pool(), settings, with_slope);
            const Picture picture = drawing.draw(camera);
            std::set<std::string> seen;
            for (uint32_t v = 0; v < kViews.size(); ++v) {
                const auto view = static_cast<View>(v);
                SCOPED_TRACE(::testing::Message() << kViews[v].name << ", " << supersample << " samples");
                if (!shows(view, style)) {
                    sentence_of([&] { drawing.renderer().set_view(view); }, Exit::usage);
                    continue;
                }
                drawing.renderer().set_view(view);
                const Picture shown = drawing.draw(camera);
                // Tiles are white or black, and at this size there are four.
                EXPECT_GE(colours(shown).size(), view == View::tiles ? 1u : 5u) << "it is not uniform";
                EXPECT_TRUE(seen.emplace(shown.rgba.begin(), shown.rgba.end()).second) << "it is as another one";
                EXPECT_TRUE(drawing.draw(camera).rgba == shown.rgba) << "the same twice";
                drawing.renderer().set_view(View::picture);
                EXPECT_TRUE(drawing.draw(camera).rgba == picture.rgba) << "and back";
            }
        }
}

// Chosen at the start, as `capture --buffer` does, it is what set_view() shows.
TEST_P(Views, ChosenFirstOrLaterIsTheSame) {
    const Camera camera = frame_box(kPoolTank.tank, 96.0f / 54, false);
    for (const auto& [style, view] : {std::pair(Style::water, View::thickness), {Style::particles, View::sky_map}}) {
        RenderSettings settings{.width = 96, .height = 54, .supersample = 1, .style = style};
        Drawing later(context(), commands(), pool(), settings, kPoolTank);
        later.draw(camera);
        later.renderer().set_view(view);
        settings.view = view;
        EXPECT_TRUE(draw(context(), commands(), pool(), settings, kPoolTank, camera).rgba == later.draw(camera).rgba);
    }
}

}  // namespace
}  // namespace undine::testing
