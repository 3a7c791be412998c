// The surface of the water from below, as an eye in it sees it: the front of the water as the sun sees it, which is smooth and
// known everywhere, followed along the eye's ray. Includers must define scene_at(x), picture_coordinates(x) and scattered().
#include "render/bindings.glsl"
#include "render/basin.glsl"
#include "render/sun_front.glsl"

layout(set = 1, binding = WATER_SUN_FRONT) uniform sampler2D sun_front;

// The scene without water at x inside the tank, of which only a part is in the picture: elsewhere the tiles' mean.
vec3 scene_in_tank(vec3 x, vec3 outward) {
    vec2 at = abs(2.0 * picture_coordinates(x) - 1.0);
    vec3 mean = outward.y < 0.0 ? vec3(0.44, 0.52, 0.52) : vec3(0.14, 0.34, 0.40);
    vec3 light = args.sky_light.rgb + args.sun_light.rgb * (0.5 * args.sun.toward.y);
    float seen = to_view(x).z < -args.back.w ? 1.0 - smoothstep(0.9, 1.0, max(at.x, at.y)) : 0.0;
    return mix(mean * light, scene_at(x), seen);
}

// The sun's map of the water's front, interpolated: devices need not filter 32-bit floats.
vec2 sun_front_at(vec2 at) {
    vec2 size = vec2(textureSize(sun_front, 0)), texel = clamp(at * size - 0.5, vec2(0.0), size - 1.001);
    ivec2 first = ivec2(texel);
    vec2 share = texel - vec2(first);
    vec2 low = mix(texelFetch(sun_front, first, 0).rg, texelFetch(sun_front, first + ivec2(1, 0), 0).rg, share.x);
    vec2 high = mix(texelFetch(sun_front, first + ivec2(0, 1), 0).rg, texelFetch(sun_front, first + ivec2(1), 0).rg, share.x);
    return mix(low, high, share.y);
}

// Of that front, out of the water, unit.
vec3 sun_front_normal(vec2 at) {
    uint size = uint(textureSize(sun_front, 0).x);
    float step = float(front_step(size)) / float(size);
    vec3 corner[4];
    for (int k = 0; k < 4; ++k) {
        vec2 there = at + step * vec2(k == 0 ? -1 : k == 1 ? 1 : 0, k == 2 ? -1 : k == 3 ? 1 : 0);
        corner[k] = from_light(args.sun, there, sun_front_at(there).y);
    }
    vec3 normal = normalize(cross(corner[1] - corner[0], corner[3] - corner[2]));
    return dot(normal, args.sun.toward.xyz) < 0.0 ? -normal : normal;
}

// x on that map. Beside the tank's walls the filter has rounded the edge of the water: there, the surface is level.
vec3 on_sun_front(vec3 x) {
    vec3 margin = vec3(8.0, 0.0, 8.0) * args.eye.w, center = 0.5 * (args.tank_min.xyz + args.tank_max.xyz);
    return light_coordinates(args.sun, clamp(x, min(args.tank_min.xyz + margin, center), max(args.tank_max.xyz - margin, center)));
}

// Whether x is behind the water's front as the sun sees it.
bool behind_sun_front(vec3 x) {
    vec3 at = on_sun_front(x);
    vec2 water = sun_front_at(at.xy);
    return water.x > args.eye.w && at.z > water.y;
}

// m of water from an eye in it along a direction, at most `most`; more than that: it is not the surface that ends it.
float until_surface(vec3 direction, float most) {
    const int kSteps = 32, kHalvings = 7;
    float step = most / float(kSteps), wet = 0.0, dry = most + 1.0;
    for (int k = 1; k <= kSteps; ++k) {
        float t = step * (float(k) - 0.01);
        if (!behind_sun_front(args.eye.xyz + direction * t)) {
            dry = t;
            break;
        }
        wet = t;
    }
    if (dry > most) return dry;
    for (int k = 0; k < kHalvings; ++k) {
        float t = 0.5 * (wet + dry);
        if (behind_sun_front(args.eye.xyz + direction * t)) wet = t;
        else dry = t;
    }
    return dry;
}

// What an eye in the water sees through its surface from below, or mirrored there beyond the critical angle, along a
// direction; a: 0 where the water ends at the tank's side instead, or at a solid, to which there are `most` m.
vec4 seen_from_below(vec3 direction, float most) {
    Leaving tank = leave_tank(args.eye.xyz, direction);
    float column = until_surface(direction, tank.at);
    if (column > min(tank.at, most)) return vec4(0.0);
    vec3 x = args.eye.xyz + direction * column;
    vec3 normal = -sun_front_normal(on_sun_front(x).xy);  // into the water
    normal = dot(normal, direction) > 0.0 ? -normal : normal;

    vec3 through = transmittance(column), out_of = refract(direction, normal, args.index), down = reflect(direction, normal);
    bool leaves = dot(out_of, out_of) > 0.0;
    out_of = leaves ? out_of : direction;
    Leaving above = leave_tank(x, out_of), below = leave_tank(x, down);
    vec3 side = x + out_of * above.at, bottom = x + down * below.at;
    vec3 sky = meets_tiles(above, side) ? scene_in_tank(side, above.outward) : environment(x, out_of);
    float glint = max(0.0, dot(out_of, args.sun.toward.xyz));
    for (int k = 0; k < 8; ++k) glint *= glint;
    sky += args.sun_light.rgb * (args.sun_light.w * glint);
    vec3 mirror = scene_in_tank(bottom, below.outward) * transmittance(below.at) + scattered(below.at, 1.0);
    float fresnel = leaves ? args.fresnel + (1.0 - args.fresnel) * fifth_power(1.0 + dot(out_of, normal)) : 1.0;
    return vec4(mix(sky, mirror, fresnel) * through + scattered(column, 1.0), 1.0);
}
