#include "solver/method.h"

namespace undine {

const Method& method_of(MethodType type) { return type == MethodType::wcsph ? kWcsph : kPbf; }

void find_neighbors(Backend& b, const FluidParams& params) {
    b.sort_particles();
    b.run(Pass::reorder);
    if (params.list_capacity > 0) b.run(Pass::find_neighbors);  // else passes traverse the grid
}

}  // namespace undine
