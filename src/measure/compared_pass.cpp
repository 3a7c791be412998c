#include "measure/compared_pass.h"

namespace undine {

ComparedPass compared(Pass shared) {
    const PassInfo& p = info(shared);
    return {p.name, p.inputs(), p.writes, {}, [](Backend& b, Pass pass) { b.run(pass); }, shared, shared};
}

ComparedPass compared_sort() {
    // The order inside `scattered` is any; block_sum exists only where the scan runs on the device.
    return {"sort_particles",
            field_set({Field::cell, Field::id, Field::cell_count}),
            field_set({Field::cell_start, Field::source, Field::cell_count}),
            field_set({Field::scattered, Field::block_sum}),
            [](Backend& b, Pass) { b.sort_particles(); },
            {},
            Pass::order_in_cell};
}

ComparedPass compared_convergence() {
    return {"check_convergence",
            field_set({Field::density, Field::solver_state}),
            field_set({Field::partial_sum, Field::solver_state}),
            {},
            [](Backend& b, Pass) { b.check_convergence(); },
            {},
            Pass::check_error};
}

std::vector<ComparedPass> compared_passes() {
    std::vector<ComparedPass> all;
    for (size_t p = 0; p < kPassCount; ++p)
        if (kPasses[p].shared_body && static_cast<Pass>(p) != Pass::order_in_cell)  // a part of the sort
            all.push_back(compared(static_cast<Pass>(p)));
    all.push_back(compared_sort());
    all.push_back(compared_convergence());
    return all;
}

}  // namespace undine
