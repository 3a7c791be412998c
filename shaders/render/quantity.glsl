// The colour of a particle by one of its numbers; the pipeline's constants choose how it is read and which map it uses
// (src/render/particles/coloring.def).
#include "render/bindings.glsl"
#include "render/color_map.glsl"

layout(constant_id = 2) const uint READING = 0u;    // Reading
layout(constant_id = 3) const uint MAP = 0u;      // ColorMap

layout(std430, set = 1, binding = SHADED_VALUE) restrict readonly buffer Value { uint value_words[]; };
layout(push_constant) uniform Quantity {
    float low, scale;  // the colour map's t = (value − low) · scale
} quantity;

float value_of(uint i) {
    if (READING == 3u) return float(value_words[2u * i] + value_words[2u * i + 1u]);
    if (READING == 4u) return float(value_words[i]);
    vec4 v = uintBitsToFloat(
        uvec4(value_words[4u * i], value_words[4u * i + 1u], value_words[4u * i + 2u], value_words[4u * i + 3u]));
    if (READING >= 5u) return READING == 5u ? v.x : v.y;
    return READING == 0u ? length(v.xyz) : READING == 1u ? v.w : (v.w / args.rest_density - 1.0) * 100.0;
}

// sRGB-encoded.
vec3 quantity_color(uint i) { return map_color(MAP, (value_of(i) - quantity.low) * quantity.scale); }
