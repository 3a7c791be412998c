#include "cli/solid_poses.h"

#include <initializer_list>
#include <nlohmann/json.hpp>

#include "text/text.h"

namespace undine {

nlohmann::ordered_json solids_json(const std::vector<Solid>& solids, const Solver& solver) {
    auto all = nlohmann::ordered_json::array();
    for (size_t k = 0; k < solids.size(); ++k) {
        if (!solids[k].moves()) continue;
        const SolidState& s = solver.solid_states()[k];
        const glm::dvec3 &x = s.center, &v = s.velocity, &w = s.angular_velocity;
        const glm::dquat& q = s.rotation;
        all.push_back({{"solid", k + 1},
                       {"floats", solids[k].floats()},
                       {"center_m", {x.x, x.y, x.z}},
                       {"quaternion_wxyz", {q.w, q.x, q.y, q.z}},
                       {"velocity_m_s", {v.x, v.y, v.z}},
                       {"angular_velocity_rad_s", {w.x, w.y, w.z}}});
    }
    return all;
}

std::vector<std::string> solid_comments(const std::vector<Solid>& solids, const Solver& solver) {
    std::vector<std::string> comments;
    for (size_t k = 0; k < solids.size(); ++k) {
        if (!solids[k].moves()) continue;
        const SolidState& s = solver.solid_states()[k];
        const glm::dvec3& x = s.center;
        const glm::dquat& q = s.rotation;
        std::string comment = "solid " + std::to_string(k + 1) + " center";
        for (const double c : {x.x, x.y, x.z}) comment += ' ' + number_text(c);
        comment += " quaternion";
        for (const double c : {q.w, q.x, q.y, q.z}) comment += ' ' + number_text(c);
        comments.push_back(std::move(comment));
    }
    return comments;
}

}  // namespace undine
