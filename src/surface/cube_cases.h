// Marching cubes [LC87]: how a surface passes through a cube, for each way in which its corners can lie inside or
// outside. Corner c is at (c & 1, c >> 1 & 1, c >> 2); edge a * 4 + k is the kth of those along axis a.
#pragma once
#include <array>
#include <cstdint>

namespace undine {

// Lower corner and axis of each edge.
struct CubeEdge {
    uint32_t corner, axis;
    uint32_t upper_corner() const { return corner | 1u << axis; }
};
extern const std::array<CubeEdge, 12> kCubeEdges;

struct CubeCase {
    uint32_t triangles = 0;
    std::array<uint8_t, 15> edges{};  // three per triangle; counter-clockwise as seen from outside the surface
};

// By the corners inside, a bit each. The cases are made, not typed in, so that surfaces close: on each face, corners
// inside are cut off one by one where the face is ambiguous [NH91], whichever of its two cubes looks at it, and no
// triangle has an edge in a face other than those cuts, so that no edge belongs to more than two triangles.
const std::array<CubeCase, 256>& cube_cases();

}  // namespace undine
