// Shared by programs that show a buffer: which one, and distances as grey levels.
#include "render/view_numbers.glsl"

layout(constant_id = 2) const uint VIEW = 0u;

// From 1 at the tank's near end to 0.02 at its far end; 0 if there is nothing.
float nearness(float view_distance) {
    float middle = -to_view(0.5 * (args.tank_min.xyz + args.tank_max.xyz)).z;
    return view_distance > 0.0 ? clamp(0.5 - (view_distance - middle) / args.scene_size, 0.02, 1.0) : 0.0;
}

// Coordinates in the largest centred square of the picture, 0 … 1, for square maps; negative outside of it.
vec2 square() {
    vec2 size = picture_size(), at = (gl_FragCoord.xy - 0.5 * size) / min(size.x, size.y) + 0.5;
    return any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0))) ? vec2(-1.0) : at;
}
