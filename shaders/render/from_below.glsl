// The surface of the water from below, as an eye in it sees it: the front of the water as the sun sees it, which is smooth and
// known everywhere, followed along the eye's ray. Includers must define scene_at(x) and scattered(), and include
// background.glsl.
#include "render/bindings.glsl"
#include "render/sun_front.glsl"

layout(set = 1, binding = WATER_SUN_FRONT) uniform sampler2D sun_front;

// What a ray meets inside the tank.
struct Met {
    vec3 color;  // of glass: what the picture has there
    float at;    // m along the ray
    bool glass;  // neither tiles nor a solid
};

// From x on; before: m from the eye to x.
Met met_in_tank(vec3 x, vec3 direction, float before) {
    Leaving tank = leave_tank(x, direction);
    Solid solid = meet_solids(x, direction);
    bool is_solid = solid.at < tank.at;
    float at = min(solid.at, tank.at), pixel_angle = 2.0 * args.up.w / float(args.height);
    vec3 there = x + direction * at, above = is_solid ? solid.normal * max(0.5 * args.eye.w, above_mesh()) : vec3(0.0);
    bool tiles = !is_solid && meets_tiles(tank, there);
    vec3 sun = args.sun_light.rgb * past_fluid(there + above) * past_solids(there + above);
    vec3 color = is_solid ? shade_solid(there, solid, direction, before + at, pixel_angle, true, sun)
                 : tiles  ? shade_tiles(there, tank.outward, direction, before + at, pixel_angle, sun)
                          : scene_at(there);
    return Met(color, at, !is_solid && !tiles);
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

// m along the sun's rays from that front to a point: water: of it along them, m, and where it begins; depth: of the point.
float behind_front(vec2 water, float depth) {
    return water.x > args.eye.w ? (depth - water.y) * 2.0 / args.sun.toward.w : -1.0;
}

// To x; negative in front of it.
float behind_sun_front(vec3 x) {
    vec3 at = on_sun_front(x);
    return behind_front(sun_front_at(at.xy), at.z);
}

float depth_of_eye() { return behind_sun_front(args.eye.xyz); }

// m of water from an eye in it along a direction, at most `most`; more than that: it is not the surface that ends it.
// Where the map's texel says that the surface is more than a particle's radius away, it is not interpolated.
float until_surface(vec3 direction, float most) {
    const int kSteps = 24, kHalvings = 4;
    vec2 texels = vec2(textureSize(sun_front, 0));
    float step = most / float(kSteps), wet = 0.0, dry = most + 1.0;
    for (int k = 1; k <= kSteps; ++k) {
        float t = step * (float(k) - 0.01);
        vec3 x = args.eye.xyz + direction * t, at = on_sun_front(x);
        float behind = behind_front(texelFetch(sun_front, ivec2(at.xy * texels), 0).rg, at.z);
        if (behind < args.eye.w && behind_sun_front(x) <= 0.0) {
            dry = t;
            break;
        }
        wet = t;
    }
    if (dry > most) return dry;
    float within = 1.0, beyond = 1.0;  // m behind the front at `wet`, before it at `dry`
    for (int k = 0; k < kHalvings; ++k) {
        float t = 0.5 * (wet + dry), behind = behind_sun_front(args.eye.xyz + direction * t);
        if (behind > 0.0) wet = t, within = behind;
        else dry = t, beyond = -behind;
    }
    return mix(wet, dry, within / (within + beyond));
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

    vec3 out_of = refract(direction, normal, args.index), down = reflect(direction, normal);
    bool leaves = dot(out_of, out_of) > 0.0;
    float fresnel = leaves ? args.fresnel + (1.0 - args.fresnel) * fifth_power(1.0 + dot(out_of, normal)) : 1.0;
    // What is above and what is mirrored: a loop, so that the code is there once.
    vec3 seen = vec3(0.0);
    for (int k = leaves ? 0 : 1; k < 2; ++k) {
        vec3 onward = k == 0 ? out_of : down;
        Met met = met_in_tank(x, onward, column);
        if (k == 1) {
            seen += fresnel * (met.color * transmittance(met.at) + scattered(met.at, 1.0));
            continue;
        }
        float glint = max(0.0, dot(onward, args.sun.toward.xyz));
        for (int j = 0; j < 8; ++j) glint *= glint;
        vec3 sky = environment(x, onward) + args.sun_light.rgb * (args.sun_light.w * glint);
        seen += (1.0 - fresnel) * (met.glass ? sky : met.color);
    }
    return vec4(seen * transmittance(column) + scattered(column, 1.0), 1.0);
}
