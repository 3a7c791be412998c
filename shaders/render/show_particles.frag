// Shows a buffer between the passes of particles as a picture.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/srgb.glsl"
#include "render/show.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;

layout(set = 0, binding = FRAME_SUN_MAP) uniform sampler2D sun_map;
layout(set = 0, binding = FRAME_SKY_MAP) uniform sampler2D sky_map;
layout(set = 0, binding = FRAME_VISIBLE) uniform usampler2D visible;
layout(set = 0, binding = FRAME_DEPTH) uniform sampler2D scene_depth;
layout(set = 0, binding = FRAME_FLOOR_LIGHT) uniform sampler2D floor_light;
layout(location = 0) out vec4 picture;

// Colours that differ strongly for neighbouring numbers.
vec3 color_of(uint number) {
    uvec3 h = number * uvec3(0x9e3779b1u, 0x85ebca6bu, 0xc2b2ae35u);
    return vec3((h ^ (h >> 15)) & 255u) / 255.0;
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * int(SUPERSAMPLE);
    vec2 map = square();
    vec3 shown = vec3(0.0);
    float depth = texelFetch(scene_depth, at, 0).r;
    uint particle = texelFetch(visible, at, 0).r;
    if (VIEW == kDepth) shown = linear_of(vec3(depth > 0.0 ? nearness(-view_z_of(depth)) : 0.0));
    if (VIEW == kVisible && particle > 0u) shown = linear_of(color_of(particle));
    if (map.x >= 0.0 && VIEW == kSunMap) shown = linear_of(vec3(1.0 - textureLod(sun_map, map, 0.0).r));
    if (map.x >= 0.0 && VIEW == kSkyMap) shown = linear_of(vec3(1.0 - textureLod(sky_map, map, 0.0).r));
    if (map.x >= 0.0 && VIEW == kFloorLight) shown = linear_of(vec3(textureLod(floor_light, map, 0.0).r));
    picture = vec4(shown, 1.0);
}
