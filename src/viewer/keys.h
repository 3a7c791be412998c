// Texts that describe the keys of keys.def and the mouse.
#pragma once

namespace undine {

struct KeyText {
    const char *key, *does;  // both empty: covered by the text before
};

inline constexpr KeyText kKeyTexts[] = {
#define VIEWER_KEY(code, key, does, repeats, action) {key, does},
#define VIEWER_HELD_KEY(code, key, does, right, up, ahead) {key, does},
#include "viewer/keys.def"
};

inline constexpr KeyText kMouseTexts[] = {
    {"Left drag", "orbit the fluid (2D: move); walking: look around"},
    {"Ctrl + left drag",
     "pull the water or the floating solid under the pointer; a line shows where it is held. Nothing there: as without "
     "Ctrl"},
    {"Right or middle drag", "move"},
    {"Wheel", "nearer, farther"},
    {"Drop a file", "a mesh (.obj, .ply, .stl) falls into the water; a scene (.toml) is opened"},
    {"Ctrl + click", "on a slider: type the value"},
};

}  // namespace undine
