// The light that water lets through, as background.glsl wants it.
#include "render/bindings.glsl"
#include "render/light_view.glsl"

layout(set = 1, binding = WATER_LIGHT) uniform sampler2D water_light;  // water_light.frag; 1 at its borders

// The water is treated as a layer at its mean depth from the sun: what is nearer to the sun is not shadowed.
vec3 past_fluid(vec3 x) {
    vec3 at = light_coordinates(args.sun, x);
    vec4 water = textureLod(water_light, at.xy, 0.0);
    float soft = 2.0 * args.eye.w * args.sun.toward.w;  // a few particles
    return mix(vec3(1.0), water.rgb, smoothstep(water.a - soft, water.a + soft, at.z));
}
float sky_on_floor(vec3 x) { return 1.0; }
