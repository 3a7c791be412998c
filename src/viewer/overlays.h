// What lies over the picture: the list of keys, what is wrong with shaders.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace undine {

// unit: Gui::unit(). Each is drawn between the beginning and the end of ImGui's frame.

// In the middle of the window; false once it was clicked away.
bool draw_keys(float unit);

// At the top of the picture, which begins at `left`; nothing where there are no problems.
void draw_shader_problems(std::span<const std::string> problems, float left, float unit);

// What is wrong with the fluid, at the bottom of the picture, which begins at `left`; nothing where nothing is. A
// button offers to restart with other parameters, or with these. Returns whether it was pressed.
struct TroubleText {
    std::vector<std::string> troubles;
    std::string measured;         // when
    std::string remedy, tooltip;  // the button's
};
bool draw_troubles(const TroubleText& text, float left, float unit);

// At the top right: a video is being made, and has so many frames.
void draw_recording(uint64_t frames, float unit);

}  // namespace undine
