#include "solver/wall_table.h"

#include <cmath>
#include <functional>
#include <numbers>

#include "scene/radial_kernel.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;

// Composite Simpson in the variable t with r = from + (to − from) t²: smooths the 2D cap's square root at r = from.
double integrate(double from, double to, const std::function<double(double)>& f) {
    constexpr int kPanels = 400;
    auto g = [&](double t) { return f(from + (to - from) * t * t) * 2 * t * (to - from); };
    double sum = g(0) + g(1);
    for (int k = 1; k < kPanels; ++k) sum += g(double(k) / kPanels) * (k % 2 ? 4 : 2);
    return sum / (3 * kPanels);
}

struct HalfSpace {
    double weight, gradient, gradient_sq;
};

// The cap of the sphere of radius r beyond a plane at distance s ≥ 0 has area 2πr(r − s) and first moment π(r² − s²);
// in 2D the arc has length 2r·acos(s/r) and first moment 2√(r² − s²).
HalfSpace half_space(const RadialKernel& k, double cell_volume, double s) {
    const double d = std::abs(s);
    auto measure = [&](double r) { return k.flat ? 2 * r * std::acos(std::min(1.0, d / r)) : 2 * kPi * r * (r - d); };
    auto moment = [&](double r) { return k.flat ? 2 * std::sqrt(r * r - d * d) : kPi * (r * r - d * d); };
    auto whole = [&](double r) { return k.flat ? 2 * kPi * r : 4 * kPi * r * r; };
    const double eps = 1e-12 * k.h;  // keeps acos(s/r) defined at r = 0
    const double from = std::max(d, eps);
    HalfSpace out{integrate(from, k.h, [&](double r) { return k.weight(r) * measure(r); }),
                  integrate(from, k.h, [&](double r) { return k.slope(r) * moment(r); }),
                  cell_volume * integrate(from, k.h, [&](double r) { return k.slope(r) * k.slope(r) * measure(r); })};
    if (s < 0) {
        out.weight = 1 - out.weight;
        out.gradient_sq =
            cell_volume * integrate(eps, k.h, [&](double r) { return k.slope(r) * k.slope(r) * whole(r); }) - out.gradient_sq;
    }
    return out;
}

// Σ W over the lattice points at normal distance spacing, 2 spacing, …: what the wall replaces for a particle in the
// first layer.
double replaced_lattice(const RadialKernel& k, double spacing) {
    const int reach = static_cast<int>(k.h / spacing) + 1;
    double sum = 0;
    for (int y = 1; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            for (int z = k.flat ? 0 : -reach; z <= (k.flat ? 0 : reach); ++z)
                sum += k.weight(spacing * std::sqrt(double(x * x + y * y + z * z)));
    return sum;
}

}  // namespace

std::vector<vec4> make_wall_table(const Parameters& p, double particle_mass) {
    const RadialKernel kernel(p);
    const double spacing = p.particle_spacing;
    const double cell_volume = std::pow(spacing, p.dimensions);
    const double psi_weight = particle_mass / p.rest_density * replaced_lattice(kernel, spacing) /
                              half_space(kernel, cell_volume, spacing / 2).weight;
    std::vector<vec4> table(PBF_WALL_SAMPLES);
    for (uint32_t k = 0; k < PBF_WALL_SAMPLES; ++k) {
        const double s = kernel.h * (2.0 * k / (PBF_WALL_SAMPLES - 1) - 1);
        const HalfSpace a = half_space(kernel, cell_volume, s);
        table[k] = vec4(a.weight * psi_weight, a.gradient * psi_weight, a.gradient_sq * psi_weight * psi_weight, 0);
    }
    return table;
}

}  // namespace undine
