#include "scene/mesh/mesh_edges.h"

#include <algorithm>
#include <tuple>

namespace undine {

// Counted into the place of their smaller index, then sorted among the few that share it.
std::vector<EdgePass> edge_passes(const TriangleMesh& mesh) {
    const auto ends = [&](uint32_t place) {
        const glm::uvec3& t = mesh.triangles[place / 3];
        return std::minmax({t[int(place % 3)], t[int((place + 1) % 3)]});
    };
    const auto count = static_cast<uint32_t>(3 * mesh.triangles.size());
    std::vector<uint32_t> first(mesh.points.size() + 1);
    for (uint32_t place = 0; place < count; ++place) ++first[ends(place).first + 1];
    for (size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    std::vector<EdgePass> passes(count);
    for (uint32_t place = 0; place < count; ++place) {
        const auto [low, high] = ends(place);
        passes[next[low]++] = {uint64_t{low} << 32 | high, place};
    }
    for (size_t k = 0; k + 1 < first.size(); ++k)
        std::sort(&passes[0] + first[k], &passes[0] + first[k + 1], [](const EdgePass& a, const EdgePass& b) {
            return std::tie(a.ends, a.place) < std::tie(b.ends, b.place);
        });
    return passes;
}

std::vector<uint32_t> triangles_across(const TriangleMesh& mesh, const std::vector<EdgePass>& passes) {
    std::vector<uint32_t> across(passes.size(), kNoTriangle);
    for (size_t k = 1; k < passes.size(); ++k) {
        const EdgePass &a = passes[k - 1], &b = passes[k];
        if (a.ends != b.ends || passes_up(mesh, a) == passes_up(mesh, b)) continue;
        across[a.place] = b.place / 3;
        across[b.place] = a.place / 3;
    }
    return across;
}

}  // namespace undine
