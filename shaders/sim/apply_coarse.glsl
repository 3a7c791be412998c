// The coarse pressure as a change of multipliers: linear between the cells' centres, as far as a wall on which it does not
// change; none for particles that lack neighbours. Cells that solids close do not count.
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
    float low = coarse_center(p.cell, count, last);
    float high = coarse_center(p.beside, count, last);
    p.share = p.beside == p.cell ? 0.0f : clamp((at - low) / (high - low), 0.0f, 1.0f);
    return p;
}

struct CoarseMean {
    float sum;     // of pressures times weights
    float weight;  // of all
};

// With a cell of that share; closed ones have no weight.
PBF_FN CoarseMean with_cell(CoarseMean mean, int x, int y, int z, float share) {
    ivec3 c = ivec3(x, y, z);
    uint cell_id = cell_index(c);
    float weight = share;
    if (params.coarse_blocked != 0u) weight *= coarse_cell[cell_id].w;
    mean.sum += weight * (is_red(c) ? coarse_red[cell_id] : coarse_black[cell_id]);
    mean.weight += weight;
    return mean;
}

PBF_PASS apply_coarse(uint i) {
    vec4 m = multiplier[i];
    float change = 0.0f;
    if (m.z * params.inv_rest_density - 1.0f > -0.05f) {
        vec3 at = vec3(predicted[i]) - vec3(params.grid_origin);
        CoarsePlace px = coarse_place(at.x, params.coarse_dims.x, params.coarse_last.x);
        CoarsePlace py = coarse_place(at.y, params.coarse_dims.y, params.coarse_last.y);
        CoarsePlace pz = coarse_place(at.z, params.coarse_dims.z, params.coarse_last.z);
        CoarseMean mean;
        mean.sum = 0.0f;
        mean.weight = 0.0f;
        for (uint k = 0u; k < 4u; ++k) {
            bool upper_y = (k & 1u) != 0u;
            bool upper_z = (k & 2u) != 0u;
            int y = upper_y ? py.beside : py.cell;
            int z = upper_z ? pz.beside : pz.cell;
            float share = (upper_y ? py.share : 1.0f - py.share) * (upper_z ? pz.share : 1.0f - pz.share);
            mean = with_cell(mean, px.cell, y, z, share * (1.0f - px.share));
            mean = with_cell(mean, px.beside, y, z, share * px.share);
        }
        change = mean.weight > 0.0f ? mean.sum / mean.weight : 0.0f;
    }
    multiplier[i] = vec4(m.x + change, m.y, m.z, m.w);
    predicted_lambda[i] = vec4(vec3(predicted_lambda[i]), change);
}
