// The water's surface: closed whatever the field, the same on any number of threads, and as large as the water.
#include "surface/water_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "surface/cube_cases.h"
#include "surface/marching_cubes.h"

namespace undine::testing {
namespace {

// What keeps the mesh from being a closed, consistently oriented 2-manifold; "" if nothing does.
std::string troubles_of(const SurfaceMesh& mesh) {
    std::map<std::pair<uint32_t, uint32_t>, int> passes;                   // of directed edges
    std::vector<std::map<uint32_t, uint32_t>> around(mesh.points.size());  // of a point: from neighbour to neighbour
    for (const glm::uvec3& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
            if (a == b) return "a triangle with an edge from a point to itself";
            ++passes[{a, b}];
            around[a][b] = c;
        }
    for (const auto& [edge, count] : passes) {
        if (count != 1) return "an edge that triangles pass in the same direction";
        if (!passes.contains({edge.second, edge.first})) return "an edge of one triangle only";
    }
    for (const auto& fan : around) {
        if (fan.empty()) return "a point without a triangle";
        size_t turned = 0;
        uint32_t at = fan.begin()->first;
        do at = fan.at(at), ++turned;
        while (at != fan.begin()->first && turned <= fan.size());
        if (turned != fan.size()) return "a point at which sheets touch";
    }
    for (const glm::uvec3& t : mesh.triangles)
        for (int k = 0; k < 3; ++k)
            if (mesh.points[t[k]] == mesh.points[t[(k + 1) % 3]]) return "an edge without length";
    return {};
}

// A field that is noise around the level in `size` nodes along each axis, from the node `first` on, and 0 elsewhere.
SparseGrid noise(uint32_t seed, int32_t first, int32_t size, bool only_extremes) {
    SparseGrid grid{.cell = 0.1, .blocks = {}, .samples = {}};
    auto block_of = [](int32_t node) { return (node - (node % kBlockEdge + kBlockEdge) % kBlockEdge) / kBlockEdge; };
    std::mt19937 random(seed);
    const int32_t low = block_of(first - 1), high = block_of(first + size - 1);
    for (int32_t z = low; z <= high; ++z)
        for (int32_t y = low; y <= high; ++y)
            for (int32_t x = low; x <= high; ++x) {
                grid.blocks.push_back({z, y, x});
                for (int32_t n = 0; n < int32_t(kBlockNodes); ++n) {
                    const glm::ivec3 node =
                        kBlockEdge * glm::ivec3(x, y, z) +
                        glm::ivec3(n % kBlockEdge, n / kBlockEdge % kBlockEdge, n / kBlockEdge / kBlockEdge);
                    bool inside = true;
                    for (int a = 0; a < 3; ++a) inside = inside && node[a] >= first && node[a] < first + size;
                    const float value = float(random() % 1000) / 999;
                    grid.samples.push_back(!inside ? 0 : only_extremes ? std::round(value) : value);
                }
            }
    return grid;
}

bool same(const SurfaceMesh& a, const SurfaceMesh& b) {
    return a.points.size() == b.points.size() && a.triangles.size() == b.triangles.size() &&
           std::memcmp(a.points.data(), b.points.data(), a.points.size() * sizeof(glm::vec3)) == 0 &&
           std::memcmp(a.triangles.data(), b.triangles.data(), a.triangles.size() * sizeof(glm::uvec3)) == 0;
}

TEST(MarchingCubes, TheChecksOfThisFileFindWhatIsWrong) {
    const SurfaceMesh whole = marching_cubes(noise(1, 2, 3, false), 0.5f, 1);
    ASSERT_EQ(troubles_of(whole), "");
    SurfaceMesh broken = whole;
    broken.triangles.pop_back();
    EXPECT_NE(troubles_of(broken), "") << "a hole";
    broken = whole;
    std::swap(broken.triangles[0].x, broken.triangles[0].y);
    EXPECT_NE(troubles_of(broken), "") << "a triangle that faces the other way";
    broken = whole;
    broken.triangles.push_back(broken.triangles[0]);
    EXPECT_NE(troubles_of(broken), "") << "a triangle twice";
}

TEST(MarchingCubes, ACubeHasAtMostFiveTrianglesAndOneOfThemAtEachCorner) {
    for (uint32_t inside = 0; inside < 256; ++inside) {
        const CubeCase& c = cube_cases()[inside];
        EXPECT_LE(c.triangles, 5u);
        std::set<uint8_t> crossed, used(c.edges.begin(), c.edges.begin() + 3 * c.triangles);
        for (uint8_t e = 0; e < 12; ++e)
            if ((inside >> kCubeEdges[e].corner & 1) != (inside >> kCubeEdges[e].upper_corner() & 1)) crossed.insert(e);
        EXPECT_EQ(used, crossed) << inside;
    }
    EXPECT_EQ(cube_cases()[1].triangles, 1u);
}

// Noise has every ambiguous face and every pair of cases side by side; 16 nodes are a block, so the surfaces pass from
// block to block, also to such as begin behind the last node of one, and below 0.
TEST(MarchingCubes, SurfacesOfNoiseAreClosed) {
    for (uint32_t seed = 0; seed < 12; ++seed)
        for (const int32_t first : {0, 15, -16, -3})
            for (const int32_t size : {1, 2, 18}) {
                const SurfaceMesh mesh = marching_cubes(noise(seed, first, size, seed % 2 == 1), 0.5f, 1);
                ASSERT_EQ(troubles_of(mesh), "") << "seed " << seed << ", " << size << " nodes from " << first;
                if (size == 18) {
                    EXPECT_GT(mesh.triangles.size(), 5000u);
                }
                if (!mesh.triangles.empty()) {
                    EXPECT_GT(enclosed_volume(mesh), 0) << "triangles face outward";
                }
            }
}

TEST(MarchingCubes, OneNodeInsideIsAnOctahedron) {
    SparseGrid grid = noise(0, 0, 0, false);
    grid.blocks = {{0, 0, 0}};
    grid.samples.assign(kBlockNodes, 0);
    grid.samples[node_index(5, 6, 7)] = 1;
    const SurfaceMesh mesh = marching_cubes(grid, 0.5f, 1);
    EXPECT_EQ(mesh.points.size(), 6u);
    EXPECT_EQ(mesh.triangles.size(), 8u);
    EXPECT_NEAR(enclosed_volume(mesh), 4.0 / 3 * std::pow(0.05, 3), 1e-9);
}

// Particles as spheres in the middle of water.
std::vector<glm::vec4> round_ellipsoids(size_t count, float crowd) {
    const float size = 1 + 0.45f * crowd;
    std::vector<glm::vec4> out;
    for (size_t i = 0; i < count; ++i)
        for (const glm::vec4& v :
             {glm::vec4(0, 0, 0, size), glm::vec4(size * size, size * size, size * size, crowd), glm::vec4(0)})
            out.push_back(v);
    return out;
}

constexpr double kSpacing = 0.1;
WaterMeshOptions options(double cell, int threads = 1) {
    return {.cell = cell, .particle_volume = std::pow(kSpacing, 3), .threads = threads};
}

TEST(WaterMesh, ALoneDropHasThreeQuartersOfItsVolume) {
    const std::vector<glm::vec3> one{{0.03f, -7.98f, 1.61f}};
    const SurfaceMesh mesh = water_mesh(one, round_ellipsoids(1, 0), options(kSpacing / 16));
    EXPECT_EQ(troubles_of(mesh), "");
    // r = a·2/3/√3, a³ = 2 V 315/(64π): 4π/3 r³ = 0.748 V. Sixteen cells a spacing are nine a radius: a polyhedron of
    // that many has a part of (1/9)²/2 less than its sphere.
    EXPECT_NEAR(enclosed_volume(mesh) / std::pow(kSpacing, 3), 0.748, 0.748 * 0.01);
    // No other reach gives a larger drop.
    for (const double factor : {0.95, 1.05}) {
        const double h = factor * kernel_reach(1).alone, a = 1.5 * kernel_reach(1).alone;
        EXPECT_LT(h * h * (1 - h / a), std::pow(kernel_reach(1).alone, 2) / 3);
    }
}

std::vector<glm::vec3> lattice(const glm::ivec3& count, const glm::vec3& from) {
    std::vector<glm::vec3> out;
    for (int z = 0; z < count.z; ++z)
        for (int y = 0; y < count.y; ++y)
            for (int x = 0; x < count.x; ++x) out.push_back(from + float(kSpacing) * (glm::vec3(x, y, z) + 0.5f));
    return out;
}

// The level of a half lies where the volumes of the particles end, with kernels of one shape: half a spacing beyond the
// last of them.
TEST(WaterMesh, AFlatSurfaceIsWhereTheWaterEnds) {
    const std::vector<glm::vec3> slab = lattice({16, 8, 16}, {-0.8f, 0.2f, -0.8f});
    const SurfaceMesh mesh = water_mesh(slab, round_ellipsoids(slab.size(), 1), options(kSpacing / 4));
    ASSERT_EQ(troubles_of(mesh), "");
    size_t seen = 0;
    for (const glm::vec3& x : mesh.points)
        if (std::abs(x.x) < 0.5f && std::abs(x.z) < 0.5f && x.y > 0.6f) {
            // A lattice's field differs from 1 by 1.5 % along each axis: 0.06 spacings at the slope of 0.74/spacing.
            EXPECT_NEAR(x.y, 1.0f, 0.06 * kSpacing) << "the top of 8 layers from 0.2 m on";
            ++seen;
        }
    EXPECT_GT(seen, 1000u);
    EXPECT_NEAR(enclosed_volume(mesh), 1.6 * 0.8 * 1.6, 0.03 * 1.6 * 0.8 * 1.6);
}

TEST(WaterMesh, ThreadsAndRunsGiveTheSameBytes) {
    std::mt19937 random(3);
    std::vector<glm::vec3> drops;
    for (int k = 0; k < 3000; ++k)
        drops.push_back(glm::vec3(random() % 1000, random() % 1000, random() % 1000) * 0.002f - 1.0f);
    std::vector<glm::vec4> shapes = round_ellipsoids(drops.size(), 0.5f);
    for (size_t i = 0; i < drops.size(); ++i) shapes[3 * i + 1].x *= 1 + float(random() % 100) / 50;
    const SurfaceMesh one = water_mesh(drops, shapes, options(0.04, 1));
    ASSERT_EQ(troubles_of(one), "");
    EXPECT_GT(one.points.size(), 10'000u);
    for (const int threads : {0, 2, 3, 7})
        EXPECT_TRUE(same(one, water_mesh(drops, shapes, options(0.04, threads)))) << threads << " threads";
}

TEST(WaterMesh, ParticlesThatAreNowhereHaveNone) {
    const float nan = std::nanf(""), far = 1e30f;
    std::vector<glm::vec3> x{{0, 0, 0}, {nan, 0, 0}, {0, far, 0}, {0, 0, -INFINITY}};
    std::vector<glm::vec4> shapes = round_ellipsoids(x.size() + 1, 0);
    x.push_back({0.5f, 0, 0});
    shapes[3 * 4 + 1].y = nan;
    const SurfaceMesh mesh = water_mesh(x, shapes, options(0.05));
    EXPECT_TRUE(same(mesh, water_mesh(std::span(x).first(1), std::span(shapes).first(3), options(0.05))));
    EXPECT_GT(mesh.points.size(), 0u);
    EXPECT_TRUE(water_mesh({}, {}, options(0.05)).triangles.empty());
}

// Coarse cells, which kernels may span less than one of, leave holes in the water but none in its surface.
TEST(WaterMesh, IsClosedWithCoarseCellsToo) {
    const std::vector<glm::vec3> slab = lattice({12, 12, 12}, {-0.631f, 7.713f, 0.123f});
    for (const double cell : {0.1, 0.2, 0.3})
        EXPECT_EQ(troubles_of(water_mesh(slab, round_ellipsoids(slab.size(), 0), options(cell))), "") << cell;
}

}  // namespace
}  // namespace undine::testing
