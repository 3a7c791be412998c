// keys.def, and what the mouse does, as texts.
#pragma once

namespace undine {

struct KeyText {
    const char *key, *does;  // both empty: belongs to the one before
};

inline constexpr KeyText kKeyTexts[] = {
#define VIEWER_KEY(code, key, does, repeats, action) {key, does},
#define VIEWER_HELD_KEY(code, key, does, right, up, ahead) {key, does},
#include "viewer/keys.def"
};

inline constexpr KeyText kMouseTexts[] = {
    {"Left drag", "turn around the fluid (2D: move); walking: look around"},
    {"Ctrl + left drag", "pull the water under the pointer; beside it: as without Ctrl"},
    {"Right or middle drag", "move"},
    {"Wheel", "nearer, farther"},
    {"Ctrl + click", "on a slider: type the value"},
};

}  // namespace undine
