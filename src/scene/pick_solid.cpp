#include "scene/pick_solid.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace undine {

std::optional<PickedSolid> pick_floating(std::span<const Solid> solids, std::span<const SolidState> states,
                                         const glm::dvec3& eye, const glm::dvec3& direction, double most) {
    std::optional<PickedSolid> first;
    for (size_t k = 0; k < solids.size(); ++k) {
        if (!solids[k].floats()) continue;
        const double reach = reach_of(solids[k], 3), touch = 1e-3 * reach;
        const double middle = glm::dot(states[k].center - eye, direction);
        const double until = std::min(first ? first->distance : most, middle + reach);
        // From where the ray enters the sphere round the solid, as far as nothing can be each time.
        for (double t = std::max(middle - reach, 0.0); t <= until;) {
            const double gap = signed_distance(solids[k], states[k], eye + t * direction, 3);
            if (gap < touch) {
                first = {k, t};
                break;
            }
            t += gap;
        }
    }
    return first;
}

}  // namespace undine
