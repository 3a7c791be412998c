#include "scene/mesh/facet_cuts.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

namespace undine {
namespace {

using glm::dvec3;

double length_of(const Line& line) { return glm::distance(line.from, line.to); }

// Both sides of the line, drawn on to the polygon's edges. A corner within `slack` of it is on both: edges as long as
// rounding errors would have any direction.
std::pair<Polygon, Polygon> halves(const Polygon& polygon, const dvec3& normal, const Line& line, double slack) {
    const dvec3 across = glm::cross(normal, glm::normalize(line.to - line.from));
    const auto side = [&](const dvec3& x) {
        const double distance = glm::dot(x - line.from, across);
        return std::abs(distance) > slack ? distance : 0;
    };
    std::pair<Polygon, Polygon> sides;
    for (size_t k = 0; k < polygon.size(); ++k) {
        const dvec3 &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const double da = side(a), db = side(b);
        if (da >= 0) sides.first.push_back(a);
        if (da <= 0) sides.second.push_back(a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            const dvec3 between = glm::mix(a, b, da / (da - db));
            sides.first.push_back(between);
            sides.second.push_back(between);
        }
    }
    return sides;
}

}  // namespace

std::array<dvec3, 3> corners_of(const TriangleMesh& mesh, uint32_t triangle) {
    const glm::uvec3& t = mesh.triangles[triangle];
    return {mesh.points[t.x], mesh.points[t.y], mesh.points[t.z]};
}

Facet facet_of(const TriangleMesh& mesh, uint32_t triangle) {
    Facet facet{corners_of(mesh, triangle), dvec3(0), 0};
    const dvec3 along = glm::cross(facet.corners[1] - facet.corners[0], facet.corners[2] - facet.corners[0]);
    const double length = glm::length(along);
    if (length > 0) facet.normal = along / length;
    facet.area = 0.5 * length;
    return facet;
}

Lines lines_in_plane(const Facet& facet, const std::array<dvec3, 3>& other, double slack) {
    double height[3];
    dvec3 ends[2];
    int on = 0, count = 0;
    for (int k = 0; k < 3; ++k) {
        height[k] = glm::dot(other[k] - facet.corners[0], facet.normal);
        if (std::abs(height[k]) > slack) continue;
        height[k] = 0;
        ++on;
        if (count < 2) ends[count++] = other[k];
    }
    Lines lines;
    if (on == 3) {
        for (int k = 0; k < 3; ++k) lines.of[lines.count++] = {other[k], other[(k + 1) % 3]};
        return lines;
    }
    for (int k = 0; k < 3 && count < 2; ++k) {
        const double a = height[k], b = height[(k + 1) % 3];
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) ends[count++] = glm::mix(other[k], other[(k + 1) % 3], a / (a - b));
    }
    if (count == 2) lines.of[lines.count++] = {ends[0], ends[1]};
    return lines;
}

std::optional<Line> clipped(const Line& line, std::span<const dvec3> polygon, const dvec3& normal, double margin) {
    double first = 0, last = 1;
    for (size_t k = 0; k < polygon.size(); ++k) {
        const dvec3 &a = polygon[k], edge = polygon[(k + 1) % polygon.size()] - a;
        const double length = glm::length(edge);
        if (!(length > 0)) continue;
        const dvec3 inward = glm::cross(normal, edge / length);
        const double from = glm::dot(line.from - a, inward) + margin, to = glm::dot(line.to - a, inward) + margin;
        if (from < 0 && to < 0) return std::nullopt;
        if (from < 0) first = std::max(first, from / (from - to));
        if (to < 0) last = std::min(last, from / (from - to));
    }
    if (!(first < last)) return std::nullopt;
    return Line{glm::mix(line.from, line.to, first), glm::mix(line.from, line.to, last)};
}

std::vector<Polygon> cut(const Facet& facet, const std::vector<Line>& lines, double slack, std::atomic<int64_t>& left) {
    struct Part {
        Polygon polygon;
        std::vector<Line> lines;
    };
    std::vector<Polygon> pieces;
    std::vector<Part> waiting{{{facet.corners.begin(), facet.corners.end()}, lines}};
    while (!waiting.empty() && left > 0) {
        const Part part = std::move(waiting.back());
        waiting.pop_back();
        std::vector<Line> within;
        for (const Line& line : part.lines)
            if (const auto in = clipped(line, part.polygon, facet.normal, -slack); in && length_of(*in) > slack)
                within.push_back(*in);
        if (within.empty()) {
            pieces.push_back(part.polygon);
            continue;
        }
        --left;
        auto [one, other] =
            halves(part.polygon, facet.normal, *std::ranges::max_element(within, {}, length_of), 0.5 * slack);
        waiting.push_back({std::move(one), within});
        waiting.push_back({std::move(other), std::move(within)});
    }
    return pieces;
}

}  // namespace undine
