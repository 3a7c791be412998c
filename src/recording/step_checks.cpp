#include "recording/step_checks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>

#include "solver/fluid_params.h"
#include "solver/param_table.h"

namespace undine {
namespace {

constexpr uint32_t kMostCorrectionPower = 8;  // the limit of scorr_n in parameters.def

// Arrays whose words are indices into other arrays; end: the first invalid one.
struct IndexField {
    Field field;
    uint32_t (*end)(const Extents&);
};
constexpr IndexField kIndexFields[] = {
    {Field::cell, [](const Extents& e) { return e.cells + (e.sinks > 0); }},  // the cell behind the last: drained
    {Field::cell_count, [](const Extents&) { return 1u; }},                   // all zero between two sorts
    {Field::cell_start, [](const Extents& e) { return e.particles + 1; }},
    {Field::source, [](const Extents& e) { return e.particles; }},
    {Field::boundary_cell_start, [](const Extents& e) { return e.boundary + 1; }},
};

bool all_finite(std::span<const float> values) {
    return std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
}

bool lists_are_sound(const Words& list, const Words& counts, const Extents& e) {
    for (uint64_t i = 0; i < e.particles; ++i) {
        const uint64_t fluid = counts[2 * i], used = std::min<uint64_t>(e.list_capacity, fluid + counts[2 * i + 1]);
        for (uint64_t k = 0; k < used; ++k)
            if (list[k * e.particles + i] >= (k < fluid ? e.particles : e.boundary)) return false;
    }
    return true;
}

Population population_of(const ArrayMirror& arrays) {
    Population p;
    std::memcpy(static_cast<void*>(&p), arrays.words(Field::population).data(), sizeof p);
    return p;
}

// Whether the living and the arrivals fit their arrays, before and after the arrivals are admitted.
bool is_sound(const Population& p, const Extents& e) {
    return p.living <= e.particles && p.arrivals <= e.arrivals &&
           (p.living <= p.before || p.living - p.before <= e.arrivals);
}

// Whether the fields of meshes lie inside the array `mesh_field` (shaders/sim/solid.glsl).
bool fields_are_sound(const Words& solid, const Extents& e) {
    for (uint32_t k = 0; k < e.solids; ++k) {
        const size_t at = 4 * (size_t{e.planes} + PBF_SOLID_SIZE * size_t{k} + 4);
        if (!(std::bit_cast<float>(solid[at + 3]) > 0)) continue;  // no mesh
        double nodes[4];                                           // on each axis; the first's place
        for (size_t c = 0; c < 4; ++c) nodes[c] = std::bit_cast<float>(solid[at + 4 + c]);
        if (!(nodes[0] >= 1 && nodes[1] >= 1 && nodes[2] >= 1 && nodes[3] >= 0 &&
              nodes[3] + nodes[0] * nodes[1] * nodes[2] <= e.mesh_nodes))
            return false;
    }
    return true;
}

}  // namespace

std::string trouble_with(const Extents& e, Variant variant) {
    auto all_or_none = [&](uint32_t count) { return count == 0 || count == e.particles; };
    constexpr uint32_t kMost = 1u << 29;  // a cell's number is kept in the bits of a float
    if (e.particles == 0 || e.particles > kMost || e.cells == 0 || e.cells > kMost || e.boundary > kMost)
        return "has an extent out of range; expected 1 to 2^29 particles and cells";
    constexpr uint32_t kMostArrivals = 1u << 20;
    if (e.arrivals > kMostArrivals || e.sinks > kMostArrivals || (e.sinks > 0 && e.arrivals == 0))
        return "has a number of arrivals or sinks out of range";
    constexpr uint32_t kMostElements = kMostUniformBytes / sizeof(vec4);
    if (e.planes > kMostElements || uint64_t{e.planes} + PBF_SOLID_SIZE * uint64_t{e.solids} > kMostElements ||
        e.mesh_nodes > kMost)
        return "has a number of planes or solids out of range";
    if (e.diffuse > kMost || (e.diffuse > 0 && e.surface_normals == 0))
        return "has a number of diffuse particles out of range, or no surface normals for them";
    if (e.reactions > 0 && e.reactions != e.solids) return "has reactions of some solids; expected all or none";
    if (!all_or_none(e.vorticity) || !all_or_none(e.ellipsoids) || !all_or_none(e.surface_normals) ||
        !all_or_none(e.multipliers) || !all_or_none(e.shifts))
        return "has vorticity, surface normals, multipliers, shifts or ellipsoids for some particles; expected all or "
               "none";
    if (variant.kernel > PBF_KERNEL_CUBIC_SPLINE || variant.neighbors > PBF_NEIGHBORS_GRID)
        return "chooses an unknown kernel or neighbour search";
    if ((variant.neighbors == PBF_NEIGHBORS_LIST) != (e.list_capacity > 0) || e.list_capacity > 512)
        return "has neighbour lists of " + std::to_string(e.list_capacity) +
               " entries; expected 1 to 512, or none with a grid";
    return {};
}

std::string trouble_with(const FluidParams& p, const Extents& e, Variant variant) {
    const uint64_t cells = uint64_t{p.grid_dims.x} * p.grid_dims.y;
    const bool grid_fits = p.grid_dims.x > 0 && p.grid_dims.y > 0 && p.grid_dims.z > 0 && cells <= e.cells &&
                           cells * p.grid_dims.z == e.cells && p.cell_count == e.cells;
    const bool wraps =
        std::has_single_bit(p.grid_dims.x) && std::has_single_bit(p.grid_dims.y) && std::has_single_bit(p.grid_dims.z);
    if (!grid_fits || (p.grid_dims.w != 0 && !wraps)) return "has a grid that does not fit its number of cells";
    if (p.particle_count != e.particles || p.particle_capacity != e.particles || p.sink_count != e.sinks ||
        p.boundary_count != e.boundary || p.list_capacity != e.list_capacity ||
        (variant.neighbors == PBF_NEIGHBORS_GRID && p.list_capacity != 0))
        return "has parameters for another number of particles, boundary particles or neighbours";
    if (p.diffuse_capacity != e.diffuse) return "has parameters for another number of diffuse particles";
    if (p.plane_count != e.planes || p.solid_count != e.solids)
        return "has parameters for another number of planes or solids";
    if ((p.start_gradients != 0 && e.multipliers == 0) || (p.shift_scale > 0 && e.shifts == 0) ||
        (p.coarse_sweeps > 0 && e.coarse_cells == 0))
        return "has parameters for multipliers, a coarse pressure or shifts, which it lacks";
    if (p.dimensions < 2 || p.dimensions > 3 || p.scorr_n > kMostCorrectionPower)
        return "has parameters out of range: dimensions or scorr_n";
    for (const ParamInfo& param : kParams)
        if (param.type == "float" || param.type == "vec4") {
            float values[sizeof p / sizeof(float)];
            std::memcpy(values, reinterpret_cast<const std::byte*>(&p) + param.offset, param.bytes);
            if (!all_finite(std::span(values, param.bytes / sizeof(float))))
                return "has a value of the parameter " + std::string(param.name) + " that is not finite";
        }
    return {};
}

std::string trouble_with(const ComparedPass& pass, const ArrayMirror& arrays, const Extents& e) {
    const std::string name(pass.name);
    if (!e.passes.contains(pass.last)) return "runs " + name + ", which is not a pass of its method";
    const FieldSet needed = pass.inputs | pass.writes;
    std::string trouble;
    for_each_field(needed, [&](Field field) {
        if (!arrays.knows(field)) trouble = "runs " + name + " without " + std::string(info(field).name);
    });
    if (!trouble.empty()) return trouble;
    if ((needed.contains(Field::vorticity) && e.vorticity == 0) ||
        (needed.contains(Field::ellipsoid) && e.ellipsoids == 0))
        return "runs " + name + " without room for what it writes";
    for (const IndexField& f : kIndexFields)
        if (pass.inputs.contains(f.field) && std::ranges::max(arrays.words(f.field)) >= f.end(e))
            return "gives " + name + " values of " + std::string(info(f.field).name) + " that are out of range";
    if (e.counts_vary() && !is_sound(population_of(arrays), e))
        return "gives " + name + " a population that does not fit the arrays";
    if (pass.inputs.contains(Field::neighbors) && e.list_capacity > 0 &&
        !lists_are_sound(arrays.words(Field::neighbors), arrays.words(Field::neighbor_count), e))
        return "gives " + name + " neighbours that are not particles";
    if (pass.inputs.contains(Field::solid) && !fields_are_sound(arrays.words(Field::solid), e))
        return "gives " + name + " meshes whose fields are out of range";
    return {};
}

}  // namespace undine
