// What stands behind the fluid: a floor of large tiles under the tank that fades into the sky at the horizon, solids,
// and the tank's far walls, which scatter a little light. Includers must define past_fluid(x) and sky_on_floor(x), the
// shares of the sun's and the sky's light that the fluid lets through to x.
#include "render/bindings.glsl"
#include "render/solid_shadow.glsl"

layout(constant_id = 5) const bool OBSTACLES = false;
layout(set = 0, binding = FRAME_OBSTACLES) uniform sampler2D obstacles;  // obstacles.frag, meshes.frag; w: 0: none

// Share of a pixel `width` wide at `x` that lies on a joint; joints are `joint` wide and centred on whole numbers.
float joint_share(float x, float width, float joint) {
    float w = max(width, joint);
    float from = abs(fract(x - 0.5) - 0.5);  // distance to the nearest joint
    return clamp((0.5 * (w + joint) - from) / w, 0.0, 1.0) * min(1.0, joint / w);
}

// Mean of a checkerboard of 0 and 1 over a pixel, from its integral, a triangle wave.
float checker_mean(vec2 x, vec2 width) {
    vec2 w = max(width, vec2(1e-4)), a = x - 0.5 * w, b = x + 0.5 * w;
    vec2 mean = 2.0 * (abs(fract(0.5 * b) - 0.5) - abs(fract(0.5 * a) - 0.5)) / w;  // −1 … 1
    return 0.5 - 0.5 * mean.x * mean.y;
}

// The sky's light on a surface with that normal, blended with the floor's from below.
vec3 sky_on(vec3 normal) { return mix(args.ground_light.rgb, args.sky_light.rgb, 0.5 + 0.5 * normal.y); }

vec3 shade_floor(vec3 x, vec3 direction, float distance, float pixel_angle, vec3 sun) {
    vec2 at = (x.xz - args.tank_min.xz) / args.tank_min.w;
    float footprint = distance * pixel_angle / args.tank_min.w;
    vec2 ahead = abs(direction.xz) / max(1e-6, length(direction.xz));  // a pixel's footprint is longer this way
    vec2 widths = footprint * mix(vec2(1.0), vec2(1.0 / max(0.02, abs(direction.y))), ahead);
    float joints = max(joint_share(at.x, widths.x, 0.02), joint_share(at.y, widths.y, 0.02));
    vec3 albedo = mix(vec3(0.155, 0.165, 0.175), vec3(0.285, 0.285, 0.28), checker_mean(at, widths));
    albedo *= mix(1.0, 0.72, joints);

    float open = sky_on_floor(x);
    vec3 light = args.sky_light.rgb * open + sun * args.sun.toward.y;
    return mix(albedo * light, args.sky_light.rgb * (0.3 + 0.7 * open), floor_fresnel(direction));
}

// Plaster, with the pattern of the floor's tiles if `tiled`, whose lines show how water refracts it.
vec3 shade_solid(vec3 x, vec3 normal, vec3 direction, float distance, float pixel_angle, bool tiled, vec3 sun) {
    vec3 n = abs(normal), from = (x - args.tank_min.xyz) / args.tank_min.w;
    vec2 at = n.y >= max(n.x, n.z) ? from.xz : n.x >= n.z ? from.zy : from.xy;
    float width = distance * pixel_angle / (args.tank_min.w * max(0.05, abs(dot(normal, direction))));
    float joints = tiled ? max(joint_share(at.x, width, 0.03), joint_share(at.y, width, 0.03)) : 0.0;
    vec3 albedo = vec3(0.46, 0.43, 0.39) * mix(1.0, 0.55, joints);
    return albedo * (sky_on(normal) + sun * max(0.0, dot(normal, args.sun.toward.xyz)));
}

// The tank's far walls: glass that scatters a share of the light it receives, so that the fluid's shadow is visible.
struct Glass {
    vec3 x, outward;  // where the ray leaves the tank
    bool scatters;    // neither at the top nor at the bottom
};

Glass far_glass(vec3 direction) {
    vec3 per = 1.0 / mix(direction, vec3(1e-12), lessThan(abs(direction), vec3(1e-12)));
    vec3 a = (args.tank_min.xyz - args.eye.xyz) * per, b = (args.tank_max.xyz - args.eye.xyz) * per;
    vec3 nearer = min(a, b), farther = max(a, b);
    float enter = max(nearer.x, max(nearer.y, nearer.z)), leave = min(farther.x, min(farther.y, farther.z));
    vec3 outward = sign(direction) * vec3(equal(farther, vec3(leave)));
    return Glass(args.eye.xyz + direction * leave, outward, enter < leave && leave > 0.0 && outward.y == 0.0);
}

vec3 glazed(vec3 color, Glass glass, vec3 sun) {
    vec3 light = sky_on(vec3(0.0)) + sun * abs(dot(glass.outward, args.sun.toward.xyz));
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
            solid = Solid(at, obstacle.xyz);
            tiled = !MESHES;  // on a round shape the lines would look like cracks, and slide if it moves
        }
    }
    bool has_solid = solid.at < 1e8;
    float distance = has_solid ? solid.at : (args.floor_y - args.eye.y) / direction.y;
    vec3 x = args.eye.xyz + direction * distance;
    float far = direction.y < 0.0 && distance >= 0.0 && distance < kHorizon ? faded(x) : 1.0;  // of the floor
    Glass glass = far_glass(direction);

    // What arrives from the sun at the solid, or the floor, and at the glass: a loop, so that the code is there once.
    vec3 sun = vec3(0.0), sun_on_glass = vec3(0.0);
    for (int k = 0; k < 2; ++k) {
        if (k == 0 ? !has_solid && far >= 1.0 : has_solid || !glass.scatters) continue;
        vec3 at = k == 1 ? glass.x : has_solid ? x + solid.normal * max(0.5 * args.eye.w, above_mesh()) : x;
        vec3 light = args.sun_light.rgb * past_fluid(at) * past_solids(at);
        if (k == 0) sun = light;
        else sun_on_glass = light;
    }

    vec3 color = vec3(0.0);
    if (has_solid) {
        color = shade_solid(x, solid.normal, direction, distance, pixel_angle, tiled, sun);
    } else {
        if (far < 1.0) color = shade_floor(x, direction, distance, pixel_angle, sun);
        if (far > 0.0) color = mix(color, backdrop(direction), far);
        if (glass.scatters) color = glazed(color, glass, sun_on_glass);
    }
    return vec4(color, min(1e4, solid.at / length_of));
}
