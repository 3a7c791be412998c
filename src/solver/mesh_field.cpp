#include "solver/mesh_field.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <iomanip>
#include <list>
#include <map>
#include <mutex>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

#include "platform/cache_file.h"
#include "platform/parallel.h"
#include "sim/sizes.glsl"

namespace undine {
namespace {

using glm::dvec3;

constexpr int kPerRadius = 4;                          // nodes per support radius
constexpr int kFine = 2, kReach = kPerRadius * kFine;  // voxels per node, per support radius

struct Offset {
    int32_t at;  // voxels, as an index
    float weight;
    glm::vec3 gradient;
};

// Which voxels lie within h of a node, and their shares of ∫W and ∫∇W. The sum of all weights is exactly 1.
std::vector<Offset> make_offsets(const RadialKernel& kernel, const glm::ivec3& voxels) {
    const double edge = kernel.h / kReach, volume = edge * edge * edge;
    std::vector<Offset> offsets;
    double sum = 0;
    for (int z = -kReach; z < kReach; ++z)
        for (int y = -kReach; y < kReach; ++y)
            for (int x = -kReach; x < kReach; ++x) {
                const dvec3 to = edge * (dvec3(x, y, z) + 0.5);
                const double r = glm::length(to);
                if (r >= kernel.h) continue;
                const double weight = kernel.weight(r) * volume;
                sum += weight;
                offsets.push_back({x + voxels.x * (y + voxels.y * z), static_cast<float>(weight),
                                   glm::vec3(kernel.slope(r) * volume / r * to)});
            }
    for (Offset& o : offsets) o.weight = static_cast<float>(o.weight / sum);
    return offsets;
}

// −1 … 1 as a signed number of 16 bits; what lies beyond is clamped.
uint32_t half(double share) {
    return static_cast<uint16_t>(static_cast<int16_t>(std::lround(std::clamp(share, -1.0, 1.0) / PBF_MESH_SHARE)));
}
uint32_t halves(double lower, double upper) { return half(lower) | half(upper) << 16; }

struct Sampler {
    const SolidMesh& mesh;
    const RadialKernel& kernel;
    FieldGrid grid = field_grid(mesh, kernel.h);
    std::vector<vec4> field = std::vector<vec4>(2 * grid.count());  // ∫∇W, ∫W; normal, distance

    size_t node(const glm::uvec3& at) const {
        return at.x + size_t{grid.nodes.x} * (at.y + size_t{grid.nodes.y} * at.z);
    }

    dvec3 place(const glm::uvec3& at) const { return grid.origin + grid.spacing * dvec3(at); }

    void measure_distances() {
        parallel_each(grid.nodes.z, machine_threads(), [&](uint32_t z) {
            for (uint32_t y = 0; y < grid.nodes.y; ++y)
                for (uint32_t x = 0; x < grid.nodes.x; ++x) {
                    const dvec3 at = place({x, y, z});
                    const auto beside = [&](uint32_t by_x, uint32_t by_y) {
                        const glm::uvec3 other(x - by_x, y - by_y, z);
                        return SolidMesh::Known{place(other), field[2 * node(other) + 1].w};
                    };
                    const auto [distance, normal] = x > 0   ? mesh.nearest(at, beside(1, 0))
                                                    : y > 0 ? mesh.nearest(at, beside(0, 1))
                                                            : mesh.nearest(at);
                    field[2 * node({x, y, z}) + 1] = vec4(glm::vec3(normal), distance);
                }
        });
    }

    // Voxels fill the grid and, so that every node has them as far as h, a margin around it, in which no mesh is.
    glm::uvec3 voxels() const { return uint32_t{kFine} * (grid.nodes - 1u) + 2u * kReach; }
    size_t voxel(const glm::uvec3& at) const {
        const glm::uvec3 count = voxels();
        return at.x + size_t{count.x} * (at.y + size_t{count.y} * at.z);
    }

    // The share of each voxel that is inside, from the distance and normal at its centre.
    std::vector<float> covered() const {
        const glm::uvec3 inner = uint32_t{kFine} * (grid.nodes - 1u);
        const double edge = grid.spacing / kFine;
        const glm::uvec3 all = voxels();
        std::vector<float> share(size_t{all.x} * all.y * all.z);
        parallel_each(inner.z, machine_threads(), [&](uint32_t z) {
            for (uint32_t y = 0; y < inner.y; ++y)
                for (uint32_t x = 0; x < inner.x; ++x) {
                    const dvec3 at = (dvec3(x, y, z) + 0.5) / double{kFine};
                    const glm::uvec3 corner(at);
                    const dvec3 part = at - dvec3(corner);
                    dvec3 normal(0);
                    double distance = 0;
                    for (uint32_t k = 0; k < 8; ++k) {
                        const glm::uvec3 step(k & 1, k >> 1 & 1, k >> 2);
                        double weight = 1;
                        for (int axis = 0; axis < 3; ++axis) weight *= step[axis] ? part[axis] : 1 - part[axis];
                        const vec4& sample = field[2 * node(corner + step) + 1];
                        distance += weight * sample.w;
                        normal += weight * dvec3(sample);
                    }
                    const double width = std::max(std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z), 0.5);
                    share[voxel(glm::uvec3(x, y, z) + uint32_t{kReach})] =
                        static_cast<float>(std::clamp(0.5 - distance / (edge * width), 0.0, 1.0));
                }
        });
        return share;
    }

    void weigh() {
        const std::vector<float> share = covered();
        const std::vector<Offset> offsets = make_offsets(kernel, glm::ivec3(voxels()));
        const double band = kernel.h + grid.spacing;
        parallel_each(grid.nodes.z, machine_threads(), [&](uint32_t z) {
            for (uint32_t y = 0; y < grid.nodes.y; ++y)
                for (uint32_t x = 0; x < grid.nodes.x; ++x) {
                    const size_t at = 2 * node({x, y, z});
                    const double distance = field[at + 1].w;
                    field[at] = vec4(0, 0, 0, distance < 0 ? 1 : 0);
                    if (std::abs(distance) > band) continue;
                    const float* from = &share[voxel(uint32_t{kFine} * glm::uvec3(x, y, z) + uint32_t{kReach})];
                    vec4 sum(0);
                    for (const Offset& o : offsets) sum += from[o.at] * vec4(o.gradient, o.weight);
                    field[at] = sum;
                }
        });
    }
    // What passes read: all as shares of the greatest values, rounded to 16 bits.
    std::vector<uvec2> packed() const {
        const double deepest = grid.deepest(), steepest = PBF_MESH_STEEPEST / kernel.h;
        std::vector<uvec2> pairs(field.size());
        for (size_t k = 0; k < field.size(); k += 2) {
            const vec4 &inside = field[k], &surface = field[k + 1];
            pairs[k] = {halves(inside.x / steepest, inside.y / steepest), halves(inside.z / steepest, inside.w)};
            pairs[k + 1] = {halves(surface.x, surface.y), halves(surface.z, surface.w / deepest)};
        }
        return pairs;
    }
};

// Everything that a field follows from. Other figures than those of the last version need another number.
std::string field_key(const SolidMesh& mesh, const RadialKernel& kernel) {
    constexpr int kVersion = 2;
    const TriangleMesh& surface = mesh.outer();
    uint64_t hash = hash_of(std::as_bytes(std::span(surface.points)));
    hash = hash_of(std::as_bytes(std::span(surface.triangles)), hash);
    std::ostringstream key;
    key << std::hexfloat << "field " << kVersion << ' ' << kernel.h << (kernel.cubic ? " cubic " : " poly6 ")
        << surface.points.size() << ' ' << surface.triangles.size() << ' ' << hash;
    return key.str();
}

// From the file of an earlier run, or made, and written for the next.
std::vector<uvec2> stored_mesh_field(const SolidMesh& mesh, const RadialKernel& kernel) {
    constexpr size_t kMostFiles = 64;
    constexpr std::string_view kPrefix = "field-";
    const std::filesystem::path directory = cache_directory();
    if (directory.empty()) return make_mesh_field(mesh, kernel);
    const std::string key = field_key(mesh, kernel);
    std::ostringstream name;
    name << kPrefix << std::hex << std::setfill('0') << std::setw(16) << hash_of(std::as_bytes(std::span(key)))
         << ".bin";
    const std::vector<std::byte> stored = read_cache_file(directory / name.str(), key);
    if (stored.size() == 2 * field_grid(mesh, kernel.h).count() * sizeof(uvec2)) {
        std::vector<uvec2> field(stored.size() / sizeof(uvec2));
        std::memcpy(field.data(), stored.data(), stored.size());
        return field;
    }
    std::vector<uvec2> field = make_mesh_field(mesh, kernel);
    if (write_cache_file(directory / name.str(), key, std::as_bytes(std::span(field))))
        keep_latest_cache_files(directory, kPrefix, kMostFiles);
    return field;
}

}  // namespace

std::vector<uvec2> make_mesh_field(const SolidMesh& mesh, const RadialKernel& kernel) {
    Sampler sampler{mesh, kernel};
    sampler.measure_distances();
    sampler.weigh();
    return sampler.packed();
}

double FieldGrid::deepest() const { return 0.5 * spacing * (std::min({nodes.x, nodes.y, nodes.z}) - 1); }

FieldGrid field_grid(const SolidMesh& mesh, double support_radius) {
    const double spacing = support_radius / kPerRadius, margin = support_radius + spacing;
    const dvec3 low = mesh.low() - margin, size = mesh.high() - mesh.low() + 2 * margin;
    return {low, spacing, glm::uvec3(glm::ceil(size / spacing)) + 1u};
}

std::shared_ptr<const std::vector<uvec2>> mesh_field(const std::shared_ptr<const SolidMesh>& mesh,
                                                     const RadialKernel& kernel) {
    struct Known {
        std::shared_ptr<const SolidMesh> mesh;
        RadialKernel kernel;
        std::shared_ptr<const std::vector<uvec2>> field;
    };
    constexpr size_t kMostKept = 16;
    static std::mutex mutex;
    static std::list<Known> known;  // latest first
    const std::lock_guard lock(mutex);
    for (const Known& k : known)
        if (k.mesh == mesh && k.kernel == kernel) return k.field;
    known.push_front({mesh, kernel, std::make_shared<std::vector<uvec2>>(stored_mesh_field(*mesh, kernel))});
    if (known.size() > kMostKept) known.pop_back();
    return known.front().field;
}

FieldPlaces field_places(const std::vector<Solid>& solids, double support_radius) {
    FieldPlaces places;
    std::map<const SolidMesh*, uint64_t> known;
    for (const Solid& solid : solids) {
        if (!solid.mesh) {
            places.first.push_back(0);
            continue;
        }
        const auto [at, is_new] = known.try_emplace(solid.mesh.get(), places.nodes);
        if (is_new) places.nodes += field_grid(*solid.mesh, support_radius).count();
        places.first.push_back(at->second);
    }
    return places;
}

std::vector<uvec2> mesh_fields(const std::vector<Solid>& solids, const RadialKernel& kernel) {
    std::vector<uvec2> all;
    std::map<const SolidMesh*, bool> known;
    for (const Solid& solid : solids) {
        if (!solid.mesh || !known.try_emplace(solid.mesh.get(), true).second) continue;
        const auto field = mesh_field(solid.mesh, kernel);
        all.insert(all.end(), field->begin(), field->end());
    }
    return all;
}

}  // namespace undine
