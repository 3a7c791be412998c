// Smoothing kernels, as functions of the squared distance; zero at and beyond h, finite at 0. Compile-time KERNEL.
//   poly6_spiky   W: [MM13] poly6, ∇W: spiky (seed paper eq. 17, 18); cubic_spline: W and ∇W of [Monaghan05].
// Normalisations for 2D and 3D are in kernel_scale and gradient_scale.
#ifndef PBF_KERNELS
#define PBF_KERNELS

// r² exactly as every backend must round it: the test r² < h² decides which pairs exist.
PBF_FN float squared_length(vec3 d) {
    PBF_PRECISE float r_sq = d.x * d.x + d.y * d.y + d.z * d.z;
    return r_sq;
}

// W(r), 1/m³ (1/m² in 2D). No branches but KERNEL's, here and below: the CPU vectorises over neighbours.
PBF_FN float kernel_weight(float r_sq) {
    if (KERNEL == PBF_KERNEL_POLY6_SPIKY) {
        float s = max(params.support_radius_sq - r_sq, 0.0f);
        return params.kernel_scale * (s * s * s);
    }
    float q = min(sqrt(r_sq) / params.support_radius, 1.0f);
    float t = 1.0f - q;
    return params.kernel_scale * (q <= 0.5f ? 6.0f * q * q * (q - 1.0f) + 1.0f : 2.0f * t * t * t);
}

// g with ∇W = g · (x_i − x_j); 0 where the particles coincide, since no direction exists there.
PBF_FN float kernel_gradient(float r_sq) {
    float r = sqrt(r_sq);
    float slope;
    if (KERNEL == PBF_KERNEL_POLY6_SPIKY) {
        float s = max(params.support_radius - r, 0.0f);
        slope = s * s;
    } else {
        float q = min(r / params.support_radius, 1.0f);
        float t = 1.0f - q;
        slope = q <= 0.5f ? q * (3.0f * q - 2.0f) : -t * t;
    }
    float g = params.gradient_scale * slope / r;
    return r_sq > 0.0f ? g : 0.0f;
}

// s_corr's (W_ij / W(Δq))^n without pow, n ≤ 8 [MM13] eq. 13.
PBF_FN float scorr_ratio(float weight) {
    float ratio = weight * params.scorr_inv_weight;
    ratio = ratio > 1.0e-5f ? ratio : 0.0f;  // its powers would be denormals, which take a CPU twice as long
    float ratio2 = ratio * ratio;
    float ratio4 = ratio2 * ratio2;
    float power = (params.scorr_n & 8u) != 0u ? ratio4 * ratio4 : 1.0f;
    power *= (params.scorr_n & 4u) != 0u ? ratio4 : 1.0f;
    power *= (params.scorr_n & 2u) != 0u ? ratio2 : 1.0f;
    return power * ((params.scorr_n & 1u) != 0u ? ratio : 1.0f);
}

#endif
