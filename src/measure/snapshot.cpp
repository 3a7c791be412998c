#include "measure/snapshot.h"

#include <algorithm>
#include <numeric>

#include "solver/field_transfer.h"

namespace undine {
namespace {

template <class T>
std::vector<T> download(Solver& solver, Field field, size_t count) {
    return download<T>(solver.backend(), field, solver.extents(), count);
}

// Indices into `id` in ascending order of the ids.
std::vector<uint32_t> order_of(const std::vector<uint32_t>& id) {
    std::vector<uint32_t> order(id.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](uint32_t i) { return id[i]; });
    return order;
}

}  // namespace

Snapshot take_snapshot(Solver& solver, bool ellipsoids) {
    Snapshot s{.time = solver.time()};
    const bool swirls = solver.leaves_vorticity();
    const FieldSet derived = (ellipsoids ? field_set({Field::ellipsoid}) : FieldSet{}) |
                             (swirls ? field_set({Field::vorticity}) : FieldSet{});
    solver.derive(derived);
    solver.finish();
    const size_t count = solver.population().living;
    s.particles.resize(count);

    const auto id = download<uint32_t>(solver, Field::id, count);
    const auto position = download<vec4>(solver, Field::position, count),
               velocity = download<vec4>(solver, Field::velocity, count);
    const auto vorticity = swirls ? download<vec4>(solver, Field::vorticity, count) : std::vector<vec4>();
    const auto ellipsoid = ellipsoids ? download<vec4>(solver, Field::ellipsoid, 3 * count) : std::vector<vec4>();
    s.vorticity.resize(vorticity.size());
    s.ellipsoids.resize(ellipsoid.size());
    const std::vector<uint32_t> order = order_of(id);
    for (size_t k = 0; k < count; ++k) {
        const uint32_t i = order[k];
        s.particles.id[k] = id[i];
        s.particles.position[k] = vec3(position[i]);
        s.particles.velocity[k] = vec3(velocity[i]);
        s.particles.pressure[k] = velocity[i].w;
        if (!vorticity.empty()) s.vorticity[k] = vec3(vorticity[i]);
        if (!ellipsoid.empty()) std::copy_n(&ellipsoid[3 * size_t{i}], 3, &s.ellipsoids[3 * k]);
    }

    // Sorts anew: from here on, the arrays of the step describe other elements.
    const Solver::Measurement measured = solver.measure();
    s.statistics = measure_statistics(s.particles, measured, solver.params());
    const auto lambda = download<vec4>(solver, Field::predicted_lambda, count);
    s.has_lambda = element_count(Field::predicted_lambda, solver.extents()) > 0;
    const std::vector<uint32_t> measured_order = order_of(download<uint32_t>(solver, Field::sorted_id, count));
    for (size_t k = 0; k < count; ++k) {
        const uint32_t i = measured_order[k];
        s.particles.density[k] = measured.density[i];
        s.particles.lambda[k] = s.has_lambda ? lambda[i].w : 0;
    }
    return s;
}

}  // namespace undine
