#include "measure/compared_pass.h"

namespace undine {
namespace {

FieldSet population(bool counts_vary) { return counts_vary ? field_set({Field::population}) : FieldSet{}; }

}  // namespace

ComparedPass compared(Pass shared, bool counts_vary) {
    const PassInfo& p = info(shared);
    return {p.name, p.inputs() | population(counts_vary),       p.writes,
            {},     [](Backend& b, Pass pass) { b.run(pass); }, shared,
            shared};
}

ComparedPass compared_sort(bool counts_vary) {
    // The order inside `scattered` is arbitrary; block_sum exists only if the scan runs on the device.
    return {"sort_particles",
            field_set({Field::cell, Field::id, Field::cell_count}) | population(counts_vary),
            field_set({Field::cell_start, Field::source, Field::cell_count}) | population(counts_vary),
            field_set({Field::scattered, Field::block_sum}),
            [](Backend& b, Pass) { b.sort_particles(); },
            {},
            Pass::order_in_cell};
}

ComparedPass compared_convergence(bool counts_vary) {
    return {"check_convergence",
            field_set({Field::density, Field::solver_state}) | population(counts_vary),
            field_set({Field::partial_sum, Field::solver_state}),
            {},
            [](Backend& b, Pass) { b.check_convergence(); },
            {},
            Pass::check_error};
}

std::vector<ComparedPass> compared_passes(bool counts_vary) {
    std::vector<ComparedPass> all;
    for (size_t p = 0; p < kPassCount; ++p)
        if (kPasses[p].shared_body && static_cast<Pass>(p) != Pass::order_in_cell &&
            static_cast<Pass>(p) != Pass::count_living)  // parts of the sort
            all.push_back(compared(static_cast<Pass>(p), counts_vary));
    all.push_back(compared_sort(counts_vary));
    all.push_back(compared_convergence(counts_vary));
    return all;
}

}  // namespace undine
