// Shows a buffer between the passes of water as a picture.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/srgb.glsl"
#include "render/show.glsl"
#include "render/surface_normal.glsl"
#include "render/thickness.glsl"
#include "render/water_tiles.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;

layout(set = 1, binding = WATER_BEHIND) uniform sampler2D behind;
layout(set = 1, binding = WATER_SUN_THICKNESS) uniform sampler2D sun_thickness;
layout(set = 1, binding = WATER_LIGHT) uniform sampler2D water_light;
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
    if (VIEW == kWaterLight) {
        vec2 map = square();
        if (map.x >= 0.0) shown = textureLod(water_light, map, 0.0).rgb;
    }
    if (VIEW == kSolids) {
        float solid = textureLod(behind, uv, 0.0).a;
        shown = linear_of(vec3(solid < 1e4 ? nearness(solid) : 0.0));
    }
    if (VIEW == kTiles) {
        ivec2 tile = at / int(args.front_divisor) / kTile;
        shown = vec3(tiles.word[tile.y * tile_columns() + tile.x]);
    }
    picture = vec4(shown, 1.0);
}
