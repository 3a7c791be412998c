// What stands behind the fluid: a dark floor under the tank that fades into the distance, solids, the tiles of a basin, and
// the tank's far walls of glass, which scatter a little light. Includers must define past_fluid(x) and sky_on_floor(x), the
// shares of the sun's and the sky's light that the fluid lets through to x.
#include "render/basin.glsl"
#include "render/bindings.glsl"
#include "render/noise.glsl"
#include "render/soft_shadow.glsl"

layout(constant_id = 5) const bool OBSTACLES = false;
layout(set = 0, binding = FRAME_OBSTACLES) uniform sampler2D obstacles;  // obstacles.frag, meshes.frag; w: 0: none

// Share of a pixel `width` wide at `x` that lies on a joint; joints are `joint` wide and centred on whole numbers.
float joint_share(float x, float width, float joint) {
    float w = max(width, joint);
    float from = abs(fract(x - 0.5) - 0.5);  // distance to the nearest joint
    return clamp((0.5 * (w + joint) - from) / w, 0.0, 1.0) * min(1.0, joint / w);
}

// The sky's light on a surface with that normal, blended with the floor's from below.
vec3 sky_on(vec3 normal) { return mix(args.ground_light.rgb, args.sky_light.rgb, 0.5 + 0.5 * normal.y); }

// m from x to the tank, over the floor.
float beside_tank(vec3 x) {
    return length(max(max(args.tank_min.xz - x.xz, x.xz - args.tank_max.xz), vec2(0.0)));
}

// Concrete, cast in large slabs.
vec3 shade_floor(vec3 x, vec3 direction, float distance, float pixel_angle, vec3 sun) {
    vec2 at = (x.xz - args.tank_min.xz) / args.tank_min.w;
    float footprint = distance * pixel_angle / args.tank_min.w;
    vec2 ahead = abs(direction.xz) / max(1e-6, length(direction.xz));  // a pixel's footprint is longer this way
    vec2 widths = footprint * mix(vec2(1.0), vec2(1.0 / max(0.02, abs(direction.y))), ahead);
    float joints = max(joint_share(0.25 * at.x, 0.25 * widths.x, 0.004), joint_share(0.25 * at.y, 0.25 * widths.y, 0.004));
    float width = max(widths.x, widths.y);
    float stains = mix(noise(0.6 * at), 0.5, smoothstep(0.4, 1.6, width));
    float grain = mix(0.6 * noise(4.0 * at) + 0.4 * noise(13.0 * at), 0.5, smoothstep(0.03, 0.25, width));
    vec3 albedo = vec3(0.072, 0.074, 0.076) * (0.72 + 0.36 * stains + 0.2 * grain) * mix(1.0, 0.7, joints);

    float open = sky_on_floor(x), contact = 1.0 - 0.45 * exp(-beside_tank(x) / (0.055 * args.scene_size));
    vec3 light = (args.sky_light.rgb * open + sun * args.sun.toward.y) * contact;
    return mix(albedo * light, args.sky_light.rgb * (0.3 + 0.7 * open), floor_fresnel(direction));
}

float tile_edge() { return exp2(round(log2(args.scene_size / 62.0))); }  // m

// A random value, 0 … 1, for each tile.
float tile_value(ivec3 tile) {
    uint h = uint(tile.x) * 0x8da6b343u ^ uint(tile.y) * 0xd8163841u ^ uint(tile.z) * 0xcb1ab31fu;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    return float((h ^ (h >> 13)) & 0xffffu) / 65535.0;
}

vec3 shade_tiles(vec3 x, vec3 outward, vec3 direction, float distance, float pixel_angle, vec3 sun) {
    bool level = outward.y < 0.0;
    float edge = tile_edge();
    vec3 from = (x - args.tank_min.xyz) / edge;
    vec2 at = level ? from.xz : outward.x != 0.0 ? from.zy : from.xy;
    vec2 along = level ? direction.xz : outward.x != 0.0 ? direction.zy : direction.xy;
    float facing = max(0.02, abs(dot(outward, direction)));
    vec2 ahead = abs(along) / max(1e-6, length(along));
    vec2 widths = distance * pixel_angle / edge * mix(vec2(1.0), vec2(1.0 / facing), ahead);
    float joints = max(joint_share(at.x, widths.x, 0.05), joint_share(at.y, widths.y, 0.05));
    float value = tile_value(ivec3(ivec2(floor(at)), int(dot(outward, vec3(1.0, 2.0, 3.0)))));
    value = mix(value, 0.5, smoothstep(0.3, 1.2, max(widths.x, widths.y)));  // tiles smaller than a pixel
    vec3 tile = level ? mix(vec3(0.34, 0.45, 0.46), vec3(0.52, 0.58, 0.57), value)
                      : mix(vec3(0.08, 0.26, 0.33), vec3(0.17, 0.40, 0.45), value);
    vec3 albedo = mix(tile, level ? vec3(0.80, 0.82, 0.80) : vec3(0.50, 0.56, 0.55), joints);
    float coping = smoothstep(-0.5, 0.5, (x.y - args.rim + 0.6 * edge) / max(1e-6, distance * pixel_angle));
    albedo = mix(albedo, vec3(0.66, 0.63, 0.57), level ? 0.0 : coping);

    // Where sides meet, less of the sky is seen.
    vec3 gap = min(x - args.tank_min.xyz, args.tank_max.xyz - x);
    gap.y = x.y - args.tank_min.y;
    vec3 shade = 1.0 - 0.42 * (1.0 - abs(outward)) * exp(-gap / (0.025 * args.scene_size));
    float open = shade.x * shade.y * shade.z;
    // The basin's floor lights its walls.
    vec3 below = 0.45 * (args.sky_light.rgb + args.sun_light.rgb * args.sun.toward.y);
    vec3 around = mix(args.sky_light.rgb, below, 0.5 * (1.0 - abs(outward.y)));
    return albedo * open * (around + sun * max(0.0, -dot(outward, args.sun.toward.xyz)));
}

// Whether x belongs to what a plane holds back that is a slope on which sand rests; what is level is a floor.
bool is_sand(vec3 x) {
    const float kRepose = 0.83;  // cosine of the angle of repose, 34°
    bool sand = false;
    for (uint k = 0u; k < PLANES; ++k) {
        vec4 plane = args.planes[k];
        bool below = dot(plane.xyz, x) - plane.w < 1e-3 * args.scene_size;
        sand = sand || (below && plane.y > kRepose && plane.y < 0.9999);
    }
    return sand;
}

// Sand: patches, and on the slope ripples along the level lines, as coarse as tiles are; where glass cuts through it, layers.
vec3 shade_sand(vec3 x, vec3 normal, vec3 direction, float distance, float pixel_angle, vec3 sun) {
    vec2 downhill = normalize(normal.xz + vec2(1e-6, 0.0));
    bool cut = normal.y < 0.5;
    vec2 at = cut ? vec2(2.0 * x.y, dot(x.xz, vec2(-downhill.y, downhill.x)))
                  : vec2(dot(x.xz, downhill), dot(x.xz, vec2(-downhill.y, downhill.x)));
    at /= tile_edge();
    float width = distance * pixel_angle / (tile_edge() * max(0.05, abs(dot(normal, direction))));
    float patches = noise(vec2(0.9, 0.5) * at), lumps = noise(2.7 * at + 31.0), grain = noise(23.0 * at + 57.0);
    float coarse = 1.0 - smoothstep(0.3, 0.9, width), fine = 1.0 - smoothstep(0.02, 0.08, width);
    float phase = 6.2831853 * (1.4 * at.x + 0.9 * patches + 0.25 * lumps);
    float ripples = (cut ? 0.0 : coarse) * (0.25 + 0.75 * noise(vec2(0.35, 0.3) * at + 11.0));
    vec3 tilted = normalize(normal + vec3(downhill.x, 0.0, downhill.y) * (0.16 * ripples * cos(phase)));
    float value = 0.45 * patches + 0.35 * mix(0.5, lumps, coarse) + 0.2 * mix(0.5, grain, fine);
    vec3 albedo = mix(vec3(0.48, 0.36, 0.215), vec3(0.68, 0.55, 0.37), value);
    vec3 sky = sky_on(tilted) * (1.0 - 0.12 * ripples * (0.5 - 0.5 * sin(phase)));
    return albedo * (sky + sun * max(0.0, dot(tilted, args.sun.toward.xyz)));
}

// Paint; or plaster, with the pattern of the floor's tiles if `tiled`, whose lines show how water refracts it; or sand.
vec3 shade_solid(vec3 x, Solid solid, vec3 direction, float distance, float pixel_angle, bool tiled, vec3 sun) {
    vec3 normal = solid.normal;
    vec4 paint = PAINTED && solid.body > 0u ? bodies[solid.body - 1u].color : vec4(0.0);
    bool painted = paint.w > 0.0;
    if (PLANES > 0u && !painted && is_sand(x)) return shade_sand(x, normal, direction, distance, pixel_angle, sun);
    vec3 n = abs(normal), from = (x - args.tank_min.xyz) / args.tank_min.w;
    vec2 at = n.y >= max(n.x, n.z) ? from.xz : n.x >= n.z ? from.zy : from.xy;
    float width = distance * pixel_angle / (args.tank_min.w * max(0.05, abs(dot(normal, direction))));
    float joints = tiled ? max(joint_share(at.x, width, 0.03), joint_share(at.y, width, 0.03)) : 0.0;
    vec3 albedo = painted ? paint.rgb : vec3(0.46, 0.43, 0.39) * mix(1.0, 0.55, joints);
    return albedo * (sky_on(normal) + sun * max(0.0, dot(normal, args.sun.toward.xyz)));
}

// The tank's far walls of glass, which scatter a share of the light they receive, so that the fluid's shadow is visible.
vec3 glazed(vec3 color, vec3 outward, vec3 sun) {
    vec3 light = sky_on(vec3(0.0)) + sun * abs(dot(outward, args.sun.toward.xyz));
    return mix(color, 0.8 * light, args.glass);
}

// Linear colour; a: distance of a solid, in lengths of the ray, at most 1e4.
vec4 shade_background(vec3 ray) {
    const float kHorizon = 1e6;  // m: the floor has long faded into the backdrop
    float pixel_angle = 2.0 * args.up.w / float(args.height), length_of = length(ray);
    vec3 direction = ray / length_of;
    Solid solid = meet_solids(args.eye.xyz, direction);
    bool tiled = true;
    if (OBSTACLES) {
        vec4 obstacle = texelFetch(obstacles, ivec2(gl_FragCoord.xy), 0);
        float at = obstacle.w * length_of;
        if (at > 0.0 && at < solid.at) {
            solid = drawn_solid(at, obstacle);
            tiled = !MESHES;  // on a round shape the lines would look like cracks, and slide if it moves
        }
    }
    Leaving tank = leave_tank(args.eye.xyz, direction);
    vec3 side = args.eye.xyz + direction * tank.at;
    bool tiles = meets_tiles(tank, side) && tank.at < solid.at, has_solid = solid.at < 1e8 && !tiles;
    bool glass = tank.enter < tank.at && tank.at > 0.0 && tank.outward.y == 0.0 && !tiles;
    float distance = has_solid ? solid.at : tiles ? tank.at : (args.floor_y - args.eye.y) / direction.y;
    vec3 x = args.eye.xyz + direction * distance;
    bool on_floor = !has_solid && !tiles && direction.y < 0.0 && distance >= 0.0 && distance < kHorizon;
    float far = on_floor ? faded(x) : 1.0;  // of the floor

    // What arrives from the sun at the solid, the tiles or the floor, and at the glass: a loop, so that the code is there
    // once.
    vec3 sun = vec3(0.0), sun_on_glass = vec3(0.0);
    for (int k = 0; k < 2; ++k) {
        if (k == 0 ? !has_solid && !tiles && far >= 1.0 : has_solid || !glass) continue;
        vec3 above = has_solid ? solid.normal * max(0.5 * args.eye.w, above_mesh()) : vec3(0.0);
        vec3 at = k == 1 ? side : x + above;
        vec3 light = args.sun_light.rgb * past_fluid(at) * softly_past_solids(at);
        if (k == 0) sun = light;
        else sun_on_glass = light;
    }

    vec3 color = vec3(0.0);
    if (has_solid) {
        color = shade_solid(x, solid, direction, distance, pixel_angle, tiled, sun);
    } else if (tiles) {
        color = shade_tiles(x, tank.outward, direction, distance, pixel_angle, sun);
    } else {
        if (far < 1.0) color = shade_floor(x, direction, distance, pixel_angle, sun);
        if (far > 0.0) color = mix(color, backdrop(direction), far);
        if (glass) color = glazed(color, tank.outward, sun_on_glass);
    }
    return vec4(color, min(1e4, solid.at / length_of));
}
