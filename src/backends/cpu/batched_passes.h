// The passes that walk neighbours, tuned for a CPU: eight pairs at a time in loops that the compiler vectorises. The
// equations are those of shaders/sim and call the same leaf functions; only the order of the sums differs (eight
// partial sums, which are then added in order), so the shared bodies remain the reference, against which parity tests
// check these passes. The order is the same for every instruction set, and so are the resulting bits.
#pragma once
#include <array>
#include <bit>

#include "solver/fluid_view.h"

namespace undine {

inline constexpr uint kBatch = 8;
using Batch = float[kBatch];

inline float sum(const Batch& b) {
    float total = 0;
    for (float x : b) total += x;
    return total;
}

typedef float V8 __attribute__((vector_size(32)));
typedef int I8 __attribute__((vector_size(32)));

// Bit l is set if lane l is less than the limit.
[[gnu::always_inline]] inline uint lanes_below(const Batch& b, float limit) {
    const I8 bits = (*reinterpret_cast<const V8*>(b) < limit) & I8{1, 2, 4, 8, 16, 32, 64, 128};
    const I8 halves = bits | __builtin_shufflevector(bits, bits, 4, 5, 6, 7, 0, 1, 2, 3);
    const I8 quarters = halves | __builtin_shufflevector(halves, halves, 2, 3, 0, 1, 6, 7, 4, 5);
    return static_cast<uint>(quarters[0] | quarters[1]);
}

// For each bit mask of lanes: the indices of its lanes in ascending order, one byte each.
inline constexpr auto kLanesOfMask = [] {
    std::array<uint64_t, 256> table{};
    for (uint mask = 0; mask < 256; ++mask)
        for (uint lane = 0, k = 0; lane < kBatch; ++lane)
            if (mask >> lane & 1) table[mask] |= uint64_t{lane} << 8 * k++;
    return table;
}();

// Stores first + lane for the lanes in `mask`, in order, followed by arbitrary words: always kBatch words in all. It
// has no branch, because a processor cannot predict which candidates are neighbours.
[[gnu::always_inline]] inline void store_lanes(uint* to, uint first, uint mask) {
    typedef uint8_t B8 __attribute__((vector_size(8)));
    typedef uint U8 __attribute__((vector_size(32)));
    typedef uint Unaligned __attribute__((vector_size(32), aligned(4), may_alias));
    *reinterpret_cast<Unaligned*>(to) = first + __builtin_convertvector(std::bit_cast<B8>(kLanesOfMask[mask]), U8);
}

// A batch of neighbours is processed by a loop over lanes; `Lanes` gathers what those loops read. The vec4s are
// transposed in registers and stored as whole vectors: wide loads after narrower stores would stall.
struct Lanes {
    alignas(32) Batch x, y, z, w;

    // Gathers array[slots[l]]. The x of lanes past `count` is `far_away`, outside the support, so they contribute zero.
    [[gnu::always_inline]] void gather(const vec4* array, const uint* slots, uint count, float far_away) {
        uint at[kBatch];
        for (uint l = 0; l < kBatch; ++l) at[l] = slots[l < count ? l : 0];
        transpose([&](uint l) { return *reinterpret_cast<const V4*>(array + at[l]); });
        const int n = static_cast<int>(count);
        const V8 far = {far_away, far_away, far_away, far_away, far_away, far_away, far_away, far_away};
        const I8 used = I8{0, 1, 2, 3, 4, 5, 6, 7} < n;
        *reinterpret_cast<V8*>(x) = used ? *reinterpret_cast<V8*>(x) : far;
    }

    // Loads kBatch consecutive elements; any beyond the end of the array lie in its guard.
    [[gnu::always_inline]] void load(const vec4* array) {
        transpose([&](uint l) { return *reinterpret_cast<const V4*>(array + l); });
    }

  private:
    typedef float V4 __attribute__((vector_size(16)));

    template <class Row>
    [[gnu::always_inline]] void transpose(Row row) {
        auto pair = [&](uint l) { return __builtin_shufflevector(row(l), row(l + 4), 0, 1, 2, 3, 4, 5, 6, 7); };
        const V8 r0 = pair(0), r1 = pair(1), r2 = pair(2), r3 = pair(3);
        const V8 xy01 = __builtin_shufflevector(r0, r1, 0, 8, 1, 9, 4, 12, 5, 13);
        const V8 xy23 = __builtin_shufflevector(r2, r3, 0, 8, 1, 9, 4, 12, 5, 13);
        const V8 zw01 = __builtin_shufflevector(r0, r1, 2, 10, 3, 11, 6, 14, 7, 15);
        const V8 zw23 = __builtin_shufflevector(r2, r3, 2, 10, 3, 11, 6, 14, 7, 15);
        *reinterpret_cast<V8*>(x) = __builtin_shufflevector(xy01, xy23, 0, 1, 8, 9, 4, 5, 12, 13);
        *reinterpret_cast<V8*>(y) = __builtin_shufflevector(xy01, xy23, 2, 3, 10, 11, 6, 7, 14, 15);
        *reinterpret_cast<V8*>(z) = __builtin_shufflevector(zw01, zw23, 0, 1, 8, 9, 4, 5, 12, 13);
        *reinterpret_cast<V8*>(w) = __builtin_shufflevector(zw01, zw23, 2, 3, 10, 11, 6, 7, 14, 15);
    }
};

template <uint KERNEL>
struct BatchedPasses {
    using View = FluidView<KERNEL, PBF_NEIGHBORS_LIST>;

    [[gnu::always_inline]] static void find_neighbors(View& f, uint i) {
        const vec4 x_i = f.predicted[i];
        const ivec3 c = f.cell_coordinate(vec3(x_i));
        const uint capacity = f.params.list_capacity, runs = f.adjoining_run_count();
        uint* const list = f.neighbors + size_t(i) * capacity;
        uint found = 0;
        for (uint run = 0; run < runs; ++run) {
            const uvec2 cells = f.adjoining_run(c, run);
            if (cells.x > cells.y) continue;
            const uint begin = f.cell_start[cells.x], all = f.cell_start[cells.y + 1], end = f.end_of_walk(begin, all);
            if (end < all) f.tally[i].x += all - end;
            for (uint first = begin; first < end; first += kBatch) {
                const uint count = min(kBatch, end - first);
                Lanes j;
                j.load(f.predicted + first);
                alignas(32) Batch r_sq;  // rounded as in squared_length()
                for (uint l = 0; l < kBatch; ++l) {
                    const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                    r_sq[l] = dx * dx + dy * dy + dz * dz;
                }
                uint inside = lanes_below(r_sq, f.params.support_radius_sq) & ((1u << count) - 1);
                if (i - first < count) inside &= ~(1u << (i - first));
                if (found + kBatch <= capacity) {
                    store_lanes(list + found, first, inside);
                    found += static_cast<uint>(std::popcount(inside));
                    continue;
                }
                for (; inside != 0; inside &= inside - 1, ++found)
                    if (found < capacity) list[found] = first + static_cast<uint>(std::countr_zero(inside));
            }
        }
        f.finish_neighbors(i, found);
    }

    [[gnu::always_inline]] static void compute_lambda(View& f, uint i) {
        const Sums s = constraint_sums(f, i);
        f.finish_lambda(i, s.weight, s.gradient, s.gradient_sq);
    }
    [[gnu::always_inline]] static void compute_multiplier(View& f, uint i) {
        const Sums s = constraint_sums(f, i);
        f.finish_first_multiplier(i, s.weight, s.gradient, s.gradient_sq);
    }

    [[gnu::always_inline]] static void update_multiplier(View& f, uint i) {
        const vec4 x_i = f.predicted[i];
        const float far_away = x_i.x + 3 * f.params.support_radius;
        alignas(32) Batch weight{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const uint count = min(f.neighbor_count[i].x, f.params.list_capacity);
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j;
            j.gather(f.predicted, list + k, min(kBatch, count - k), far_away);
#pragma GCC unroll 1  // GCC would unroll so short a loop before it could vectorise it
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                weight[l] += f.kernel_weight(dx * dx + dy * dy + dz * dz);
            }
        }
        f.finish_next_multiplier(i, f.params.self_weight + sum(weight));
    }

    [[gnu::always_inline]] static void apply_delta_p(View& f, uint i) {
        const vec4 x_i = f.predicted_lambda[i];
        const float far_away = x_i.x + 3 * f.params.support_radius;
        alignas(32) Batch px{}, py{}, pz{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const uint count = min(f.neighbor_count[i].x, f.params.list_capacity);
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j;
            j.gather(f.predicted_lambda, list + k, min(kBatch, count - k), far_away);
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                const float s = f.pair_correction(x_i.w, j.w[l], dx * dx + dy * dy + dz * dz);
                px[l] += s * dx;
                py[l] += s * dy;
                pz[l] += s * dz;
            }
        }
        f.finish_delta_p(i, vec3(sum(px), sum(py), sum(pz)));
    }

    [[gnu::always_inline]] static void apply_xsph(View& f, uint i) {
        const bool shifts = f.params.shift_scale > 0;
        if (f.params.viscosity_scale > 0) shifts ? smooth<true, true>(f, i) : smooth<true, false>(f, i);
        else shifts ? smooth<false, true>(f, i) : smooth<false, false>(f, i);
    }

    [[gnu::always_inline]] static void compute_surface_normal(View& f, uint i) {
        const vec4 x_i = f.predicted[i];
        const float far_away = x_i.x + 3 * f.params.support_radius;
        alignas(32) Batch gx{}, gy{}, gz{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const uint count = min(f.neighbor_count[i].x, f.params.list_capacity);
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j;
            const uint used = min(kBatch, count - k);
            j.gather(f.predicted, list + k, used, far_away);
            alignas(32) Batch density;
            for (uint l = 0; l < kBatch; ++l) density[l] = f.density[list[k + (l < used ? l : 0)]];
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                const float g = f.params.particle_mass / density[l] * f.kernel_gradient(dx * dx + dy * dy + dz * dz);
                gx[l] += g * dx;
                gy[l] += g * dy;
                gz[l] += g * dz;
            }
        }
        f.finish_normal(i, vec3(sum(gx), sum(gy), sum(gz)));
    }

    [[gnu::always_inline]] static void estimate_births(View& f, uint i) {
        const typename View::Creator c = f.possible_creator(i);
        if (c.energy <= 0) return f.finish_births(i, 0, 0, 0, 0, 0);
        const float far_away = c.x.x + 3 * f.params.support_radius;
        const float inv_h = 1 / f.params.support_radius;
        constexpr float kTiny = 1e-20f;  // where particles coincide, and along is 0
        alignas(32) Batch around{}, closing{}, bend{}, reach{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const uint count = min(f.neighbor_count[i].x, f.params.list_capacity);
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j, v;
            const uint used = min(kBatch, count - k);
            j.gather(f.predicted, list + k, used, far_away);
            v.gather(f.velocity, list + k, used, 0);
            alignas(32) Batch weight, r_sq;
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = j.x[l] - c.x.x, dy = j.y[l] - c.x.y, dz = j.z[l] - c.x.z;
                const float ux = c.velocity.x - v.x[l], uy = c.velocity.y - v.y[l], uz = c.velocity.z - v.z[l];
                r_sq[l] = dx * dx + dy * dy + dz * dz;
                const float r = sqrt(r_sq[l]);
                weight[l] = max(1 - r * inv_h, 0.0f);
                const float along = ux * dx + uy * dy + uz * dz;
                around[l] += weight[l];
                closing[l] += weight[l] * (sqrt(ux * ux + uy * uy + uz * uz) + along / (r + kTiny));
            }
            if (!c.is_crest) continue;
            Lanes n;
            n.gather(f.surface_normal, list + k, used, 0);
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = j.x[l] - c.x.x, dy = j.y[l] - c.x.y, dz = j.z[l] - c.x.z;
                const float normal_sq = n.x[l] * n.x[l] + n.y[l] * n.y[l] + n.z[l] * n.z[l];
                const bool below = dx * c.outward.x + dy * c.outward.y + dz * c.outward.z < 0;
                const float w = (below & f.is_of_surface(normal_sq)) ? weight[l] : 0;
                const float along = n.x[l] * c.outward.x + n.y[l] * c.outward.y + n.z[l] * c.outward.z;
                bend[l] += w * (1 + along / sqrt(max(normal_sq, kTiny)));
                reach[l] += w * r_sq[l];
            }
        }
        f.finish_births(i, c.energy, sum(around), sum(closing), sum(bend), sum(reach));
    }

    [[gnu::always_inline]] static void advect_diffuse(View& f, uint k) {
        const vec4 own = f.diffuse_position[k];
        if (own.w <= 0) return;
        const ivec3 corner = f.nearest_corner(vec3(own));
        const float inverse_radius_sq = 4 / f.params.support_radius_sq;
        alignas(32) Batch vx{}, vy{}, vz{}, densities{}, weight{};
        for (uint r = 0; r < f.nearest_run_count(); ++r) {
            const uvec2 cells = f.nearest_run(corner, r);
            if (cells.x > cells.y) continue;
            const uint begin = f.cell_start[cells.x], end = f.end_of_walk(begin, f.cell_start[cells.y + 1]);
            for (uint first = begin; first < end; first += kBatch) {
                const uint count = min(kBatch, end - first);
                Lanes j, v;
                j.load(f.position + first);
                v.load(f.velocity + first);
                for (uint l = 0; l < kBatch; ++l) {
                    const float dx = j.x[l] - own.x, dy = j.y[l] - own.y, dz = j.z[l] - own.z;
                    const float q = max(1 - (dx * dx + dy * dy + dz * dz) * inverse_radius_sq, 0.0f);
                    const float w = l < count ? q * q * q : 0;
                    weight[l] += w;
                    vx[l] += w * v.x[l];
                    vy[l] += w * v.y[l];
                    vz[l] += w * v.z[l];
                    densities[l] += w * j.w[l];
                }
            }
        }
        f.move_in_water(k, f.mean_of_water(vec3(sum(vx), sum(vy), sum(vz)), sum(densities), sum(weight)));
    }

  private:
    struct Sums {
        float weight;  // with the particle's own
        vec3 gradient;
        float gradient_sq;
    };
    [[gnu::always_inline]] static Sums constraint_sums(View& f, uint i) {
        const vec4 x_i = f.predicted[i];
        const float far_away = x_i.x + 3 * f.params.support_radius;
        alignas(32) Batch weight{}, gx{}, gy{}, gz{}, gradient_sq{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const uint count = min(f.neighbor_count[i].x, f.params.list_capacity);
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j;
            j.gather(f.predicted, list + k, min(kBatch, count - k), far_away);
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                const float r_sq = dx * dx + dy * dy + dz * dz;
                const float g = f.params.mass_ratio * f.kernel_gradient(r_sq);
                weight[l] += f.kernel_weight(r_sq);
                gx[l] += g * dx;
                gy[l] += g * dy;
                gz[l] += g * dz;
                gradient_sq[l] += g * g * r_sq;
            }
        }
        return {f.params.self_weight + sum(weight), vec3(sum(gx), sum(gy), sum(gz)), sum(gradient_sq)};
    }

    template <bool VISCOSITY, bool SHIFT>
    [[gnu::always_inline]] static void smooth(View& f, uint i) {
        const vec4 x_i = f.position[i], v_i = f.velocity_star[i];
        const float far_away = x_i.x + 3 * f.params.support_radius;
        alignas(32) Batch cx{}, cy{}, cz{}, px{}, py{}, pz{}, smoothing{};
        const uint* list = f.neighbors + size_t(i) * f.params.list_capacity;
        const bool any = VISCOSITY || SHIFT || f.params.xsph_c > 0 || f.params.start_gradients != 0;
        const uint count = any ? min(f.neighbor_count[i].x, f.params.list_capacity) : 0;
        for (uint k = 0; k < count; k += kBatch) {
            Lanes j, v;
            j.gather(f.position, list + k, min(kBatch, count - k), far_away);
            v.gather(f.velocity_star, list + k, min(kBatch, count - k), 0);
            for (uint l = 0; l < kBatch; ++l) {
                const float dx = x_i.x - j.x[l], dy = x_i.y - j.y[l], dz = x_i.z - j.z[l];
                const float ux = v.x[l] - v_i.x, uy = v.y[l] - v_i.y, uz = v.z[l] - v_i.z;
                const float r_sq = dx * dx + dy * dy + dz * dz, rho = f.pair_density(x_i.w, j.w[l]);
                const float weight = f.xsph_weight(rho, r_sq), c = f.params.xsph_c * weight;
                cx[l] += c * ux;
                cy[l] += c * uy;
                cz[l] += c * uz;
                smoothing[l] += weight * (v.w[l] - v_i.w);
                if constexpr (VISCOSITY) {
                    const float a = f.params.dt * f.viscous_factor(rho, -(ux * dx + uy * dy + uz * dz), r_sq);
                    cx[l] += a * dx;
                    cy[l] += a * dy;
                    cz[l] += a * dz;
                }
                if constexpr (SHIFT) {
                    const float p = f.shift_factor(r_sq);
                    px[l] += p * dx;
                    py[l] += p * dy;
                    pz[l] += p * dz;
                }
            }
        }
        f.finish_xsph(i, vec3(sum(cx), sum(cy), sum(cz)), vec3(sum(px), sum(py), sum(pz)), sum(smoothing));
    }
};

}  // namespace undine
