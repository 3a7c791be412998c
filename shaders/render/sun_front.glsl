// The water's front as the sun sees it, on the sun's map: its thickness along the sun's rays, m, and the depth in the light's
// view at which it begins, 0 … 1.
#include "render/light_view.glsl"

// The place that a texel of the map shows at that depth; the reverse of light_coordinates().
vec3 from_light(LightView light, vec2 at, float depth) {
    vec2 across = (2.0 * at - 1.0) / vec2(light.right.w, light.up.w);
    return light.center.xyz + light.right.xyz * across.x + light.up.xyz * across.y +
           light.toward.xyz * ((1.0 - 2.0 * depth) / light.toward.w);
}

// The standard deviation of the filter that takes the bumps of single particles off the front, texels of a map of that size.
float front_deviation(uint size) { return 2.6 * args.eye.w * 0.5 * args.sun.right.w * float(size); }

// Over which slopes are taken, texels: the front changes little over it, and its noise much less than from texel to texel.
int front_step(uint size) { return max(1, int(round(0.6 * front_deviation(size)))); }
