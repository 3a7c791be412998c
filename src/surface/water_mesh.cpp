#include "surface/water_mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <numbers>

#include "internal_error.h"
#include "platform/parallel.h"
#include "surface/marching_cubes.h"

namespace undine {
namespace {

// W(r) = 315/(64 π) (1 − r²)³, the kernel of reach 1.
constexpr double kNorm = 315 / (64 * std::numbers::pi);

// One particle's part of the field: height · (1 − qᵀ M q)³ where that is positive, q from its centre.
struct Blob {
    glm::dvec3 center{0};   // m
    glm::vec3 squares{0};   // of M, 1/m²: xx yy zz
    glm::vec3 products{0};  // xy xz yz
    float height = 0;
    glm::ivec3 first{0}, last{-1};  // nodes that it can reach; none if `last` is before `first`
};

Blob make_blob(const glm::vec3& position, const glm::vec4* ellipsoid, const KernelReach& reach,
               const WaterMeshOptions& o) {
    const double size = ellipsoid[0].w, crowd = ellipsoid[1].w;
    const double h = glm::mix(reach.alone, reach.in_water, crowd), unit = h * h / (size * size);
    const glm::dvec3 s = unit * glm::dvec3(ellipsoid[1]), p = unit * glm::dvec3(ellipsoid[2]);
    const glm::dmat3 sigma(s.x, p.x, p.y, p.x, s.y, p.z, p.y, p.z, s.z);  // m²: the kernel ends where xᵀ σ⁻¹ x = 1
    const double det = glm::determinant(sigma);
    const glm::dvec3 half = glm::sqrt(s) / o.cell, at = glm::dvec3(position) / o.cell;
    Blob blob;
    constexpr double kFar = 1 << 30;  // cells: what block and node numbers can hold
    for (int a = 0; a < 3; ++a)
        if (!(det > 0) || !(half[a] < kFar) || !(std::abs(at[a]) + half[a] < kFar)) return blob;
    const glm::dmat3 m = glm::inverse(sigma);
    blob.center = position;
    blob.squares = {m[0][0], m[1][1], m[2][2]};
    blob.products = {m[0][1], m[0][2], m[1][2]};
    blob.height = float(o.particle_volume * kNorm / std::sqrt(det));
    blob.first = glm::ivec3(glm::ceil(at - half));
    blob.last = glm::ivec3(glm::floor(at + half));
    return blob;
}

int32_t block_of(int32_t node) { return node >= 0 ? node / kBlockEdge : -((kBlockEdge - 1 - node) / kBlockEdge); }

// A block and a particle that reaches one of its nodes, or one next behind them, so that the blocks are there in which
// the surface around such a node has its points.
struct Reached {
    BlockPlace block;
    uint32_t particle;
    auto operator<=>(const Reached&) const = default;
};

std::vector<Reached> reached_blocks(const std::vector<Blob>& blobs) {
    std::vector<Reached> reached;
    for (uint32_t i = 0; i < blobs.size(); ++i) {
        const Blob& b = blobs[i];
        if (b.last.x < b.first.x || b.last.y < b.first.y || b.last.z < b.first.z) continue;
        for (int32_t z = block_of(b.first.z - 1); z <= block_of(b.last.z); ++z)
            for (int32_t y = block_of(b.first.y - 1); y <= block_of(b.last.y); ++y)
                for (int32_t x = block_of(b.first.x - 1); x <= block_of(b.last.x); ++x)
                    reached.push_back({{z, y, x}, i});
    }
    std::ranges::sort(reached);
    return reached;
}

// Adds the particle to the samples of a block.
void add(const Blob& blob, const BlockPlace& place, double cell, float* samples) {
    const glm::ivec3 origin = kBlockEdge * glm::ivec3(place.x, place.y, place.z);
    const glm::ivec3 first = glm::max(blob.first - origin, glm::ivec3(0)),
                     last = glm::min(blob.last - origin, glm::ivec3(kBlockEdge - 1));
    const glm::vec3 corner = glm::vec3(cell * glm::dvec3(origin) - blob.center);  // of the block, from the centre
    const auto step = float(cell);
    const glm::vec3 &s = blob.squares, &p = blob.products;
    for (int32_t z = first.z; z <= last.z; ++z)
        for (int32_t y = first.y; y <= last.y; ++y) {
            const float dy = corner.y + step * float(y), dz = corner.z + step * float(z);
            const float linear = 2 * (p.x * dy + p.y * dz);
            const float constant = 1 - (s.y * dy * dy + s.z * dz * dz + 2 * p.z * dy * dz);
            float* const row = samples + node_index(0, y, z);
            for (int32_t x = first.x; x <= last.x; ++x) {
                const float dx = corner.x + step * float(x);
                const float left = std::max(constant - (s.x * dx + linear) * dx, 0.0f);
                row[x] += blob.height * (left * left * left);
            }
        }
}

}  // namespace

// With reach h, the drop of a lone particle, where V kNorm/h³ (1 − r²/h²)³ > 1/2, has r² = h² (1 − h/a), where
// a³ = 2 V kNorm. That is largest for h = 2a/3. The kernel's variance along an axis is h²/11.
KernelReach kernel_reach(double particle_volume) {
    return {2.0 / 3 * std::cbrt(particle_volume * kNorm / kSurfaceLevel),
            std::sqrt(11.0) / 2 * std::cbrt(particle_volume)};
}

SurfaceMesh water_mesh(std::span<const glm::vec3> position, std::span<const glm::vec4> ellipsoids,
                       const WaterMeshOptions& options) {
    UNDINE_CHECK(ellipsoids.size() == 3 * position.size(), "a surface needs three vectors of an ellipsoid a particle");
    const int threads = options.threads > 0 ? options.threads : machine_threads();
    const KernelReach reach = kernel_reach(options.particle_volume);
    std::vector<Blob> blobs(position.size());
    parallel_each(position.size(), threads,
                  [&](size_t i) { blobs[i] = make_blob(position[i], &ellipsoids[3 * i], reach, options); });

    const std::vector<Reached> reached = reached_blocks(blobs);
    SparseGrid grid{options.cell, {}, {}};
    std::vector<size_t> begin;  // of each block's particles in `reached`
    for (size_t k = 0; k < reached.size(); ++k)
        if (k == 0 || reached[k].block != reached[k - 1].block) {
            grid.blocks.push_back(reached[k].block);
            begin.push_back(k);
        }
    begin.push_back(reached.size());
    grid.samples.resize(grid.blocks.size() * kBlockNodes);
    // A block's samples belong to one thread, which adds particles in their order.
    parallel_each(grid.blocks.size(), threads, [&](size_t b) {
        for (size_t k = begin[b]; k < begin[b + 1]; ++k)
            add(blobs[reached[k].particle], grid.blocks[b], options.cell, &grid.samples[b * kBlockNodes]);
    });
    return marching_cubes(grid, kSurfaceLevel, options.threads);
}

}  // namespace undine
