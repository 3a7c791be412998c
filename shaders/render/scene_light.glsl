// The light of the scene: a sun, a soft sky, and what hides them. Linear colours, exposure 1.
#include "render/light_view.glsl"

layout(set = 0, binding = 3) uniform sampler2D sun_map;
layout(set = 0, binding = 4) uniform sampler2D sky_map;  // empty at its borders

const vec3 kSunLight = vec3(1.00, 0.94, 0.84) * 2.1;
const vec3 kSkyLight = vec3(0.52, 0.66, 0.84);
const vec3 kGroundLight = vec3(0.20, 0.22, 0.25);

// What is seen in a direction where nothing stands: a studio's backdrop, brightest at the horizon.
vec3 backdrop(vec3 direction) {
    float height = direction.y;
    vec3 horizon = vec3(0.060, 0.085, 0.120), zenith = vec3(0.009, 0.014, 0.026);
    return mix(horizon, zenith, smoothstep(-0.10, 0.75, height));
}

// What a glossy surface mirrors: the backdrop above, the floor's mean colour below.
vec3 surroundings(vec3 direction) {
    return mix(kGroundLight, backdrop(direction), smoothstep(-0.25, 0.15, direction.y));
}

// What water mirrors: a bright sky with a soft box on the sun's side, which gives waves their shape; the floor below.
vec3 environment(vec3 direction) {
    vec3 sky = mix(vec3(0.80, 0.92, 1.05), vec3(0.16, 0.30, 0.52), smoothstep(0.0, 0.7, direction.y));
    vec2 at = direction.xz / max(direction.y, 0.05) - args.sun.toward.xz / args.sun.toward.y;
    float box = smoothstep(0.95, 0.55, max(abs(at.x), abs(at.y))) * step(0.05, direction.y);
    return mix(kGroundLight, mix(sky, vec3(2.2, 2.1, 2.0), 0.8 * box), smoothstep(-0.12, 0.05, direction.y));
}

// Places spread evenly over a disc (Vogel's spiral): the k-th of n is at radius √((k + ½) / n) in direction `spoke`,
// which turns by the golden angle from one to the next. Without a sine in the loop: software drivers pay for each.
const mat2 kGoldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

vec2 first_spoke(float turn) { return vec2(cos(turn), sin(turn)); }

vec2 disc_point(int k, int count, vec2 spoke) { return sqrt((float(k) + 0.5) / float(count)) * spoke; }

float fifth_power(float x) { return x * x * x * x * x; }

// Share of the sun's disc that x sees, blurred over `blur` metres by `taps` looks. Occluders within `slack` metres do
// not count.
float sun_visibility(vec3 x, int taps, float blur, float slack) {
    vec3 c = light_coordinates(args.sun, x);
    float size = float(textureSize(sun_map, 0).x), reach = blur / args.sun.center.w;
    vec2 texel = c.xy * size;
    if (any(lessThan(texel, vec2(reach))) || any(greaterThan(texel, vec2(size - reach - 1.0)))) return 1.0;
    float limit = min(1.0, c.z - 0.5 * args.sun.toward.w * slack), lit = 0.0;  // 1: no particle there
    vec2 spoke = vec2(1.0, 0.0);
    for (int k = 0; k < taps; ++k, spoke = kGoldenTurn * spoke)
        lit += texelFetch(sun_map, ivec2(texel + reach * disc_point(k, taps, spoke)), 0).r >= limit ? 1.0 : 0.0;
    return lit / float(taps);
}

// Share of the sky that x sees past the particles above it, from their heights at `taps` places within `reach` metres.
float sky_visibility(vec3 x, int taps, float reach, vec2 spoke) {
    vec3 c = light_coordinates(args.sky, x);
    float size = float(textureSize(sky_map, 0).x);
    vec2 texel = c.xy * size;
    float open = 0.0;
    for (int k = 0; k < taps; ++k, spoke = kGoldenTurn * spoke) {
        vec2 offset = reach / args.sky.center.w * disc_point(k, taps, spoke);
        float occluder = texelFetch(sky_map, ivec2(clamp(texel + offset, vec2(0.0), vec2(size - 1.0))), 0).r;
        float height = max(0.0, (c.z - occluder) * 2.0 / args.sky.toward.w - args.eye.w);
        float across = max(length(offset), 0.5) * args.sky.center.w;
        open += across * across / (across * across + height * height);
    }
    return open / float(taps);
}
