// The layer of spray, foam and bubbles: their dots add up in the pixels that they cover.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/absorption.glsl"
#include "render/diffuse_dot.glsl"
#include "render/diffuse_sums.glsl"
#include "render/light_view.glsl"
#include "render/solid_shadow.glsl"
#include "render/view_numbers.glsl"

layout(constant_id = 5) const bool OBSTACLES = false;

layout(std430, set = 1, binding = DIFFUSE_LAYER) restrict buffer Layer { uint layer[]; };  // three sums a pixel
layout(std430, set = 1, binding = DIFFUSE_TILES) restrict buffer Tiles { uint tile[]; };   // 1: some of the layer is in it
layout(set = 1, binding = DIFFUSE_FRONT) uniform sampler2D front;    // view distance, m; 0: no water
layout(set = 1, binding = DIFFUSE_BEHIND) uniform sampler2D behind;  // a: view distance of a solid, m

const float kDotsPerPixel = 0.7;  // of the drawn radius
const float kScatter = 2.4;       // greatest distance of a dot on each axis, drawn radii
const float kShutter = 0.003;     // s: exposure, which stretches spray along its motion
const float kThinnest = 0.75;     // pixels: half a width

// properties: what diffuse_layer.frag, or a view, makes of them; distance: in view, m.
void add(Dot d, vec2 properties, float distance, float drawn, float random) {
    vec2 reach = abs(d.streak) + drawn;
    ivec2 low = lowest(d, reach), high = highest(d, reach);
    // One loop for both axes: neighbouring invocations, which wait for one another, have rectangles of different shapes.
    for (ivec2 at = low; at.y <= high.y; at = at.x < high.x ? at + ivec2(1, 0) : ivec2(low.x, at.y + 1)) {
        float depth = depth_at(d, vec2(at) + 0.5) * kSumUnit;
        if (at.x > high.x || depth == 0.0) continue;
        if ((SOLIDS > 0u || OBSTACLES) && distance > texelFetch(behind, at, 0).a) continue;
        uvec3 sums = uvec3(depth * vec3(1.0, properties) + random);
        uint k = 3u * uint(at.y * target.size.x + at.x);
        atomicAdd(layer[k], sums.x);
        atomicAdd(layer[k + 1u], sums.y);
        atomicAdd(layer[k + 2u], sums.z);
    }
}

void mark_tiles(vec2 center, vec2 reach) {
    reach += 1.0;  // which diffuse_layer.frag spreads it by
    vec2 from = max(center - reach, vec2(0.0)), to = min(center + reach, vec2(target.size - 1));
    if (any(greaterThan(from, to))) return;
    ivec2 low = ivec2(from) / kFoamTile, high = ivec2(to) / kFoamTile;
    for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) {
            int k = y * foam_tile_columns() + x;
            if (tile[k] == 0u) atomicOr(tile[k], 1u);
        }
}

// m of water before a point: pixels; view distance, m.
float water_before(vec2 at, float distance) {
    ivec2 last = textureSize(front, 0) - 1;
    float surface = texelFetch(front, clamp(ivec2(at * float(args.supersample)), ivec2(0), last), 0).r;
    return surface > 0.0 ? max(distance - surface - 2.0 * args.eye.w, 0.0) : 0.0;
}

// Pixels; view distance, m.
vec3 projected(vec3 x) {
    vec3 c = to_view(x);
    return vec3((vec2(c.x / args.right.w, -c.y / args.up.w) / -c.z * 0.5 + 0.5) * vec2(target.size), -c.z);
}

void main() {
    uint k = gl_GlobalInvocationID.x;
    if (k >= target.count) return;
    vec4 own = diffuse_position[k];
    if (own.w <= 0.0) return;
    vec4 motion = diffuse_velocity[k];
    vec3 x = own.xyz - args.before * motion.xyz, place = projected(x);
    if (!(place.z - 2.0 * kScatter * args.eye.w > args.back.w)) return;
    float scale = 0.5 * float(target.size.y) / (args.up.w * place.z), radius = scale * args.eye.w;  // pixels a metre; pixels

    vec2 across = vec2(dot(args.right.xyz, motion.xyz), -dot(args.up.xyz, motion.xyz));
    Dot each = dot_of(motion.w, own.w, (0.5 * kShutter * scale) * across);
    float water = args.water.w * water_before(place.xy, place.z);
    each.depth *= exp(-kAbsorption.g * water);
    vec2 properties = vec2(past_solids(x), min(water + 1.2 * each.bubble, 64.0));  // around a bubble is water too
    if (target.shown == kFoamKinds) properties = vec2(1.0 - each.foam - each.bubble, each.bubble);
    if (target.shown == kFoamLife) properties = vec2(min(own.w / target.life, 1.0), 0.0);

    // Some are close together and others far apart, or all would look like copies of one cluster.
    float looseness = random_of(~k), scatter = kScatter * args.eye.w * mix(0.3, 1.0, looseness * looseness);
    float count = clamp(kDotsPerPixel * radius, 1.0, kMostDots), larger = sqrt(kMostDots / count);
    mark_tiles(place.xy, abs(each.streak) + kThinnest + scale * scatter + radius * larger * half_width(1.0, 1.0));
    for (float n = 0.0; n < count; n += 1.0) {
        uint seed = k * uint(kMostDots) + uint(n);
        vec3 layered = vec3(1.0, 1.0 - 0.7 * each.foam, 1.0);  // foam lies on water
        vec3 around = x + scatter * layered * scattered(seed);
        if (args.floor_y > -1e20) around = clamp(around, min(x, args.tank_min.xyz), max(x, args.tank_max.xyz));
        vec3 at = projected(around);
        float random = random_of(seed), width = radius * larger * half_width(random, each.foam);
        float drawn = clamp(width, kThinnest, kWidest);
        Dot d = each;
        d.center = at.xy;
        d.depth *= min(count - n, 1.0);  // the last one fades in as they come nearer
        widen(d, width, drawn);
        add(d, properties, at.z, drawn, random);
    }
}
