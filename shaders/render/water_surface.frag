// The picture of water: what is behind it, refracted and absorbed; what it reflects; the sun's glint. Every visibility
// sample of a pixel is shaded, so that edges are smooth.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "render/bindings.glsl"
#include "render/frame.glsl"
#include "render/scene_light.glsl"
#include "render/absorption.glsl"
#include "render/past_water.glsl"
#include "render/background.glsl"
#include "render/surface_normal.glsl"
#include "render/thickness.glsl"
#include "render/tone.glsl"

layout(constant_id = 1) const uint SUPERSAMPLE = 1u;  // args.supersample; constant: see floor_y in render_args.glsl

layout(constant_id = 3) const bool WET = true;       // water_tiles.glsl

layout(constant_id = 8) const bool SUBMERGED = false;  // the eye is in the tank, so maybe in the water

layout(set = 0, binding = FRAME_DEPTH) uniform sampler2D drawn_depth;  // reversed; of the ellipsoids
layout(set = 1, binding = WATER_BEHIND) uniform sampler2D behind;     // linear; a: view distance of a solid
layout(location = 0) out vec4 picture;

vec2 picture_coordinates(vec3 x) {
    vec3 v = to_view(x);
    return vec2(v.x / args.right.w, -v.y / args.up.w) / max(-v.z, 1e-4) * 0.5 + 0.5;
}

// Boundary particles and meshes are known only as the camera sees them: the view distance of the one seen at x; 0: none
float obstacle_at(vec3 x) { return OBSTACLES ? textureLod(obstacles, picture_coordinates(x), 0.0).w : 0.0; }

// m along a direction from x until the view distance is that of such a solid.
float until(float obstacle, vec3 x, vec3 direction) {
    return (obstacle + to_view(x).z) / max(0.1, -dot(args.back.xyz, direction));
}

// The scene without water where it is seen at x: tiles look the same from everywhere, and none hides another.
vec3 scene_at(vec3 x) { return textureLod(behind, picture_coordinates(x), 0.0).rgb; }

// Light that so many metres of water send back of their own, where the sun's share `sun` arrives.
vec3 scattered(float wet, float sun) {
    return args.water.rgb * (args.sky_light.rgb + sun * args.sun_light.rgb) * (1.0 - transmittance(wet).r);
}

bool in_tank(vec3 x) { return x.y - args.floor_y < 1e20; }  // false: the scene has none

// A ray on its way: from a point in a direction (unit), with so much water behind it.
struct Path {
    vec3 x, direction;
    float wet;     // m
    bool arrived;  // what is at x is seen
};

// On through the water to the side of the tank where it is wet: floor and tiles end the ray there, glass lets it out, or
// mirrors it beyond the critical angle.
Path to_side(Path path, Leaving tank) {
    vec3 x = path.x + path.direction * tank.at;
    path.wet += tank.at;
    path.x = x;
    path.arrived = tank.outward.y < 0.0 || (tank.outward.y == 0.0 && x.y < args.rim);
    if (path.arrived) return path;
    vec3 out_of = refract(path.direction, -tank.outward, args.index);
    path.direction = dot(out_of, out_of) > 0.0 ? out_of : reflect(path.direction, tank.outward);
    return path;
}

// What is seen along a ray that is refracted at x: tiles, the floor or a solid if the ray meets one inside the water, else
// what it meets after it has left the water, through the glass of the tank or its back, there in its old direction. depth: m
// of water straight ahead, before a solid; column: also behind it, if it is known only as the camera sees it, and the ray
// may miss it; whole: also behind any other. sun: share of its light that solids let through to x.
vec3 refracted(vec3 x, vec3 normal, vec3 direction, float depth, float column, float whole, float sun) {
    Path path = Path(x, refract(direction, normal, 1.0 / args.index), 0.0, false);
    Leaving tank = leave_tank(clamp(x, args.tank_min.xyz, args.tank_max.xyz), path.direction);
    // Water fills the way to the tank's side if about as much is seen straight ahead; between that and water that the ray
    // leaves by its back, what is seen changes steadily, or it would be cut out of the water.
    float filled = in_tank(x) ? smoothstep(0.6, 1.3, (1.6 * whole + 6.0 * args.eye.w) / max(tank.at, 1e-6)) : 0.0;
    float straight = path.direction.y < 0.0 ? min(column, max(0.0, (args.floor_y - x.y) / path.direction.y)) : column;
    float inside = filled > 0.0 ? mix(min(straight, tank.at), tank.at, filled) : straight;
    float solid = meet_solids(x, path.direction).at, here = -to_view(x).z;
    float obstacle = obstacle_at(x + path.direction * min(inside, depth));
    if (obstacle > 0.0 && obstacle <= here) inside = min(inside, depth);  // what the ray meets is hidden
    if (obstacle > here) obstacle = obstacle_at(x + path.direction * until(obstacle, x, path.direction));  // 0: beside it
    if (obstacle > here) solid = min(solid, until(obstacle, x, path.direction));
    inside = min(inside, solid);

    Path back = Path(x + path.direction * inside, direction, inside, inside == solid);
    if (filled > 0.0 && inside < solid) {
        path = to_side(path, tank);
        bool mirrored = dot(path.direction, tank.outward) < 0.0;
        Leaving next = leave_tank(path.x, path.direction);
        if (mirrored && !path.arrived && next.at > 0.0) path = to_side(path, next);
        path = Path(mix(back.x, path.x, filled), normalize(mix(back.direction, path.direction, filled)),
                    mix(back.wet, path.wet, filled), path.arrived && filled == 1.0);
    } else {
        path = back;
    }
    float onward = path.direction.y < 0.0 ? (args.floor_y - path.x.y) / path.direction.y : 1e9;
    Leaving beyond = leave_tank(path.x, path.direction);
    if (meets_tiles(beyond, path.x + path.direction * beyond.at)) onward = min(onward, beyond.at);
    onward = path.arrived ? 0.0 : min(onward, meet_solids(path.x, path.direction).at);
    obstacle = obstacle_at(path.x);
    if (obstacle > here) onward = min(onward, max(0.0, until(obstacle, path.x, path.direction)));
    vec3 seen = path.x + path.direction * clamp(onward, 0.0, 4.0 * args.scene_size);
    obstacle = obstacle_at(seen);
    if (obstacle > 0.0 && obstacle < here) seen = x;  // in front of the water
    return scene_at(seen) * transmittance(path.wet) + scattered(path.wet, sun);
}

// Where a ray from x meets a boundary particle or a mesh, m, as far as the camera sees them, before `end`; else `end`. Its
// points are tried in growing steps: the ray meets what a step takes it behind.
float meet_seen(vec3 x, vec3 direction, float end) {
    const int kSteps = 24, kHalvings = 4;
    float longest = min(end, 0.7 * args.scene_size), before = 0.0, met = end;
    float deepens = max(0.0, -dot(args.back.xyz, direction));
    for (int k = 1; k <= kSteps && met == end; ++k) {
        float at = longest * float(k * k) / float(kSteps * kSteps);
        vec3 there = x + direction * at;
        vec2 uv = picture_coordinates(there);
        float deep = -to_view(there).z, behind_it = deep - textureLod(obstacles, uv, 0.0).w;
        bool seen = deep > 0.0 && behind_it < deep && clamp(uv, 0.0, 1.0) == uv;
        if (seen && behind_it > 0.0 && behind_it < deepens * (at - before) + 2.0 * args.eye.w) met = at;
        else before = at;
    }
    for (int k = 0; k < kHalvings && met < end; ++k) {
        float middle = 0.5 * (before + met);
        vec3 there = x + direction * middle;
        float obstacle = obstacle_at(there);
        if (obstacle > 0.0 && -to_view(there).z > obstacle) met = middle;
        else before = middle;
    }
    return met;
}

// What the water's surface mirrors: solids and the tiles of the basin above it, as the camera sees them, or the environment.
// A ray that goes down to where water is seen meets that, which mirrors it once more as level water would. Level rays are
// raised: of ripples that the front does not show, an eye near the surface sees the sides that face it.
vec3 mirrored(vec3 x, vec3 direction) {
    const float kRaised = 0.1;
    vec3 body = vec3(0.0);  // of the water that it meets
    float share = 1.0;
    Leaving tank = leave_tank(x, direction);
    if (direction.y < 0.0 && in_tank(x)) {
        vec3 below = x + direction * tank.at;
        float wet = thickness_at(picture_coordinates(below)).r;
        if (wet > 4.0 * args.eye.w) {
            share = args.fresnel + (1.0 - args.fresnel) * fifth_power(1.0 + direction.y);
            body = scene_at(below) * transmittance(wet) + scattered(wet, 1.0);
            direction.y = -direction.y;
        }
    }
    if (direction.y >= 0.0 && in_tank(x)) {
        direction = normalize(vec3(direction.x, sqrt(direction.y * direction.y + kRaised * kRaised), direction.z));
        tank = leave_tank(x, direction);
    }
    bool tiles = meets_tiles(tank, x + direction * tank.at);
    float end = min(tiles ? tank.at : 1e8, meet_solids(x, direction).at);
    if (OBSTACLES) end = meet_seen(x, direction, end);
    return mix(body, end < 1e8 ? scene_at(x + direction * end) : environment(x, direction), share);
}

#include "render/from_below.glsl"

// m from x to the tank's sides that the eye looks through along a direction.
vec3 gap_to_glass(vec3 x, vec3 direction) {
    return mix(args.tank_max.xyz - x, x - args.tank_min.xyz, greaterThan(direction, vec3(0.0)));
}

// Against glass that the eye looks through, water is as flat as the glass, and its surface meets it at a right angle: the
// filter has rounded the edge between them.
vec3 against_glass(vec3 normal, vec3 x, vec3 direction) {
    vec3 toward = -sign(direction), gap = gap_to_glass(x, direction) / args.eye.w;
    vec3 facing = normal * toward, flat_share = step(0.6, facing) * step(gap, vec3(3.0));
    vec3 upright = max(facing, vec3(0.0)) * (1.0 - smoothstep(5.0, 14.0, gap));
    flat_share.y = upright.y = 0.0;
    vec3 turned = normal + toward * mix(-upright, vec3(8.0), flat_share);
    return in_tank(x) ? normalize(turned) : normal;
}

// Thin water is round at its edge, which the filter has flattened: there the normal, in view space, is tilted by the
// slope of half the thickness.
vec3 rounded(vec3 normal, vec2 uv, float here, float depth) {
    float thin = exp2(-depth / (3.0 * args.eye.w));
    if (thin < 0.05) return normal;
    vec2 step = 2.0 * float(args.front_divisor) / picture_size();
    vec2 across = 4.0 * here * vec2(args.right.w, args.up.w) * step;  // m, from one side to the other
    vec2 slope = vec2(thickness_at(uv + vec2(step.x, 0.0)).r - thickness_at(uv - vec2(step.x, 0.0)).r,
                      thickness_at(uv - vec2(0.0, step.y)).r - thickness_at(uv + vec2(0.0, step.y)).r) / across;
    return normalize(normal - vec3(clamp(0.5 * (thin - 0.05) * slope, -1.0, 1.0), 0.0));
}

// An eye in the water sees no surface before it, only particles: within some radii of it nothing is refracted or reflected,
// nor anywhere if it is some radii deep. 1: there.
float near_eye(float here) {
    float near = 1.0 - smoothstep(3.0, 9.0, here / args.eye.w);
    return SUBMERGED ? max(near, smoothstep(0.0, 6.0, depth_of_eye() / args.eye.w)) : near;
}

// The sun mirrored by ripples finer than the front shows: microfacets of that roughness after Trowbridge and Reitz, "GGX"
// [Walter07, eq. 20, 33, 34], with Schlick's Fresnel term. sun_light is light per albedo: irradiance over π.
vec3 sun_glint(vec3 normal, vec3 direction) {
    const float kRoughness = 0.04;
    const float a = kRoughness * kRoughness;
    vec3 half_way = normalize(args.sun.toward.xyz - direction);
    float nh = max(0.0, dot(normal, half_way)), nv = max(0.05, -dot(normal, direction));
    float nl = max(0.0, dot(normal, args.sun.toward.xyz)), vh = max(0.0, -dot(direction, half_way));
    float narrow = nh * nh * (a - 1.0) + 1.0;
    float fresnel = args.fresnel + (1.0 - args.fresnel) * fifth_power(1.0 - vh);
    // The distribution over 4 nv nl, the shadowing, times nl; π of the distribution cancels that of the irradiance.
    float shadowing = 2.0 * nl / (nl * sqrt(a + (1.0 - a) * nv * nv) + nv * sqrt(a + (1.0 - a) * nl * nl) + 1e-6);
    float glint = a / (narrow * narrow) * fresnel * shadowing * 0.25;
    return args.sun_light.rgb * (args.sun_light.w * min(glint, 8.0));
}

// column: m of water; most: of it fit before a solid. drawn: that is a boundary particle or a mesh.
vec3 shade_sample(ivec2 at, float here, vec3 x, vec3 direction, float column, float most, bool drawn) {
    vec2 uv = (vec2(at) + 0.5) / sample_size();
    float inside = near_eye(here);
    // Thickness lacks the balls that the near plane cuts: a layer of their radius, 2.2 of a particle in the midst of water.
    if (SUBMERGED) column += inside * (2.2 * args.eye.w + args.back.w) * distance(x, args.eye.xyz) / here;
    float depth = max(min(column, most), 0.5 * args.eye.w);
    vec3 flat_normal = surface_normal(at, here);
    vec3 normal = against_glass(to_world_direction(rounded(flat_normal, uv, here, depth)), x, direction);
    float facing = -dot(normal, direction);
    if (facing < 0.05) {  // smoothing has turned it away from the eye
        normal = normalize(normal + direction * (facing - 0.05));
        facing = -dot(normal, direction);
    }

    float fresnel = (1.0 - inside) * (args.fresnel + (1.0 - args.fresnel) * fifth_power(1.0 - facing));
    vec3 bend_at = normalize(mix(normal, -direction, inside));
    float sun = past_solids(x + args.sun.toward.xyz * (0.5 * args.eye.w + above_mesh()));
    vec3 color = mix(refracted(x, bend_at, direction, depth, drawn ? max(column, depth) : depth, column, sun),
                     mirrored(x, reflect(direction, normal)), fresnel);
    if (SUBMERGED) {
        vec4 below = seen_from_below(direction, distance(x, args.eye.xyz) + most);
        color = mix(color, below.rgb, below.a * inside);
    }
    // With the normal before rounding: edges must not reflect the sun.
    vec3 shiny = against_glass(to_world_direction(flat_normal), x, direction);
    // Nor must the beads of which the water's edge at a wall is made.
    vec3 gap = min(x - args.tank_min.xyz, args.tank_max.xyz - x) / args.eye.w;
    float free = in_tank(x) ? smoothstep(2.0, 6.0, min(gap.x, gap.z)) : 1.0;
    return color + sun_glint(shiny, direction) * (sun * free * (1.0 - inside));
}

vec3 veiled(vec3 color, float foam) { return mix(foam_light(1.0), color, exp(-foam)); }

// View distance where the water begins, m, to compare with that of a solid: the ellipsoids' if it is less, because the
// filter moves lone drops back by some radii.
float before_solids(ivec2 at, float here) {
    if (SOLIDS == 0u && !OBSTACLES) return here;
    float drawn = texelFetch(drawn_depth, at / int(args.front_divisor), 0).r;
    return drawn > 0.0 ? min(here, -view_z_of(drawn)) : here;
}

void main() {
    int edge = int(SUPERSAMPLE), samples = edge * edge;
    vec2 uv = gl_FragCoord.xy / picture_size();
    float foam = thickness_at(uv).g;
    vec4 back = texelFetch(behind, ivec2(gl_FragCoord.xy), 0);
    float obstacle = OBSTACLES ? texelFetch(obstacles, ivec2(gl_FragCoord.xy), 0).w : 0.0;
    bool drawn = obstacle > 0.0 && obstacle < 1.001 * back.a;  // not hidden by another solid
    vec3 open = tone_map(args.sky_light.w * veiled(back.rgb, foam));
    vec3 sum = WET ? vec3(0.0) : float(samples) * open;
    for (int k = 0; k < (WET ? samples : 0); ++k) {
        ivec2 at = ivec2(gl_FragCoord.xy) * edge + ivec2(k % edge, k / edge);
        float here = texelFetch(front, at, 0).r;
        vec3 ray = view_ray(vec2(at) + 0.5, sample_size());
        vec3 x = args.eye.xyz + to_world_direction(ray * here), direction = normalize(to_world_direction(ray));
        float nearest = before_solids(at, here);
        bool water = here > 0.0 && x.y > args.floor_y && nearest < back.a;  // ellipsoids reach into floor and solids
        float most = (back.a - nearest) * length(ray);
        vec3 shaded = open;
        if (water) {
            // The front ends in the arcs of single particles; the water, as thickness shows it, ends in a smooth line.
            float column = thickness_at((vec2(at) + 0.5) / sample_size()).r;
            vec3 color = veiled(shade_sample(at, here, x, direction, column, most, drawn), foam);
            float ends = smoothstep(0.2, 1.0, column / args.eye.w);
            if (SUBMERGED) ends = max(ends, near_eye(here));
            shaded = mix(open, tone_map(args.sky_light.w * color), ends);
        }
        sum += shaded;
    }
    vec3 color = dithered(sum / float(samples), gl_FragCoord.xy);
    picture = vec4(color, brightness(color));  // a: for antialias.frag, not used elsewhere
}
