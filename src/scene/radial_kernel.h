// The scene's kernels as functions of distance, in double precision: masses, tables and factors are computed from them
// once, before the passes evaluate kernels.glsl in float.
#pragma once
#include <cmath>
#include <numbers>

namespace undine {

struct Parameters;

// poly6 and spiky: seed paper eq. 17, 18 and their 2D forms; cubic spline: [Monaghan05].
struct RadialKernel {
    double h;  // m
    bool flat, cubic;
    double weight_scale, gradient_scale;  // factors of W and ∇W in kernels.glsl

    RadialKernel() : RadialKernel(1, false, false) {}
    RadialKernel(double support_radius, bool in_2d, bool cubic_spline)
        : h(support_radius),
          flat(in_2d),
          cubic(cubic_spline),
          weight_scale(scale_of_weight()),
          gradient_scale(scale_of_gradient()) {}
    explicit RadialKernel(const Parameters& parameters);
    bool operator==(const RadialKernel&) const = default;

    // W(r), 1/m³ (1/m² in 2D).
    double weight(double r) const {
        const double q = r / h;
        if (q >= 1) return 0;
        if (!cubic) return weight_scale * std::pow(h * h - r * r, 3);
        return weight_scale * (q <= 0.5 ? 6 * q * q * (q - 1) + 1 : 2 * std::pow(1 - q, 3));
    }
    // |dW/dr| of the gradient kernel, 1/m⁴ (1/m³).
    double slope(double r) const {
        const double q = r / h;
        if (q >= 1) return 0;
        if (!cubic) return -gradient_scale * (h - r) * (h - r);
        return gradient_scale * (q <= 0.5 ? q * (2 - 3 * q) : (1 - q) * (1 - q));
    }

  private:
    double scale_of_weight() const {
        using std::numbers::pi;
        if (cubic) return flat ? 40 / (7 * pi * h * h) : 8 / (pi * h * h * h);
        return flat ? 4 / (pi * std::pow(h, 8)) : 315 / (64 * pi * std::pow(h, 9));
    }
    double scale_of_gradient() const {
        using std::numbers::pi;
        if (cubic) return 6 * weight_scale / h;
        return flat ? -30 / (pi * std::pow(h, 5)) : -45 / (pi * std::pow(h, 6));
    }
};

}  // namespace undine
