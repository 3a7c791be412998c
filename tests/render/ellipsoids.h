// Particles as water draws them, ellipsoids, in closed form and in double precision.
#pragma once
#include <cmath>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "render/draw_testing.h"

namespace undine::testing {

// A particle of the given axes (over the drawn radius), turned about y by `turn` and then about x.
struct Shaped {
    glm::dvec3 center, axes;
    double turn = 0;
    glm::dmat3 sigma(double radius) const {  // m²
        const double c = std::cos(turn), s = std::sin(turn);
        const glm::dmat3 about_y(c, 0, -s, 0, 1, 0, s, 0, c), about_x(1, 0, 0, 0, c, s, 0, -s, c);
        const glm::dmat3 rotation = about_x * about_y;
        const glm::dvec3 a = axes * radius;
        return rotation * glm::dmat3(a.x * a.x, 0, 0, 0, a.y * a.y, 0, 0, 0, a.z * a.z) * glm::transpose(rotation);
    }
};

// Of water: no spray. closing: m/s at which it and its neighbours meet, which makes foam.
inline void add(Particles& particles, const Shaped& shaped, float closing = 0) {
    const glm::dmat3 s = shaped.sigma(1);
    particles.position.emplace_back(glm::vec3(shaped.center), 1000);
    particles.velocity.emplace_back(0);
    particles.ellipsoid.emplace_back(glm::vec3(shaped.center),
                                     std::cbrt(shaped.axes.x * shaped.axes.y * shaped.axes.z));
    particles.ellipsoid.emplace_back(s[0][0], s[1][1], s[2][2], 1);
    particles.ellipsoid.emplace_back(s[0][1], s[0][2], s[1][2], closing);
}

// Water with a wave in a tank with a floor, 1.4 x 0.8 x 0.9 m; where it is highest it is whipped to foam.
inline const Surroundings kPoolTank{.tank = {{0, 0, 0}, {1.4f, 0.8f, 0.9f}}, .foam_speed = 4};
inline Particles pool() {
    constexpr double kSpacing = 0.1;
    Particles particles{{}, {}, kSpacing / 2, {}};
    for (int z = 0; z < 9; ++z)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 14; ++x) {
                const glm::dvec3 at = kSpacing * (glm::dvec3(x, y, z) + 0.5);
                const double top = 0.35 + 0.2 * std::sin(4 * at.x + 2 * at.z);
                if (at.y < top) add(particles, {at, {1.45, 1.45, 1.45}}, top > 0.5 ? 0.4f : 0);
            }
    return particles;
}

// Where the ray through the picture's (x, y), −1 … 1 from left to right and from bottom to top, meets it first.
struct Hit {
    double distance = 0;  // along the view; 0: none
    double height = 0;    // half of what the ray passes inside, over that through the centre: 0 at the rim
    glm::dvec3 normal{0};
};

inline glm::dvec3 view_ray(const Camera& camera, double aspect, double x, double y) {
    const glm::dvec3 back = glm::normalize(glm::dvec3(camera.eye) - glm::dvec3(camera.target));
    const glm::dvec3 right = glm::normalize(glm::cross(glm::dvec3(0, 1, 0), back)), up = glm::cross(back, right);
    const double tan_y = std::tan(camera.fov_degrees * M_PI / 360);
    return right * (x * tan_y * aspect) + up * (y * tan_y) - back;
}

inline Hit closed_form(const Shaped& shaped, double radius, const Camera& camera, double aspect, double x, double y) {
    const glm::dvec3 ray = view_ray(camera, aspect, x, y), c = shaped.center - glm::dvec3(camera.eye);
    const glm::dmat3 inverse = glm::inverse(shaped.sigma(radius));
    const double a = dot(ray, inverse * ray), b = dot(ray, inverse * c), q = dot(c, inverse * c) - 1;
    const double discriminant = b * b - a * q;
    if (discriminant < 0) return {};
    const double t = (b - std::sqrt(discriminant)) / a;
    return {t, std::sqrt(discriminant / a), glm::normalize(inverse * (ray * t - c))};
}

}  // namespace undine::testing
