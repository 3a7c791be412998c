// The shape with which a particle is drawn: an ellipsoid fitted to its neighbours, [YT13] eq. 6, 9–11, given as its
// centre and the symmetric matrix Σ of {x: (x − c)ᵀ Σ⁻¹ (x − c) = r²}, where r is the radius particles are drawn with.
// Deviations: the ratio of the axes is bounded by adding a part of the mean variance to all of them instead of clamping
// singular values, so no eigenvectors are needed; sizes follow from the mean variance, which in water is that of a
// sphere.
// Also computes two numbers for drawing foam: how far a particle belongs to a crowd (0: spray … 1: water), and how fast
// it and its neighbours move into one another, which traps air (the potential of [Ihmsen12], as a mean).
// Reads x* of the last iteration, which is where the step has put the particles.
#include "sim/kernels.glsl"
#include "sim/grid.glsl"
#include "sim/neighborhood.glsl"

PBF_PASS fit_ellipsoid(uint i) {
    vec3 x_i = vec3(predicted[i]);
    float weight = 1.0f;  // of the particle itself
    float found = 0.0f;
    vec3 mean = vec3(0.0f, 0.0f, 0.0f);  // of x_j − x_i
    vec3 moved = x_i - vec3(previous[i]);
    float closing = 0.0f;  // m per step
    vec3 squares = vec3(0.0f, 0.0f, 0.0f), products = vec3(0.0f, 0.0f, 0.0f);  // xx yy zz, xy xz yz
    Neighborhood n = fluid_neighbors(i);
    while (has_fluid(n)) {
        uint j = take_fluid(n);
        vec3 d = vec3(predicted[j]) - x_i;
        float q = sqrt(squared_length(d)) / params.support_radius;
        float w = max(1.0f - q * q * q, 0.0f);
        weight += w;
        // |v_ij| (1 − v̂_ij·x̂_ij), with 1 − q as the weight; x̂ points from j to i.
        vec3 apart = moved - (vec3(predicted[j]) - vec3(previous[j]));
        float distance = q * params.support_radius;
        float along = apart.x * d.x + apart.y * d.y + apart.z * d.z;
        if (q < 1.0f) closing += (1.0f - q) * (sqrt(squared_length(apart)) + (distance > 0.0f ? along / distance : 0.0f));
        found += min(20.0f * w, 1.0f);  // near h less than one: lattices have neighbours there, found or not by rounding
        mean = mean + w * d;
        squares = squares + w * (d * d);
        products = products + w * vec3(d.x * d.y, d.x * d.z, d.y * d.z);
    }
    float inv_weight = 1.0f / weight;
    mean = mean * inv_weight;
    squares = squares * inv_weight - mean * mean;
    products = products * inv_weight - vec3(mean.x * mean.y, mean.x * mean.z, mean.y * mean.z);
    // A flat sheet has variances (3v/2, 3v/2, 0): with a part a of v added to each, its axes are as √((3/2 + a)/a) = 3
    // for a = 3/16. Spray, whose few neighbours say nothing about a surface, is drawn as spheres.
    float crowd = clamp((found - 5.0f) * 0.1f, 0.0f, 1.0f);
    float variance = (squares.x + squares.y + squares.z) * (1.0f / 3.0f);
    float stretch = variance > 0.0f ? crowd / (1.1875f * variance) : 0.0f;
    float round = 1.0f - crowd + stretch * 0.1875f * variance;
    // Spheres of the drawn radius, half a particle_spacing, would leave gaps in water.
    float size = 1.0f + 0.45f * crowd;
    squares = (size * size) * (stretch * squares + vec3(round, round, round));
    products = (size * size * stretch) * products;
    vec3 center = x_i + (0.9f * crowd) * mean;  // [YT13] eq. 6
    ellipsoid[3u * i] = vec4(center, size);
    ellipsoid[3u * i + 1u] = vec4(squares, crowd);
    ellipsoid[3u * i + 2u] = vec4(products, params.dt > 0.0f ? closing / (max(found, 1.0f) * params.dt) : 0.0f);
}
