// The light of the scene: a sun, a soft sky, and what hides them. Linear colours, exposure 1.
#include "render/bindings.glsl"
#include "render/light_view.glsl"

layout(set = 0, binding = FRAME_SUN_MAP) uniform sampler2D sun_map;
layout(set = 0, binding = FRAME_SKY_MAP) uniform sampler2D sky_map;  // empty at its borders
layout(set = 0, binding = FRAME_SKY) uniform sampler2D sky_radiance;  // octahedral: sky_coordinates() in environment.h

// Two ranges of hills round the horizon, the farther one in haze: the sines of their heights in a level direction (unit).
// Sums of waves whose numbers are Fibonacci's, each from the two before it: no angle is needed.
vec2 hills(vec2 level) {
    vec2 a = level, b = vec2(level.x * level.x - level.y * level.y, 2.0 * level.x * level.y);
    vec2 heights = vec2(0.022, 0.044) + vec2(0.008, 0.012) * a.yx;
    float amplitude = 0.010;
    for (int k = 0; k < 9; ++k, amplitude *= 0.6) {
        vec2 next = vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
        a = b;
        b = next;
        heights += amplitude * vec2(b.x * 0.8 + b.y * 0.6, b.y * 0.8 - b.x * 0.6);
    }
    return heights;
}

// The sky without anything in front of it but hills; below the horizon, what is there continues.
vec3 backdrop(vec3 direction) {
    vec3 d = vec3(direction.x, max(direction.y, 0.0), direction.z);
    vec2 p = d.xz / (abs(d.x) + d.y + abs(d.z));
    vec3 color = textureLod(sky_radiance, vec2(p.x + p.y, p.x - p.y) * 0.5 + 0.5, 0.0).rgb;
    vec2 range = args.hills * smoothstep(-0.0012, 0.0012, hills(d.xz * inversesqrt(max(1e-9, dot(d.xz, d.xz)))) - d.y);
    vec3 light = args.sky_light.rgb;
    color = mix(color, vec3(0.58, 0.62, 0.44) * light, range.y);
    vec3 near = mix(vec3(0.72, 0.74, 0.56), vec3(0.105, 0.15, 0.092), smoothstep(0.0, 0.030, d.y));  // haze below
    return mix(color, near * light, range.x);
}

// How far the floor at x has faded into the sky at the horizon, 0 … 1.
float faded(vec3 x) {
    return smoothstep(0.8, 6.0, length(x - 0.5 * (args.tank_min.xyz + args.tank_max.xyz)) / args.scene_size);
}

float fifth_power(float x) { return x * x * x * x * x; }

// The floor is rough: it reflects the sky's mean.
float floor_fresnel(vec3 direction) { return 0.02 + 0.15 * fifth_power(1.0 - abs(direction.y)); }

// What a surface at x reflects: the sky, and below the horizon the floor's mean colour, which fades into the sky with
// distance. Without the fading, a silhouette, which reflects what is straight behind it, would have a dark rim.
vec3 environment(vec3 x, vec3 direction) {
    float down = min(direction.y, -1e-4);
    float sky = max(smoothstep(-0.12, 0.04, direction.y), faded(x + direction * ((args.floor_y - x.y) / down)));
    return mix(mix(args.ground_light.rgb, args.sky_light.rgb, floor_fresnel(direction)), backdrop(direction), sky);
}

// Points spread evenly over a disc (Vogel's spiral): the k-th of n is at radius √((k + ½) / n) in direction `spoke`,
// which turns by the golden angle from one to the next. A matrix turns it, because sines are slow on software drivers.
const mat2 kGoldenTurn = mat2(-0.73736888, 0.67549029, -0.67549029, -0.73736888);

vec2 first_spoke(float turn) { return vec2(cos(turn), sin(turn)); }

vec2 disc_point(int k, int count, vec2 spoke) { return sqrt((float(k) + 0.5) / float(count)) * spoke; }

// Share of the sun's disc that x sees, blurred over `blur` metres with `taps` taps. Occluders within `slack` metres are
// ignored.
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
