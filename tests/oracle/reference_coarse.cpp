#include "oracle/reference_coarse.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace undine::reference {
namespace {

double component(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

// The faces between cells on one axis, from the box's lower to its upper wall; the last cell ends at the wall.
struct Axis {
    std::vector<double> faces;
    int cells() const { return static_cast<int>(faces.size()) - 1; }
    double size(int k) const { return faces[k + 1] - faces[k]; }
    double center(int k) const { return 0.5 * (faces[k] + faces[k + 1]); }
    int cell_of(double x) const {
        int k = 0;
        while (k + 1 < cells() && x >= faces[k + 1]) ++k;
        return k;
    }
};

Axis axis_of(double low, double high, double edge) {
    const int cells = std::max(1, static_cast<int>(std::round((high - low) / edge)));
    Axis axis;
    for (int k = 0; k < cells; ++k) axis.faces.push_back(low + k * edge);
    axis.faces.push_back(high);
    return axis;
}

struct Grid {
    std::array<Axis, 3> axes;
    std::array<int, 3> cells{};
    int index(const std::array<int, 3>& c) const { return (c[2] * cells[1] + c[1]) * cells[0] + c[0]; }
    int count() const { return cells[0] * cells[1] * cells[2]; }
};

struct Cell {
    double particles = 0.0, within = 0.0, error = 0.0;
    bool water = false;
    double pull = 0.0;  // towards air [1/m^2]
    double open = 1.0;  // share of it that solids leave
};

// Of a cell with that centre, of solids as if they were flat.
double open_share(const Parameters& p, Vec3 center) {
    const auto of = [&](double distance) { return std::clamp(0.5 + distance / p.coarse_edge, 0.0, 1.0); };
    double open = 1.0;
    for (const Plane& plane : p.planes) open *= of(dot(plane.normal, center) - plane.offset);
    for (const Body& body : p.bodies) open *= of(nearest_on(p, body, center).distance);
    return open < 0.05 ? 0.0 : open;
}

}  // namespace

std::vector<double> coarse_multipliers(const Parameters& p, const std::vector<Vec3>& counted,
                                       const std::vector<Vec3>& x, const std::vector<double>& excess,
                                       const std::vector<double>& kept) {
    Grid grid;
    for (int a = 0; a < 3; ++a) {
        grid.axes[a] = a < p.dimensions ? axis_of(component(p.tank_min, a), component(p.tank_max, a), p.coarse_edge)
                                        : Axis{{component(p.tank_min, a), component(p.tank_min, a) + p.coarse_edge}};
        grid.cells[a] = grid.axes[a].cells();
    }
    const auto place = [&](Vec3 at) {
        std::array<int, 3> c{};
        for (int a = 0; a < p.dimensions; ++a) c[a] = grid.axes[a].cell_of(component(at, a));
        return c;
    };

    std::vector<Cell> cells(grid.count());
    for (std::size_t i = 0; i < x.size(); ++i) {
        Cell& cell = cells[grid.index(place(counted[i]))];
        cell.particles += 1.0;
        cell.within += excess[i] > -0.02 ? 1.0 : 0.0;
        cell.error += std::clamp(excess[i] - kept[i], -0.02, 0.05);
    }
    const auto each = [&](auto body) {
        std::array<int, 3> c{};
        for (c[2] = 0; c[2] < grid.cells[2]; ++c[2])
            for (c[1] = 0; c[1] < grid.cells[1]; ++c[1])
                for (c[0] = 0; c[0] < grid.cells[0]; ++c[0]) body(c);
    };
    each([&](const std::array<int, 3>& c) {
        Cell& cell = cells[grid.index(c)];
        if (p.coarse_blocked) {
            Vec3 center;
            center.x = grid.axes[0].center(c[0]), center.y = grid.axes[1].center(c[1]);
            if (p.dimensions == 3) center.z = grid.axes[2].center(c[2]);
            cell.open = open_share(p, center);
        }
        double full = cell.open * p.rest_density / p.particle_mass;
        for (int a = 0; a < p.dimensions; ++a) full *= grid.axes[a].size(c[a]);
        cell.water = cell.open > 0.0 && cell.particles > 0.3 * full && 2.0 * cell.within > cell.particles;
        const double filled = cell.water ? std::min(1.0, cell.within / full) : 1.0;
        if (cell.water) cell.pull = (1.0 - filled) / filled / (p.coarse_edge * p.coarse_edge);
    });

    std::vector<double> pressure(grid.count(), 0.0);
    for (int sweep = 0; sweep < 2 * p.coarse_sweeps; ++sweep)
        each([&](const std::array<int, 3>& c) {
            const int at = grid.index(c);
            if ((c[0] + c[1] + c[2]) % 2 != sweep % 2 || !cells[at].water) return;
            double diagonal = cells[at].pull, others = 0.0;
            for (int a = 0; a < p.dimensions; ++a)
                for (int side : {-1, 1}) {
                    std::array<int, 3> beside = c;
                    beside[a] += side;
                    if (beside[a] < 0 || beside[a] >= grid.cells[a]) continue;
                    const Axis& axis = grid.axes[a];
                    const double opening = std::min(1.0, cells[grid.index(beside)].open / cells[at].open);
                    const double distance = std::abs(axis.center(beside[a]) - axis.center(c[a]));
                    const double face = opening / (axis.size(c[a]) * distance);
                    diagonal += face;
                    others += face * pressure[grid.index(beside)];
                }
            if (diagonal == 0.0) return;
            const double target = cells[at].error / cells[at].particles / 0.95;
            const double solved = (others - target) / diagonal;
            pressure[at] = std::min(0.0, pressure[at] + p.coarse_relaxation * (solved - pressure[at]));
        });

    std::vector<double> added(x.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!(excess[i] > -0.05)) continue;
        std::array<int, 3> low{};
        std::array<double, 3> share{};
        for (int a = 0; a < p.dimensions; ++a) {
            const Axis& axis = grid.axes[a];
            while (low[a] + 2 < axis.cells() && component(x[i], a) >= axis.center(low[a] + 1)) ++low[a];
            if (axis.cells() == 1) continue;
            const double from = axis.center(low[a]), to = axis.center(low[a] + 1);
            share[a] = std::clamp((component(x[i], a) - from) / (to - from), 0.0, 1.0);
        }
        double weights = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            std::array<int, 3> c = low;
            double weight = 1.0;
            for (int a = 0; a < 3; ++a) {
                const bool upper = corner >> a & 1;
                weight *= upper ? share[a] : 1.0 - share[a];
                c[a] = std::min(c[a] + upper, grid.cells[a] - 1);
            }
            weight *= cells[grid.index(c)].open;
            weights += weight;
            added[i] += weight * pressure[grid.index(c)];
        }
        added[i] = weights > 0.0 ? added[i] / weights : 0.0;
    }
    return added;
}

}  // namespace undine::reference
