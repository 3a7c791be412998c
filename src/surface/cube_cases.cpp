#include "surface/cube_cases.h"

#include <optional>
#include <vector>

#include "internal_error.h"

namespace undine {
namespace {

constexpr std::array<CubeEdge, 12> make_edges() {
    std::array<CubeEdge, 12> edges{};
    size_t count = 0;
    for (uint32_t axis = 0; axis < 3; ++axis)
        for (uint32_t corner = 0; corner < 8; ++corner)
            if (!(corner >> axis & 1)) edges[count++] = {corner, axis};
    return edges;
}

uint8_t edge_between(uint32_t a, uint32_t b) {
    for (uint8_t e = 0; e < 12; ++e)
        if ((kCubeEdges[e].corner | kCubeEdges[e].upper_corner()) == (a | b) && kCubeEdges[e].corner == (a & b))
            return e;
    UNDINE_CHECK(false, "two corners of a cube that no edge joins");
    return 0;
}

using Face = std::array<uint32_t, 4>;  // corners, counter-clockwise as seen from outside the cube

std::array<Face, 6> make_faces() {
    std::array<Face, 6> faces{};
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const uint32_t u = 1u << (axis + 1) % 3, v = 1u << (axis + 2) % 3, upper = 1u << axis;
        faces[2 * axis] = {0, v, u | v, u};
        faces[2 * axis + 1] = {upper, upper | u, upper | u | v, upper | v};
    }
    return faces;
}

using Loop = std::vector<uint8_t>;  // edges that the surface passes one after another

// Each run of corners inside is cut off its face from where the walk around it enters to where it leaves; what one face
// leaves by an edge, the other face of that edge enters by it. So the cuts join to loops.
std::vector<Loop> loops_of(uint32_t inside) {
    std::array<std::optional<uint8_t>, 12> next{};
    for (const Face& face : make_faces())
        for (uint32_t k = 0; k < 4; ++k) {
            auto corner = [&](uint32_t n) { return face[(k + n) % 4]; };
            auto is_inside = [&](uint32_t n) { return (inside >> corner(n) & 1) != 0; };
            if (is_inside(0) || !is_inside(1)) continue;
            uint32_t last = 1;
            while (is_inside(last + 1)) ++last;
            next[edge_between(corner(0), corner(1))] = edge_between(corner(last), corner(last + 1));
        }
    std::vector<Loop> loops;
    for (uint8_t first = 0; first < 12; ++first) {
        Loop loop;
        for (uint8_t e = first; next[e];) {
            loop.push_back(e);
            const uint8_t following = *next[e];
            next[e].reset();
            e = following;
        }
        if (!loop.empty()) loops.push_back(loop);
    }
    return loops;
}

// An edge along an axis lies in the two faces that its place across the axis names.
bool share_a_face(const CubeEdge& a, const CubeEdge& b) {
    for (uint32_t axis = 0; axis < 3; ++axis)
        if (axis != a.axis && axis != b.axis && (a.corner >> axis & 1) == (b.corner >> axis & 1)) return true;
    return false;
}

// Appends triangles that fill the loop between its members first … last. Returns false, with nothing appended, if all
// ways to do so have an edge in a face.
bool fill(const Loop& loop, size_t first, size_t last, CubeCase& out) {
    if (last - first < 2) return true;
    auto fits = [&](size_t a, size_t b) {
        return b - a == 1 || !share_a_face(kCubeEdges[loop[a]], kCubeEdges[loop[b]]);
    };
    const CubeCase before = out;
    for (size_t middle = first + 1; middle < last; ++middle) {
        if (!fits(first, middle) || !fits(middle, last)) continue;
        if (fill(loop, first, middle, out) && fill(loop, middle, last, out)) {
            for (const size_t k : {first, middle, last})
                out.edges.at(3 * out.triangles + (k == first ? 0 : k == middle ? 1 : 2)) = loop[k];
            ++out.triangles;
            return true;
        }
        out = before;
    }
    return false;
}

std::array<CubeCase, 256> make_cases() {
    std::array<CubeCase, 256> cases{};
    for (uint32_t inside = 0; inside < 256; ++inside)
        for (const Loop& loop : loops_of(inside))
            UNDINE_CHECK(fill(loop, 0, loop.size() - 1, cases[inside]), "a cube's surface has an edge in a face");
    return cases;
}

}  // namespace

const std::array<CubeEdge, 12> kCubeEdges = make_edges();

const std::array<CubeCase, 256>& cube_cases() {
    static const std::array<CubeCase, 256> cases = make_cases();
    return cases;
}

}  // namespace undine
