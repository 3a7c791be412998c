#include "solver/wall_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <optional>
#include <utility>

#include "scene/parameters.h"
#include "scene/radial_kernel.h"
#include "sim/sizes.glsl"
#include "solver/surface_forces.h"

namespace undine {
namespace {

constexpr double kPi = std::numbers::pi;

// Composite Simpson in the variable t with r = from + (to − from) t²: smooths the 2D cap's square root at r = from.
template <class Function>
double integrate(double from, double to, const Function& f) {
    constexpr int kPanels = 400;
    auto g = [&](double t) { return f(from + (to - from) * t * t) * 2 * t * (to - from); };
    double sum = g(0) + g(1);
    for (int k = 1; k < kPanels; ++k) sum += g(double(k) / kPanels) * (k % 2 ? 4 : 2);
    return sum / (3 * kPanels);
}

struct HalfSpace {
    double weight, gradient, gradient_sq;
    double adhesion;  // ∫A r̂, m³ (m²), not multiplied by any weight
};

// As integrate(), of A(r) moment(r), whose fourth roots at h/2 and h become smooth.
template <class Moment>
double integrate_adhesion(double h, double from, const Moment& moment) {
    constexpr int kPanels = 200;
    const double low = std::max(from, 0.5 * h);
    if (low >= h) return 0;
    auto g = [&](double t) {
        const double u = 1 - t, s = t * t * t * t * (35 - 84 * t + 70 * t * t - 20 * t * t * t);
        const double r = low + (h - low) * s;
        return adhesion_spline(r / h) * moment(r) * 140 * t * t * t * u * u * u * (h - low);
    };
    double sum = g(0) + g(1);
    for (int k = 1; k < kPanels; ++k) sum += g(double(k) / kPanels) * (k % 2 ? 4 : 2);
    return sum / (3 * kPanels);
}

// The half-space integrals of one kernel. The cap of the sphere of radius r beyond a plane at distance s ≥ 0 has area
// 2πr(r − s) and first moment π(r² − s²); in 2D the arc has length 2r·acos(s/r) and first moment 2√(r² − s²).
class HalfSpaces {
  public:
    HalfSpaces(const RadialKernel& kernel, double cell_volume) : k_(kernel), cell_volume_(cell_volume) {
        auto whole = [&](double r) { return k_.flat ? 2 * kPi * r : 4 * kPi * r * r; };
        whole_gradient_sq_ =
            cell_volume_ * integrate(eps_, k_.h, [&](double r) { return k_.slope(r) * k_.slope(r) * whole(r); });
    }

    HalfSpace at(double s) const {
        const double d = std::abs(s);
        auto measure = [&](double r) {
            return k_.flat ? 2 * r * std::acos(std::min(1.0, d / r)) : 2 * kPi * r * (r - d);
        };
        auto moment = [&](double r) { return k_.flat ? 2 * std::sqrt(r * r - d * d) : kPi * (r * r - d * d); };
        const double from = std::max(d, eps_);
        HalfSpace out{
            integrate(from, k_.h, [&](double r) { return k_.weight(r) * measure(r); }),
            integrate(from, k_.h, [&](double r) { return k_.slope(r) * moment(r); }),
            cell_volume_ * integrate(from, k_.h, [&](double r) { return k_.slope(r) * k_.slope(r) * measure(r); }),
            integrate_adhesion(k_.h, d, moment)};
        if (s < 0) {
            out.weight = 1 - out.weight;
            out.gradient_sq = whole_gradient_sq_ - out.gradient_sq;
        }
        return out;
    }

  private:
    RadialKernel k_;
    double cell_volume_, whole_gradient_sq_;
    double eps_ = 1e-12 * k_.h;  // keeps acos(s/r) defined at r = 0
};

// A ball of solid. The sphere (in 2D the circle) of radius r around the particle lies inside it within an angle θ about
// the nearest way to it: of area 2πr²(1 − cos θ) and first moment πr²·sin²θ; in 2D of length 2rθ and first moment
// 2r·sin θ.
class Ball {
  public:
    Ball(const RadialKernel& kernel, double cell_volume, double radius)
        : k_(kernel), cell_volume_(cell_volume), radius_(radius) {}

    HalfSpace at(double s) const {
        const double center = std::max(radius_ + s, eps_);  // its distance
        const double whole = std::clamp(-s, eps_, k_.h);    // up to here, spheres lie in it whole
        const HalfSpace inner = integrated(eps_, whole, [](double) { return -1.0; });
        auto cosine = [&](double r) {
            return std::clamp((center * center + r * r - radius_ * radius_) / (2 * center * r), -1.0, 1.0);
        };
        const HalfSpace cut = integrated(std::max(s, whole), k_.h, cosine);
        return {inner.weight + cut.weight, inner.gradient + cut.gradient, inner.gradient_sq + cut.gradient_sq,
                integrate_adhesion(k_.h, std::max(s, whole), [&](double r) { return moment(r, cosine(r)); })};
    }

  private:
    template <class Cosine>
    HalfSpace integrated(double from, double to, const Cosine& cosine) const {
        if (from >= to) return {0, 0, 0, 0};
        auto measure = [&](double r) {
            return k_.flat ? 2 * r * std::acos(cosine(r)) : 2 * kPi * r * r * (1 - cosine(r));
        };
        return {integrate(from, to, [&](double r) { return k_.weight(r) * measure(r); }),
                integrate(from, to, [&](double r) { return k_.slope(r) * moment(r, cosine(r)); }),
                cell_volume_ * integrate(from, to, [&](double r) { return k_.slope(r) * k_.slope(r) * measure(r); }),
                0};
    }

    double moment(double r, double cosine) const {
        const double sine_sq = 1 - cosine * cosine;
        return k_.flat ? 2 * r * std::sqrt(sine_sq) : kPi * r * r * sine_sq;
    }

    RadialKernel k_;
    double cell_volume_, radius_;
    double eps_ = 1e-12 * k_.h;  // keeps the cosine defined at r = 0
};

// Σ W over the lattice points at normal distance spacing, 2 spacing, …: those that the wall replaces, as seen from a
// particle in the first layer.
double replaced_lattice(const RadialKernel& k, double spacing) {
    const int reach = static_cast<int>(k.h / spacing) + 1;
    double sum = 0;
    for (int y = 1; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x)
            for (int z = k.flat ? 0 : -reach; z <= (k.flat ? 0 : reach); ++z)
                sum += k.weight(spacing * std::sqrt(double(x * x + y * y + z * z)));
    return sum;
}

using Samples = std::vector<HalfSpace>;

template <class Shape>
std::shared_ptr<const Samples> integrate_samples(const RadialKernel& kernel, const Shape& shape) {
    auto samples = std::make_shared<Samples>();
    for (uint32_t k = 0; k < PBF_WALL_SAMPLES; ++k)
        samples->push_back(shape.at(kernel.h * (2.0 * k / (PBF_WALL_SAMPLES - 1) - 1)));
    return samples;
}

// Keeps the last result, which takes 20 ms, since successive solvers often have the same kernel: the backends of a
// comparison, or those that a slider makes while it changes only the mass.
std::shared_ptr<const Samples> samples_of(const RadialKernel& kernel, double cell_volume) {
    static std::mutex mutex;
    static std::optional<std::pair<RadialKernel, double>> known;
    static std::shared_ptr<const Samples> samples;
    const std::lock_guard lock(mutex);
    if (const std::pair wanted(kernel, cell_volume); known != wanted) {
        samples = integrate_samples(kernel, HalfSpaces(kernel, cell_volume));
        known = wanted;
    }
    return samples;
}

// Round solids: a capsule's side is half as curved as a sphere, and its table the mean of a ball's and a half space's.
Samples round_samples(const RadialKernel& kernel, double cell_volume, const Solid& solid, const Samples& flat) {
    Samples samples = *integrate_samples(kernel, Ball(kernel, cell_volume, double{solid.radius}));
    if (solid.half_size == glm::vec3(0)) return samples;
    for (size_t k = 0; k < samples.size(); ++k)
        samples[k] = {0.5 * (samples[k].weight + flat[k].weight), 0.5 * (samples[k].gradient + flat[k].gradient),
                      0.5 * (samples[k].gradient_sq + flat[k].gradient_sq),
                      0.5 * (samples[k].adhesion + flat[k].adhesion)};
    return samples;
}

}  // namespace

double solid_weight(const Parameters& p, double particle_mass) {
    const RadialKernel kernel(p);
    const double spacing = p.particle_spacing;
    return particle_mass / p.rest_density * replaced_lattice(kernel, spacing) /
           HalfSpaces(kernel, 1).at(spacing / 2).weight;
}

std::vector<vec4> make_wall_table(const Parameters& p, double particle_mass, const std::vector<Solid>& solids) {
    const RadialKernel kernel(p);
    const double cell_volume = std::pow(double{p.particle_spacing}, p.dimensions);
    const double psi_weight = solid_weight(p, particle_mass);
    const auto samples = samples_of(kernel, cell_volume);
    std::vector<vec4> table;
    auto append = [&](const Samples& one) {
        for (const HalfSpace& a : one)
            table.emplace_back(a.weight * psi_weight, a.gradient * psi_weight, a.gradient_sq * psi_weight * psi_weight,
                               a.adhesion);
    };
    append(*samples);
    std::map<float, Samples> of_radius;
    for (const Solid& solid : solids) {
        if (solid.radius == 0) {  // not read
            table.resize(table.size() + PBF_WALL_SAMPLES);
            continue;
        }
        const bool sphere = solid.half_size == glm::vec3(0);
        const auto [at, is_new] = of_radius.try_emplace(sphere ? solid.radius : -solid.radius);
        if (is_new) at->second = round_samples(kernel, cell_volume, solid, *samples);
        append(at->second);
    }
    return table;
}

}  // namespace undine
