// What lies over the picture: the list of keys, what is wrong with shaders.
#pragma once
#include <span>
#include <string>

namespace undine {

// unit: Gui::unit(). Each is drawn between the beginning and the end of ImGui's frame.

// In the middle of the window; false once it was clicked away.
bool draw_keys(float unit);

// At the top of the picture, which begins at `left`; nothing where there are no problems.
void draw_shader_problems(std::span<const std::string> problems, float left, float unit);

}  // namespace undine
