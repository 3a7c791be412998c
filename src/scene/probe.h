// A place at which a scene is measured while it runs.
#pragma once
#include <array>
#include <glm/vec3.hpp>
#include <limits>
#include <string>
#include <string_view>

namespace undine {

enum class ProbeQuantity { pressure, velocity, density, height, flux };

struct ProbeQuantityInfo {
    std::string_view name, unit, unit_2d;
    bool is_vector;
};

inline constexpr std::array<ProbeQuantityInfo, 5> kProbeQuantities{{
    {"pressure", "Pa", "N/m", false},
    {"velocity", "m/s", "m/s", true},
    {"density", "kg/m³", "kg/m²", false},
    {"height", "m", "m", false},
    {"flux", "m³/s", "m²/s", false},
}};

struct Probe {
    std::string name;  // unique in the scene
    ProbeQuantity quantity = ProbeQuantity::pressure;
    glm::vec3 at{0};  // m; of a height, its y is not read
    // Of a flux: the plane dot(normal, x) = offset (m), of whose two sides the one that the normal (unit length) points
    // to counts as ahead, and the part of it that is looked at, m.
    glm::vec3 normal{0};
    float offset = 0;
    glm::vec3 min{-std::numeric_limits<float>::infinity()}, max{std::numeric_limits<float>::infinity()};

    bool operator==(const Probe&) const = default;
};

inline const ProbeQuantityInfo& info(ProbeQuantity quantity) { return kProbeQuantities[size_t(quantity)]; }

}  // namespace undine
