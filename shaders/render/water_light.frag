// Share of the sun's light that passes the water, on the sun's map: tinted, and gathered or spread by the waves of its surface.
// a: the mean depth of the water in the light's view, 0 … 1.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"
#include "render/diffuse_sums.glsl"
#include "render/sun_front.glsl"

layout(constant_id = 1) const uint SIZE = 1u;       // texels along an edge of this map
layout(constant_id = 3) const bool FOAM = false;  // there is spray, foam or bubbles that live

layout(set = 1, binding = LIGHT_FROM) uniform sampler2D sun_bend;    // sun_bend.frag
layout(set = 1, binding = LIGHT_FRONT) uniform sampler2D sun_front;  // sun_front.glsl
layout(std430, set = 1, binding = LIGHT_FOAM) restrict readonly buffer Foam { uint foam[]; };  // optical depth: diffuse_shadow.comp
layout(location = 0) out vec4 share;

// Their optical depth, interpolated between the texels of its own, coarser map.
float foam_depth(vec2 at) {
    int size = int(SIZE) / kFoamShadowCoarser;
    vec2 texel = clamp(at * float(size) - 0.5, 0.0, float(size - 1));
    ivec2 low = min(ivec2(texel), ivec2(size - 2));
    vec2 between = texel - vec2(low);
    int k = low.y * size + low.x;
    vec2 rows = mix(vec2(foam[k], foam[k + size]), vec2(foam[k + 1], foam[k + size + 1]), between.x);
    return mix(rows.x, rows.y, between.y) / kSumUnit;
}

vec2 moved(vec2 at) { return textureLod(sun_bend, at, 0.0).rg; }

void main() {
    vec2 at = gl_FragCoord.xy / float(SIZE);
    // The ray that arrives here: q + moved(q) = at.
    vec2 q = at - moved(at);
    q = at - moved(q);
    // Light is as much brighter as the area is smaller over which a bundle of rays spreads.
    float step = float(front_step(SIZE)) / float(SIZE);
    vec2 along_x = (moved(q + vec2(step, 0.0)) - moved(q - vec2(step, 0.0))) / (2.0 * step);
    vec2 along_y = (moved(q + vec2(0.0, step)) - moved(q - vec2(0.0, step))) / (2.0 * step);
    float area = (1.0 + along_x.x) * (1.0 + along_y.y) - along_x.y * along_y.x;
    float gathered = clamp(1.0 / max(1e-3, abs(area)), 0.35, 4.0);
    vec2 water = texelFetch(sun_front, ivec2(gl_FragCoord.xy), 0).rg;
    // What leaves the tank through its side arrives scattered: beside it the floor has the water's shadow alone.
    vec3 x = from_light(args.sun, at, water.y);
    x -= args.sun.toward.xyz * ((x.y - args.floor_y) / args.sun.toward.y);
    vec2 inside = min(x.xz - args.tank_min.xz, args.tank_max.xz - x.xz);
    gathered = mix(1.0, gathered, smoothstep(-args.eye.w, args.eye.w, min(inside.x, inside.y)));
    float aside = args.shadow * (1.0 - exp(-water.x / (3.0 * args.eye.w)));
    float past_foam = FOAM ? exp(-foam_depth(at)) : 1.0;
    share = vec4(transmittance(water.x) * (gathered * (1.0 - aside) * past_foam), water.y + 0.25 * water.x * args.sun.toward.w);
}
