// Meshes in PLY and STL files: every format of PLY gives the mesh that an OBJ file gives, and what is damaged is
// refused in a sentence.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "scene/mesh/mesh_file.h"
#include "scene/mesh/polygon.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

// An arrowhead, whose corner 3 points inward, as a prism. Quadrilaterals, counter-clockwise as seen from outside.
constexpr std::array<std::array<float, 3>, 8> kPoints{{{0, 0, 0},
                                                       {2, 0.25f, 0},
                                                       {0.1f, 2, 0},
                                                       {0.6f, 0.7f, 0},
                                                       {0, 0, 1.5f},
                                                       {2, 0.25f, 1.5f},
                                                       {0.1f, 2, 1.5f},
                                                       {0.6f, 0.7f, 1.5f}}};
constexpr std::array<std::array<int, 4>, 6> kFaces{
    {{4, 5, 6, 7}, {3, 2, 1, 0}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

template <class T>
void append(std::string& bytes, T value, bool big_endian) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    if (big_endian) std::reverse(raw, raw + sizeof value);
    bytes.append(raw, sizeof value);
}

std::string header(const std::string& format, const std::string& faces = "6", const std::string& vertices = "8") {
    return "ply\nformat " + format + " 1.0\nelement vertex " + vertices +
           "\nproperty float x\nproperty float y\nproperty float z\nelement face " + faces +
           "\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string ascii_body() {
    std::string text;
    for (const auto& p : kPoints) {
        for (const float x : p) text += std::to_string(x) + " ";
        text += "\n";
    }
    for (const auto& f : kFaces) {
        text += "4";
        for (const int k : f) text += " " + std::to_string(k);
        text += "\n";
    }
    return text;
}

std::string binary_body(bool big_endian) {
    std::string bytes;
    for (const auto& p : kPoints)
        for (const float x : p) append(bytes, x, big_endian);
    for (const auto& f : kFaces) {
        bytes += '\x04';
        for (const int k : f) append(bytes, k, big_endian);
    }
    return bytes;
}

std::string obj() {
    std::string text;
    for (const auto& p : kPoints) {
        text += "v";
        for (const float x : p) text += " " + std::to_string(x);
        text += "\n";
    }
    for (const auto& f : kFaces) {
        text += "f";
        for (const int k : f) text += " " + std::to_string(k + 1);
        text += "\n";
    }
    return text;
}

// Which corner a triangle begins with, and in which order they come, means nothing.
std::vector<std::array<std::array<double, 3>, 3>> shape_of(const TriangleMesh& mesh) {
    std::vector<std::array<std::array<double, 3>, 3>> shape;
    for (const glm::uvec3& t : mesh.triangles) {
        std::array<std::array<double, 3>, 3> corners;
        for (int k = 0; k < 3; ++k)
            corners[size_t(k)] = {mesh.points[t[k]].x, mesh.points[t[k]].y, mesh.points[t[k]].z};
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        shape.push_back(corners);
    }
    std::ranges::sort(shape);
    return shape;
}

class PlyMesh : public ::testing::Test {
  protected:
    TriangleMesh read(const std::string& name, const std::string& text) {
        return read_mesh(directory_.file(name, text));
    }
    // The sentence for a file of this text, without the file's name that opens it.
    std::string refusal(const std::string& text, const std::string& name = "a.ply") {
        const std::string path = directory_.file(name, text);
        const std::string sentence = sentence_of([&] { (void)read_mesh(path); });
        EXPECT_TRUE(sentence.starts_with(path)) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        return sentence.substr(std::min(sentence.size(), path.size()));
    }

  private:
    TemporaryDirectory directory_;
};

TEST_F(PlyMesh, EveryFormatIsTheMeshOfTheObjFile) {
    const auto expected = shape_of(read("a.obj", obj()));
    EXPECT_EQ(expected.size(), 12u);
    EXPECT_EQ(shape_of(read("ascii.ply", header("ascii") + ascii_body())), expected);
    EXPECT_EQ(shape_of(read("little.ply", header("binary_little_endian") + binary_body(false))), expected);
    EXPECT_EQ(shape_of(read("big.ply", header("binary_big_endian") + binary_body(true))), expected);
}

TEST_F(PlyMesh, OtherElementsPropertiesAndTypesAreSkipped) {
    std::string bytes =
        "ply\nformat binary_big_endian 1.0\nelement edge 2\nproperty list uint8 double weights\nproperty short a\n"
        "element vertex 8\nproperty uchar red\nproperty double z\nproperty float y\nproperty double x\n"
        "element face 6\nproperty list uchar float texcoord\nproperty list ushort uint16 vertex_index\n"
        "property float area\nelement material 1\nproperty int a\nend_header\n";
    for (int edge = 0; edge < 2; ++edge) {
        bytes += char(2 * edge);
        for (int k = 0; k < 2 * edge; ++k) append(bytes, 0.5, true);
        append(bytes, short{7}, true);
    }
    for (const auto& p : kPoints) {
        bytes += '\xff';
        append(bytes, double{p[2]}, true);
        append(bytes, p[1], true);
        append(bytes, double{p[0]}, true);
    }
    for (const auto& f : kFaces) {
        bytes += '\x01';
        append(bytes, 0.5f, true);
        append(bytes, uint16_t{4}, true);
        for (const int k : f) append(bytes, static_cast<uint16_t>(k), true);
        append(bytes, 1.0f, true);
    }
    EXPECT_EQ(shape_of(read("other.ply", bytes)), shape_of(read("a.obj", obj())));
}

TEST_F(PlyMesh, WhatIsCutShortIsRefused) {
    const std::string whole = header("binary_little_endian") + binary_body(false);
    const size_t begin = header("binary_little_endian").size();
    for (size_t size = 1; size < whole.size(); ++size) {
        const std::string sentence = refusal(whole.substr(0, size));
        if (size < begin) continue;
        EXPECT_TRUE(sentence.starts_with(": the header declares") || sentence.starts_with(": face")) << sentence;
    }
    const std::string text = header("ascii") + ascii_body();
    for (size_t size = 1; size + 2 < text.size(); ++size) EXPECT_NE(refusal(text.substr(0, size)), "") << size;
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\n"), ": the header ends without 'end_header'");
    EXPECT_EQ(refusal("ply\n"), ": the header ends without 'end_header'");
}

TEST_F(PlyMesh, CountsOfWhatIsNotThereCostNothing) {
    const std::string little = binary_body(false);
    EXPECT_EQ(refusal(header("binary_little_endian", "7") + little), ": face 6 needs 1 more bytes, but 0 follow");
    EXPECT_EQ(refusal(header("binary_little_endian", "9000000") + little),
              ": the header declares 9000000 faces, which need at least 9000000 bytes, but 102 follow");
    EXPECT_EQ(refusal(header("binary_little_endian", "18446744073709551615") + little),
              ": the header declares 18446744073709551615 faces, and at most 10000000 are allowed");
    EXPECT_EQ(refusal(header("binary_little_endian", "6", "30000000") + little),
              ": the header declares 30000000 vertices, which need 360000000 bytes, but 198 follow");
    EXPECT_EQ(refusal(header("ascii", "7") + ascii_body()), ": the header declares 7 faces, but the file ends after 6");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement edge 18446744073709551615\nproperty double a\n" +
                      header("ascii").substr(header("ascii").find("element"))),
              ": the header declares 18446744073709551615 of element edge, which need more than 18446744073709551615 "
              "bytes, but 0 follow");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement edge 18446744073709551615\n" +
                      header("ascii").substr(header("ascii").find("element"))),
              ": element edge has no property");
}

TEST_F(PlyMesh, WrongListsAreRefused) {
    std::string bytes = header("binary_little_endian") + binary_body(false);
    bytes[bytes.size() - 17] = '\xff';
    EXPECT_EQ(refusal(bytes), ": face 5 needs 1020 more bytes, but 16 follow");
    const std::string text = header("ascii") + ascii_body();
    const auto with_last = [&](const std::string& line) {
        return text.substr(0, text.rfind('\n', text.size() - 2) + 1) + line + "\n";
    };
    EXPECT_EQ(refusal(with_last("255 3 0 4 7")),
              ":23: list vertex_indices declares 255 values, but 4 follow in this line");
    EXPECT_EQ(refusal(with_last("3 3 0 4 7")), ":23: this line has 5 values, but its face has 4");
    EXPECT_EQ(refusal(with_last("")), ":23: this line ends before property vertex_indices");
    EXPECT_EQ(refusal(with_last("-1 3 0 4 7")),
              ":23: property vertex_indices must be a number that its type can hold, not '-1'");
    EXPECT_EQ(refusal(with_last("4 3 0 4 8")), ": face 5 names vertex 8, but there are 8, counted from 0");
    EXPECT_EQ(refusal(with_last("4 3 0 -4 7")), ": face 5 names vertex -4, but there are 8, counted from 0");
    std::string many = "1025";
    for (int k = 0; k < 1025; ++k) many += " 0";
    std::string wide = with_last(many);
    wide.replace(wide.find("uchar"), 5, "int");
    EXPECT_EQ(refusal(wide), ": face 5 has 1025 corners; at most 1024 are allowed");
}

TEST_F(PlyMesh, HeadersOfNoMeshAreRefused) {
    const auto change = [](const std::string& from, const std::string& to) {
        std::string text = header("ascii");
        return text.replace(text.find(from), from.size(), to) + ascii_body();
    };
    EXPECT_EQ(refusal(change("element face", "element facet")), ": a mesh must have at least one face (element face)");
    EXPECT_EQ(refusal(change("face 6", "face 0")), ": a mesh must have at least one face (element face)");
    EXPECT_EQ(refusal(change("element vertex", "element point")),
              ": a mesh must have at least one vertex (element vertex)");
    EXPECT_EQ(refusal(change("float z", "float w")), ": element vertex has no property z that is a number");
    EXPECT_EQ(refusal(change("float z", "list uchar int z")), ": element vertex has no property z that is a number");
    for (const char* other : {"list uchar float vertex_indices", "int vertex_indices", "list uchar int corners"})
        EXPECT_EQ(refusal(change("list uchar int vertex_indices", other)),
                  ": element face has no property vertex_indices that is a list of integers")
            << other;
    EXPECT_EQ(refusal(change("list uchar int", "list float int")), ": the length of a list must have an integer type");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\n"
                      "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n"),
              ": element vertex must come before element face");
}

class StlMesh : public PlyMesh {};

TEST_F(StlMesh, FilesCutShortAreRefused) {
    std::string binary(80, ' ');
    append(binary, uint32_t{4}, false);
    binary.append(4 * 50, '\0');
    EXPECT_EQ(refusal(binary.substr(0, 150), "a.stl"),
              ": as a binary STL file it declares 4 triangles, with which it would have 284 bytes, but it has 150");
    EXPECT_EQ(refusal(binary.substr(0, 30), "b.stl"),
              ": has 30 bytes, but a binary STL file has at least 84, and a text one begins with 'solid'");
    const std::string text =
        "solid of facet normal\nfacet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex +1 0 0\n  vertex 0 1 0\n"
        " endloop\nendfacet\nendsolid\n";
    EXPECT_NE(refusal(text, "c.stl").find("3 edges of a hole"), std::string::npos) << "it is read as it should be";
    for (size_t size = 30; size < text.rfind("endsolid") - 1; ++size)
        EXPECT_TRUE(refusal(text.substr(0, size), "d.stl").find("a text STL file must have") != std::string::npos)
            << size;
    EXPECT_EQ(refusal(text.substr(0, text.find("+1")), "e.stl"),
              ":5: a text STL file must have a number here, but the file ends");
    EXPECT_EQ(refusal(text.substr(0, text.find("  vertex 0 1")) + " endloop", "f.stl"),
              ":6: a text STL file must have 'vertex' here, not 'endloop'");
}

// A plane polygon with this outline, as triangles: the sum of their areas, which is that of the outline if they lie
// within it and do not overlap; and the sum of their magnitudes, which is as large only then.
TEST(Polygon, IsCutWithoutOverlap) {
    struct Case {
        std::vector<glm::dvec3> outline;
        double area;
    };
    Case round{{}, 0};
    constexpr int kCorners = 1024;
    for (int k = 0; k < kCorners; ++k)
        round.outline.emplace_back(std::cos(2 * M_PI * k / kCorners), std::sin(2 * M_PI * k / kCorners), 0);
    round.area = 0.5 * kCorners * std::sin(2 * M_PI / kCorners);
    const Case cases[] = {
        {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, 1},
        {{{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}}, 1},                    // corner 2 points inward
        {{{2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}, {0, 0, 0}}, 1},                    // corner 1 does
        {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}}, 2},  // corners on a line
        {{{2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 2, 0}, {0, 0, 0}}, 3},             // only from corner 2
        round,
    };
    for (const Case& c : cases) {
        TriangleMesh mesh{c.outline, {}};
        std::vector<uint32_t> corners;
        for (uint32_t k = 0; k < c.outline.size(); ++k) corners.push_back(k);
        ASSERT_TRUE(append_polygon(mesh, corners));
        EXPECT_EQ(mesh.triangles.size(), corners.size() - 2);
        double sum = 0, magnitudes = 0;
        for (const glm::uvec3& t : mesh.triangles) {
            const glm::dvec3 a = mesh.points[t.y] - mesh.points[t.x], b = mesh.points[t.z] - mesh.points[t.x];
            const double area = 0.5 * (a.x * b.y - a.y * b.x);
            sum += area, magnitudes += std::abs(area);
        }
        EXPECT_NEAR(sum, c.area, 1e-9);
        EXPECT_NEAR(magnitudes, c.area, 1e-9);
    }
    // A spiral that no corner sees whole.
    TriangleMesh zigzag{
        {{0, 0, 0}, {5, 0, 0}, {5, 5, 0}, {1, 5, 0}, {1, 3, 0}, {3, 3, 0}, {3, 4, 0}, {4, 4, 0}, {4, 1, 0}, {0, 1, 0}},
        {}};
    const std::array<uint32_t, 10> all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_FALSE(append_polygon(zigzag, all));
    EXPECT_TRUE(zigzag.triangles.empty());
}

}  // namespace
}  // namespace undine::testing
