// A buffer between the passes of water, as a picture.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/srgb.glsl"
#include "render/show.glsl"
#include "render/surface_normal.glsl"
#include "render/thickness.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;

layout(set = 1, binding = 3) uniform sampler2D behind;
layout(set = 1, binding = 4) uniform sampler2D sun_thickness;
layout(location = 0) out vec4 picture;

void main() {
    vec2 uv = gl_FragCoord.xy / picture_size();
    ivec2 at = ivec2(gl_FragCoord.xy) * int(SUPERSAMPLE);
    float here = texelFetch(front, at, 0).r, height = args.tank_max.y - args.tank_min.y;
    vec3 shown = vec3(0.0);
    if (VIEW == kFront || VIEW == kSurface) shown = linear_of(vec3(nearness(here)));
    if (VIEW == kNormals && here > 0.0) shown = linear_of(to_world_direction(surface_normal(at, here)) * 0.5 + 0.5);
    if (VIEW == kThickness) shown = linear_of(vec3(min(thickness_at(uv).r / height, 1.0)));
    if (VIEW == kFoam) shown = vec3(1.0 - exp(-thickness_at(uv).g));
    if (VIEW == kSunThickness) {
        vec2 map = square();
        if (map.x >= 0.0) shown = linear_of(vec3(min(textureLod(sun_thickness, map, 0.0).r / height, 1.0)));
    }
    if (VIEW == kBehind) shown = textureLod(behind, uv, 0.0).rgb * args.sky_light.w;
    picture = vec4(shown, 1.0);
}
