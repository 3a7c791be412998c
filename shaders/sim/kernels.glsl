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

// W(r), 1/m³ (1/m² in 2D).
PBF_FN float kernel_weight(float r_sq) {
    if (KERNEL == PBF_KERNEL_POLY6_SPIKY) {
        float s = max(params.support_radius_sq - r_sq, 0.0f);
        return params.kernel_scale * (s * s * s);
    }
    float q = sqrt(r_sq) / params.support_radius;
    if (q >= 1.0f) return 0.0f;
    float t = 1.0f - q;
    return params.kernel_scale * (q <= 0.5f ? 6.0f * q * q * (q - 1.0f) + 1.0f : 2.0f * t * t * t);
}

// g with ∇W = g · (x_i − x_j); 0 where the particles coincide, since no direction exists there.
PBF_FN float kernel_gradient(float r_sq) {
    if (r_sq >= params.support_radius_sq || r_sq <= 0.0f) return 0.0f;
    float r = sqrt(r_sq);
    if (KERNEL == PBF_KERNEL_POLY6_SPIKY) {
        float s = params.support_radius - r;
        return params.gradient_scale * (s * s) / r;
    }
    float q = r / params.support_radius;
    float t = 1.0f - q;
    return params.gradient_scale * (q <= 0.5f ? q * (3.0f * q - 2.0f) : -t * t) / r;
}

#endif
