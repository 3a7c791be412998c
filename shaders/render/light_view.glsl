#ifndef RENDER_LIGHT_VIEW
#define RENDER_LIGHT_VIEW

// Map coordinates in 0 … 1, and depth: 0 nearest to the light, 1 farthest.
vec3 light_coordinates(LightView light, vec3 x) {
    vec3 v = x - light.center.xyz;
    return vec3(0.5 + 0.5 * light.right.w * dot(light.right.xyz, v), 0.5 + 0.5 * light.up.w * dot(light.up.xyz, v),
                0.5 - 0.5 * light.toward.w * dot(light.toward.xyz, v));
}

#endif
