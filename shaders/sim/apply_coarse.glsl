// The coarse pressure as a change of multipliers: linear between the cells' centres, as far as a wall on which it does not
// change; none for particles that lack neighbours.
#include "sim/coarse_grid.glsl"

struct CoarsePlace {
    int cell;     // the lower of the two whose centres it lies between
    int beside;   // the upper, or the same where there is none
    float share;  // of the upper
};

// at: m from the tank's lower corner.
PBF_FN CoarsePlace coarse_place(float at, uint count, float last) {
    CoarsePlace p;
    float edge = params.coarse_last.w;
    p.cell = clamp(int(floor(at / edge - 0.5f)), 0, max(int(count) - 2, 0));
    p.beside = min(p.cell + 1, int(count) - 1);
    float low = (float(p.cell) + 0.5f * coarse_size(p.cell, count, last) / edge) * edge;
    float high = (float(p.beside) + 0.5f * coarse_size(p.beside, count, last) / edge) * edge;
    p.share = p.beside == p.cell ? 0.0f : clamp((at - low) / (high - low), 0.0f, 1.0f);
    return p;
}

PBF_FN float coarse_pressure(int x, int y, int z) {
    ivec3 c = ivec3(x, y, z);
    uint cell_id = cell_index(c);
    return is_red(c) ? coarse_red[cell_id] : coarse_black[cell_id];
}

PBF_PASS apply_coarse(uint i) {
    vec4 m = multiplier[i];
    float change = 0.0f;
    if (m.z * params.inv_rest_density - 1.0f > -0.05f) {
        vec3 at = vec3(predicted[i]) - vec3(params.grid_origin);
        CoarsePlace px = coarse_place(at.x, params.coarse_dims.x, params.coarse_last.x);
        CoarsePlace py = coarse_place(at.y, params.coarse_dims.y, params.coarse_last.y);
        CoarsePlace pz = coarse_place(at.z, params.coarse_dims.z, params.coarse_last.z);
        for (uint k = 0u; k < 4u; ++k) {
            bool upper_y = (k & 1u) != 0u;
            bool upper_z = (k & 2u) != 0u;
            int y = upper_y ? py.beside : py.cell;
            int z = upper_z ? pz.beside : pz.cell;
            float share = (upper_y ? py.share : 1.0f - py.share) * (upper_z ? pz.share : 1.0f - pz.share);
            change += share * (1.0f - px.share) * coarse_pressure(px.cell, y, z);
            change += share * px.share * coarse_pressure(px.beside, y, z);
        }
    }
    multiplier[i] = vec4(m.x + change, m.y, m.z, m.w);
    predicted_lambda[i] = vec4(vec3(predicted_lambda[i]), change);
}
