// Meshes: what encloses a volume, how far away it is, and what is refused.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <random>

#include "scene/dropped_mesh.h"
#include "scene/mesh/mesh_file.h"
#include "scene/mesh/solid_mesh.h"
#include "unit/input_testing.h"
#include "unit/meshes.h"

namespace undine::testing {
namespace {

using glm::dvec3;

std::string refused(const TriangleMesh& mesh) {
    return sentence_of([&] { (void)closed_mesh(mesh, "a.obj"); });
}

TEST(ClosedMesh, CountsWhatIsWrong) {
    const TriangleMesh box = box_mesh({1, 1, 1});
    EXPECT_EQ(closed_mesh(box, "a.obj").triangles.size(), 12u);
    const std::string remedy = "; repair it where it was made (close holes, make normals consistent)";

    TriangleMesh open = box;
    open.triangles.pop_back();
    EXPECT_EQ(refused(open), "a.obj does not enclose a volume: it has 3 edges of a hole" + remedy);

    TriangleMesh flipped = box;
    std::swap(flipped.triangles[0].x, flipped.triangles[0].y);
    EXPECT_EQ(refused(flipped),
              "a.obj does not enclose a volume: it has 3 edges between triangles that face opposite ways" + remedy);

    TriangleMesh twice = box;
    twice.triangles.push_back(twice.triangles[0]);
    EXPECT_EQ(refused(twice), "a.obj does not enclose a volume: it has 3 edges of more than two triangles" + remedy);

    TriangleMesh inside_out = box;
    for (glm::uvec3& t : inside_out.triangles) std::swap(t.x, t.y);
    EXPECT_EQ(refused(inside_out), "a.obj is inside out or has no volume: its triangles must face outward");

    EXPECT_EQ(refused({}), "a.obj has no triangles");
    for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), 1e5}) {
        TriangleMesh far = box;
        far.points[3].y = wrong;
        EXPECT_EQ(refused(far),
                  "a.obj has a point whose coordinates are not numbers of at most 10,000 m; check its scale");
    }
    TriangleMesh dangling = box;
    dangling.triangles[5].z = 8;
    EXPECT_EQ(refused(dangling), "a.obj has a triangle with a point that is not there");
}

// As in an STL file: each triangle has points of its own. Triangles that lose an edge by the welding go.
TEST(ClosedMesh, JoinsPointsAtTheSamePlace) {
    const TriangleMesh box = box_mesh({1, 2, 3});
    TriangleMesh soup;
    for (const glm::uvec3& t : box.triangles)
        for (int k = 0; k < 3; ++k) soup.points.push_back(box.points[t[k]] + 0.0);
    for (uint32_t k = 0; k < 36; k += 3) soup.triangles.push_back({k, k + 1, k + 2});
    soup.triangles.push_back({0, 0, 1});
    soup.points.push_back({9, 9, 9});  // used by nothing
    const TriangleMesh joined = closed_mesh(soup, "a.stl");
    EXPECT_EQ(joined.points.size(), 8u);
    EXPECT_EQ(joined.triangles.size(), 12u);
}

double from_segment(const dvec3& x, const dvec3& a, const dvec3& b) {
    const dvec3 way = b - a;
    return glm::distance(x, a + glm::clamp(glm::dot(x - a, way) / glm::dot(way, way), 0.0, 1.0) * way);
}

// Each triangle in turn; the sign by the solid angle that the surface spans, 4π seen from inside [VO83].
double by_brute_force(const TriangleMesh& mesh, const dvec3& x) {
    double least = 1e9, angle = 0;
    for (const glm::uvec3& t : mesh.triangles) {
        const dvec3 a = mesh.points[t.x], b = mesh.points[t.y], c = mesh.points[t.z];
        const dvec3 n = glm::normalize(glm::cross(b - a, c - a));
        const dvec3 foot = x - glm::dot(x - a, n) * n;
        bool over = true;
        for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
            over &= glm::dot(glm::cross(q - p, foot - p), n) >= 0;
            least = std::min(least, from_segment(x, p, q));
        }
        if (over) least = std::min(least, std::abs(glm::dot(x - a, n)));
        const dvec3 u = a - x, v = b - x, w = c - x;
        const double lu = glm::length(u), lv = glm::length(v), lw = glm::length(w);
        angle += 2 * std::atan2(glm::dot(u, glm::cross(v, w)),
                                lu * lv * lw + glm::dot(u, v) * lw + glm::dot(v, w) * lu + glm::dot(w, u) * lv);
    }
    return angle > 2 * std::numbers::pi ? -least : least;
}

// Near faces, edges and points of a surface with ridges and valleys, on both sides, and all around.
TEST(SolidMesh, DistanceAndSignAgreeWithBruteForce) {
    const SolidMesh mesh(closed_mesh(spiky_ball(0.4, 8), "ball"));
    const TriangleMesh& surface = mesh.surface();
    std::vector<dvec3> places;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> anywhere(-1.6, 1.6), part(0, 1);
    for (int k = 0; k < 500; ++k) places.push_back(dvec3{anywhere(random), anywhere(random), anywhere(random)});
    for (const glm::uvec3& t : surface.triangles) {
        const dvec3 a = surface.points[t.x], b = surface.points[t.y], c = surface.points[t.z];
        for (const double away : {1e-6, 1e-3, 0.05}) {
            const dvec3 way = away * glm::normalize(dvec3{anywhere(random), anywhere(random), anywhere(random)});
            for (const dvec3& on : {a, 0.5 * (a + b), glm::mix(b, c, part(random)), (a + b + c) / 3.0}) {
                places.push_back(on + way);
                places.push_back(on - way);
            }
        }
    }
    size_t inside = 0, outside = 0;
    for (const dvec3& x : places) {
        const auto [distance, normal] = mesh.nearest(x);
        const double expected = by_brute_force(surface, x);
        ASSERT_NEAR(distance, expected, 1e-12) << x.x << ' ' << x.y << ' ' << x.z;
        ASSERT_NEAR(glm::length(normal), 1, 1e-9);
        // Along the normal to the surface and no farther.
        if (std::abs(distance) > 1e-5) {
            ASSERT_NEAR(mesh.nearest(x - 0.5 * distance * normal).distance, 0.5 * distance, 1e-9);
        }
        ++(expected < 0 ? inside : outside);
    }
    EXPECT_GT(inside, 1000u);
    EXPECT_GT(outside, 1000u);
}

TEST(SolidMesh, ScaleAndExtent) {
    const SolidMesh mesh(box_mesh({1, 2, 3}), 0.5);
    EXPECT_EQ(mesh.high(), dvec3(0.5, 1, 1.5));
    EXPECT_NEAR(mesh.reach(), std::sqrt(3.5), 1e-12);
    EXPECT_NEAR(mesh.nearest({0.7, 0, 0}).distance, 0.2, 1e-12);
    EXPECT_NEAR(mesh.nearest({0.1, 0, 0}).distance, -0.4, 1e-12);
}

// Triangles without area and a surface that passes through itself are no reason to refuse a mesh.
TEST(SolidMesh, TakesSliversAndIntersections) {
    TriangleMesh sliver = box_mesh({1, 1, 1});
    // A point on an edge, of triangles with that edge on one side only: a triangle without area fills the gap.
    sliver.points.push_back({0, -1, -1});
    const auto middle = static_cast<uint32_t>(sliver.points.size() - 1);
    sliver.triangles.push_back({0, 1, middle});
    for (glm::uvec3& t : sliver.triangles)
        if (t == glm::uvec3(0, 1, 4)) t = {0, middle, 4}, sliver.triangles.push_back({middle, 1, 4});
    const SolidMesh split(closed_mesh(sliver, "sliver"));
    EXPECT_NEAR(split.nearest({0.1, -1.5, -1.5}).distance, std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(split.nearest({0.1, -0.9, -0.8}).distance, -0.1, 1e-12);

    TriangleMesh crossing = box_mesh({1, 1, 1});
    for (const dvec3& x : box_mesh({0.3, 2, 0.3}).points) crossing.points.push_back(x);
    for (const glm::uvec3& t : box_mesh({1, 1, 1}).triangles) crossing.triangles.push_back(t + 8u);
    const SolidMesh both(closed_mesh(crossing, "crossing"));
    EXPECT_LT(both.nearest({0, 1.5, 0}).distance, 0);
    EXPECT_GT(both.nearest({0.5, 1.5, 0}).distance, 0);
}

TEST(SolidMesh, AMillionTriangles) {
    const SolidMesh mesh(closed_mesh(spiky_ball(0, 500), "large"));
    EXPECT_EQ(mesh.surface().triangles.size(), 998'000u);
    EXPECT_NEAR(mesh.nearest({0, 0.5, 0.1}).distance, std::hypot(0.5, 0.1) - 1, 1e-4);
    EXPECT_NEAR(mesh.nearest({3, 0, 0}).distance, 2, 1e-4);
}

class MeshFile : public ::testing::Test {
  protected:
    std::string write(const std::string& name, const std::string& text) {
        const auto path = directory_.path() / name;
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }
    std::string refused(const std::string& path) {
        return sentence_of([&] { (void)read_mesh(path); });
    }

  private:
    TemporaryDirectory directory_;
};

const char* const kTetrahedronObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_F(MeshFile, ObjPlyAndStlAreTheSameMesh) {
    const std::string ply =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    std::string stl = "solid t\n";
    const char* const kPlaces[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
    for (const auto& [a, b, c] : {std::array{0, 2, 1}, std::array{0, 1, 3}, std::array{0, 3, 2}, std::array{1, 2, 3}}) {
        stl += "facet normal 0 0 0\nouter loop\n";
        for (const int k : {a, b, c}) stl += std::string("vertex ") + kPlaces[k] + "\n";
        stl += "endloop\nendfacet\n";
    }
    stl += "endsolid t\n";
    for (const std::string& path : {write("t.obj", kTetrahedronObj), write("t.ply", ply), write("T.STL", stl)}) {
        SCOPED_TRACE(path);
        const SolidMesh mesh(read_mesh(path));
        EXPECT_EQ(mesh.surface().points.size(), 4u);
        EXPECT_EQ(mesh.surface().triangles.size(), 4u);
        EXPECT_NEAR(mesh.nearest({1, 1, 1}).distance, 2 / std::sqrt(3), 1e-6);
        EXPECT_NEAR(mesh.nearest({0.1, 0.2, 0.2}).distance, -0.1, 1e-6);
    }
}

TEST_F(MeshFile, PolygonsAreCutIntoTriangles) {
    const std::string path = write("box.obj",
                                   "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                                   "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    EXPECT_EQ(read_mesh(path).triangles.size(), 12u);
}

// An OBJ file may name a file of materials, which could be a pipe that nobody writes to.
TEST_F(MeshFile, FilesThatAFileNamesAreNotOpened) {
    const std::string pipe = write("pipe", "");
    std::filesystem::remove(pipe);
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(read_mesh(write("t.obj", "mtllib pipe\n" + std::string(kTetrahedronObj))).triangles.size(), 4u);
}

// A scale that a scene file could not give would make a saved scene that cannot be read.
TEST_F(MeshFile, DroppedOnTheWindowIsScaledOrRefused) {
    const glm::vec3 low(0), high(2, 1, 1);
    EXPECT_FLOAT_EQ(dropped_mesh(write("t.obj", kTetrahedronObj), low, high).scale, 1 / 3.0f);
    std::string tiny = kTetrahedronObj;
    for (size_t at; (at = tiny.find(" 1 0 0\n")) != std::string::npos;) tiny.replace(at, 7, " 1e-9 0 0\n");
    tiny.replace(tiny.find(" 0 1 0"), 6, " 0 1e-9 0").replace(tiny.find(" 0 0 1"), 6, " 0 0 1e-9");
    const std::string path = write("tiny.obj", tiny);
    EXPECT_EQ(sentence_of([&] { (void)dropped_mesh(path, low, high); }),
              path +
                  " is too small to be scaled to the tank: its longest side is 1e-09 m, and must be at least "
                  "3.3333333e-07 m and at most 333333.34 m");
}

TEST_F(MeshFile, HostileFilesAreRefusedInOneSentence) {
    const std::string open = write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(refused(open), open +
                                 " does not enclose a volume: it has 3 edges of a hole; repair it where it was made "
                                 "(close holes, make normals consistent)");
    const std::string other = write("a.gltf", "{}");
    EXPECT_EQ(refused(other), other + " is no mesh; expected a file .obj, .ply or .stl");
    const std::string half = std::string(kTetrahedronObj).substr(0, 50);
    const std::pair<const char*, std::string> kFiles[] = {
        {"empty.obj", ""},
        {"empty.stl", ""},
        {"empty.ply", ""},
        {"half.obj", half},
        {"noise.ply",
         "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n"},
        {"noise.stl", std::string(84, '\xff')},
        {"points.obj", "v 0 0 0\nv 1 0 0\np 1 2\n"},
        {"beyond.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"},
        {"nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
        {"huge.obj", "v 1e30 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"}};
    for (const auto& [name, text] : kFiles) {
        const std::string path = write(name, text), sentence = refused(path);
        EXPECT_TRUE(sentence.starts_with(path + " ") || sentence.starts_with(path + ": ")) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        std::cout << sentence << '\n';
    }
}

}  // namespace
}  // namespace undine::testing
