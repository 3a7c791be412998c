#include "render/particles/coloring.h"

#include <cmath>

#include "scene/radial_kernel.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine {
namespace {

struct RangeSource {
    const Parameters& parameters;
    float foam_speed;
    size_t particles;
};

ValueRange nothing(const RangeSource&) { return {}; }
ValueRange to_one(const RangeSource&) { return {0, 1}; }
ValueRange to_foam_speed(const RangeSource& s) { return {0, s.foam_speed}; }
ValueRange ten_percent(const RangeSource&) { return {-10, 10}; }
ValueRange across_support(const RangeSource& s) { return {0, s.foam_speed / (5 * s.parameters.support_radius)}; }
ValueRange to_capacity(const RangeSource& s) { return {0, float(s.parameters.neighbor_capacity)}; }
ValueRange to_last_id(const RangeSource& s) { return {0, s.particles > 1 ? float(s.particles - 1) : 1}; }

// ρ0 g H, where a fall through the tank's height H ends at foam's speed √(2 g H).
ValueRange under_full_tank(const RangeSource& s) {
    return {0, 0.5f * s.parameters.rest_density * s.foam_speed * s.foam_speed,
            s.parameters.dimensions == 2 ? "N/m" : ""};
}

// λ = −C / (Σ_k |∇_k C|² + ε) at C = 0.05, with the lattice's gradients, where that of the particle itself cancels.
ValueRange of_five_percent(const RangeSource& s) {
    const Parameters& p = s.parameters;
    const RadialKernel kernel(p);
    const double mass = p.particle_mass > 0 ? double{p.particle_mass} : lattice_mass(p);
    const int reach = static_cast<int>(kernel.h / p.particle_spacing) + 1, reach_z = kernel.flat ? 0 : reach;
    double sum = 0;
    for (int x = -reach; x <= reach; ++x)
        for (int y = -reach; y <= reach; ++y)
            for (int z = -reach_z; z <= reach_z; ++z) {
                const double r = p.particle_spacing * std::sqrt(double(x * x + y * y + z * z));
                if (r > 0) sum += std::pow(mass / p.rest_density * kernel.slope(r), 2);
            }
    return {0, static_cast<float>(-0.05 / (sum + p.relaxation / (kernel.h * kernel.h)))};
}

}  // namespace

ValueRanges make_value_ranges(const Parameters& parameters, float foam_speed, size_t particles) {
    const RangeSource source{parameters, foam_speed, particles};
    ValueRanges ranges;
    size_t c = 0;
#define COLORING(name, title, field, reading, map, range, help) ranges[c++] = range(source);
#include "render/particles/coloring.def"
#undef COLORING
    return ranges;
}

void require_shown(Coloring coloring, const Scene& scene) {
    if (coloring == Coloring::pressure && !has_pressure(scene.parameters))
        throw Error(Exit::bad_input,
                    scene.source +
                        ": gradients = \"predicted\" leaves no pressure to colour particles by, only the last "
                        "iteration's λ; set gradients = \"start\", or choose another colouring");
    if (info(coloring).field == Field::potential && scene.parameters.diffuse_capacity == 0)
        throw Error(Exit::bad_input, scene.source +
                                         ": has no spray, foam or bubbles whose creation could colour particles; set "
                                         "diffuse_capacity, or choose another colouring");
}

FieldSet derived_fields(Coloring coloring) {
    if (!info(coloring).has_legend()) return {};
    return field_set({info(coloring).field}) & kDerivedFields;
}

}  // namespace undine
