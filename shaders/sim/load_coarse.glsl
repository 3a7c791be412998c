// The right-hand side of the coarse pressure: the error that a cell's particles have on average, of those near the surface
// not much, and what of the cell is water. Cells in which most particles lack neighbours are air. A cell that is not full of
// water pulls its pressure towards that of air, by (1 − f)/f, f how full it is: a sharp surface would agitate the water.
// Solids close cells, or a part of them.
#include "sim/coarse_grid.glsl"
#include "sim/collision.glsl"
#include "sim/solid.glsl"

// The share of a cell about x that solids leave open, as if they were flat.
PBF_FN float open_share(vec3 x) {
    float open = 1.0f;
    float inv_edge = 1.0f / params.coarse_last.w;
    if (!far_from_planes(x, params.coarse_last.w))
        for (uint k = 0u; k < params.plane_count; ++k)
            open *= clamp(0.5f + (along(solid[k], x) - solid[k].w) * inv_edge, 0.0f, 1.0f);
    for (uint k = 0u; k < params.solid_count; ++k) {
        uint at = solid_at(k);
        if (gap_to_sphere(at, x) > params.coarse_last.w) continue;
        open *= clamp(0.5f + solid_point(at, x).distance * inv_edge, 0.0f, 1.0f);
    }
    return open;
}

PBF_PASS load_coarse(uint cell_id) {
    coarse_red[cell_id] = 0.0f;
    coarse_black[cell_id] = 0.0f;
    coarse_cell[cell_id] = vec4(0.0f, 0.0f, float(COARSE_AIR), 0.0f);
    ivec3 c = cell_of_index(cell_id);
    if (!in_coarse_grid(c)) return;
    float open = 1.0f;
    if (params.coarse_blocked != 0u) {
        float z = coarse_center(c.z, params.coarse_dims.z, params.coarse_last.z);
        open = open_share(vec3(params.grid_origin) +
                          vec3(coarse_center(c.x, params.coarse_dims.x, params.coarse_last.x),
                               coarse_center(c.y, params.coarse_dims.y, params.coarse_last.y),
                               params.dimensions == 3u ? z : 0.0f));
    }
    if (open < 0.05f) return;
    coarse_cell[cell_id] = vec4(0.0f, 0.0f, float(COARSE_AIR), open);
    // With the cells that are joined to it.
    ivec3 end = ivec3(c.x + 1 == int(params.coarse_dims.x) ? int(params.grid_dims.x) : c.x + 1,
                      c.y + 1 == int(params.coarse_dims.y) ? int(params.grid_dims.y) : c.y + 1,
                      c.z + 1 == int(params.coarse_dims.z) ? int(params.grid_dims.z) : c.z + 1);
    float particles = 0.0f;
    float within = 0.0f;
    float error = 0.0f;
    for (int z = c.z; z < end.z; ++z) {
        for (int y = c.y; y < end.y; ++y) {
            uint first = cell_start[cell_index(ivec3(c.x, y, z))];
            uint last = end_of_walk(first, cell_start[cell_index(ivec3(end.x - 1, y, z)) + 1u]);
            for (uint j = first; j < last; ++j) {
                vec4 m = multiplier[j];
                float excess = m.z * params.inv_rest_density - 1.0f;
                particles += 1.0f;
                within += excess > -0.02f ? 1.0f : 0.0f;
                error += clamp(excess - m.w, -0.02f, 0.05f);
            }
        }
    }
    float volume = coarse_size(c.x, params.coarse_dims.x, params.coarse_last.x) *
                   coarse_size(c.y, params.coarse_dims.y, params.coarse_last.y);
    if (params.dimensions == 3u) volume *= coarse_size(c.z, params.coarse_dims.z, params.coarse_last.z);
    float full = open * volume / params.mass_ratio;
    if (!(particles > 0.3f * full && 2.0f * within > particles)) return;
    float filled = min(within / full, 1.0f);
    float edge = params.coarse_last.w;
    // 0.95: of a pressure's Laplacian, about so much becomes density in apply_delta_p; tried, not derived.
    coarse_cell[cell_id] = vec4(error / (0.95f * particles), (1.0f - filled) / (filled * edge * edge),
                                float(is_red(c) ? COARSE_RED : COARSE_BLACK), open);
}
