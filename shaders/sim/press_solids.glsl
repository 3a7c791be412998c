// The part of Δx_i (apply_delta_p.glsl) that bodies caused: λ_i times their gradient, as wall_density.glsl unites it with
// that of the planes. For the reaction on the bodies; before leave_solids, which finds the next gradient.
#include "sim/kernels.glsl"
#include "sim/wall_density.glsl"

PBF_PASS press_solids(uint i) {
    float body = solid_term[3u * i + 1u].y;
    if (!(body > 0.0f)) return;
    float open = 1.0f - plane_density(vec3(predicted_lambda[i])).fraction;
    vec3 moved = (predicted_lambda[i].w * open) * vec3(solid_term[3u * i]);
    contact[i] = vec4(vec3(contact[i]) + moved, body);
}
