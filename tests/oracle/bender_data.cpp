// Reader of the peer's numbers, see bender_data.h. Bytes are assembled explicitly, so the host's order does not
// matter.
#include "oracle/bender_data.h"

#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <stdexcept>

#include "scene/parameters.h"
#include "test_paths.h"

namespace undine::reference {

std::vector<std::vector<double>> read_bender_rows(const std::string& file_name, std::size_t columns) {
    const std::string path = testing::test_data_path() + "/bender-pbf/" + file_name;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path);
    std::vector<std::vector<double>> rows;
    std::vector<double> row;
    std::array<unsigned char, 8> bytes;
    while (file.read(reinterpret_cast<char*>(bytes.data()), bytes.size())) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < bytes.size(); ++k) bits |= std::uint64_t{bytes[k]} << (8 * k);
        row.push_back(std::bit_cast<double>(bits));
        if (row.size() < columns) continue;
        rows.push_back(row);
        row.clear();
    }
    if (file.gcount() != 0 || !row.empty()) throw std::runtime_error(path + " is no whole number of rows");
    return rows;
}

Particles read_bender_initial() {
    Particles particles;
    for (const auto& row : read_bender_rows("fluid_initial.f64", 3)) {
        particles.position.push_back({row[0], row[1], row[2]});
        particles.velocity.push_back({});
    }
    return particles;
}

Boundary read_bender_boundary() {
    Boundary boundary;
    for (const auto& row : read_bender_rows("boundary_x_psi.f64", 4)) {
        boundary.position.push_back({row[0], row[1], row[2]});
        boundary.psi.push_back(row[3]);
    }
    return boundary;
}

Particles read_bender_state(const std::string& file_name) {
    Particles particles;
    for (const auto& row : read_bender_rows(file_name, 8)) {
        particles.position.push_back({row[0], row[1], row[2]});
        particles.velocity.push_back({row[3], row[4], row[5]});
        particles.density.push_back(row[6]);
        particles.lambda.push_back(row[7]);
        particles.pressure.push_back(0.0);
    }
    return particles;
}

Parameters bender_parameters() {
    Parameters p;
    p.support_radius = 0.1;
    p.particle_spacing = 0.05;
    p.rest_density = 1000.0;
    p.particle_mass = 0.1;
    p.kernel = Kernel::kCubicSpline;
    p.constraint = Constraint::kUnilateral;
    p.relaxation = 1e-6;
    p.iterations = 5;
    p.dt = 0.0025;
    p.acceleration = {0.0, -9.81, 0.0};
    return p;
}

}  // namespace undine::reference
