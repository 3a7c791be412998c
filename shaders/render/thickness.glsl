// Water along the view, m, and foam, optical depth, at a place of the picture, 0 … 1. The image has half the picture's
// size; if water is near, only a part of it is drawn, its size divided by front_divisor like the front's.
#include "render/bindings.glsl"
layout(set = 1, binding = WATER_THICKNESS) uniform sampler2D thickness;

vec2 thickness_at(vec2 uv) {
    vec2 size = vec2(textureSize(thickness, 0)), used = ceil(size / float(args.front_divisor));
    return textureLod(thickness, clamp(uv * used, vec2(0.5), used - 0.5) / size, 0.0).rg;
}
