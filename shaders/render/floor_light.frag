// Sky light on the floor, under and around the fluid: for every texel of the sky map's square, the mean over many taps.
// The floor reads this map interpolated, because few taps per pixel would show their pattern.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/frame.glsl"
#include "render/scene_light.glsl"

layout(location = 0) out float open;

void main() {
    vec2 at = gl_FragCoord.xy / float(textureSize(sky_map, 0).x) * 2.0 - 1.0;
    vec3 x = args.sky.center.xyz + args.sky.right.xyz * (at.x / args.sky.right.w) +
             args.sky.up.xyz * (at.y / args.sky.up.w);
    open = sky_visibility(vec3(x.x, args.tank_min.y, x.z), 64, 0.10 * args.scene_size, vec2(1.0, 0.0));
}
