// Overlays on the picture: the list of keys, shader errors, trouble with the fluid, the video being recorded.
#pragma once
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <vector>

namespace undine {

// unit: Gui::unit(). Each is to be called between the beginning and the end of ImGui's frame.

// In the middle of the window. Returns false once the user has closed it.
bool draw_keys(float unit);

// At the top of the picture, which begins at `left`; nothing if there are no problems.
void draw_shader_problems(std::span<const std::string> problems, float left, float unit);

// What is wrong with the fluid, at the bottom of the picture, which begins at `left`; nothing if there are no troubles.
// A button offers to restart, with other parameters or with the same. Returns whether it was pressed.
struct TroubleText {
    std::vector<std::string> troubles;
    std::string measured;         // when it was measured
    std::string remedy, tooltip;  // the button's
};
bool draw_troubles(const TroubleText& text, float left, float unit);

// At the top right: a video is being recorded and has this many frames.
void draw_recording(uint64_t frames, float unit);

// A line from what the pointer holds to where it pulls that, both in window units, with a dot at each end; light with a
// dark rim, for bright water and dark. Behind all windows.
void draw_hold(const glm::vec2& held, const glm::vec2& target, float unit);

}  // namespace undine
