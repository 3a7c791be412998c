// What bodies of rest density add at x* before the first correction (solid_density.glsl). previous.w: avoid_solids' bound
// on how far they are.
#include "sim/solid_density.glsl"

PBF_PASS weigh_solids(uint i) {
    vec3 x = vec3(predicted[i]);
    float slack = previous[i].w;
    keep_term(i, bodies_density(x, slack > 0.0f ? 0u : params.solid_count), x, slack);
}
