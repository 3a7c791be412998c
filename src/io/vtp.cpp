#include "io/vtp.h"

#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include "platform/staged_file.h"
#include "text/text.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

struct Array {
    const char *name, *type;
    size_t components;
    std::span<const std::byte> bytes;
};

template <class T>
constexpr const char* kType = nullptr;
template <>
constexpr const char* kType<float> = "Float32";
template <>
constexpr const char* kType<glm::vec3> = "Float32";
template <>
constexpr const char* kType<uint32_t> = "UInt32";
template <>
constexpr const char* kType<DiffuseKind> = "UInt32";
template <>
constexpr const char* kType<int64_t> = "Int64";

template <class T>
Array array(const char* name, std::span<const T> values) {
    return {name, kType<T>, std::is_same_v<T, glm::vec3> ? 3u : 1u, std::as_bytes(values)};
}
template <class T>
Array array(const char* name, const std::vector<T>& values) {
    return array(name, std::span<const T>(values));
}

// The cells of one kind: particles or triangles.
struct Cells {
    const char* kind;  // Verts or Polys
    size_t count;
    std::vector<int64_t> points, ends;  // ends: index in `points` behind the last of each cell
};

std::string open_tag(const Array& a, uint64_t offset) {
    std::string tag = std::string("        <DataArray type=\"") + a.type + "\" Name=\"" + a.name + '"';
    if (a.components > 1) tag += " NumberOfComponents=\"" + std::to_string(a.components) + '"';
    return tag + " format=\"appended\" offset=\"" + std::to_string(offset) + "\"/>\n";
}

void write(const std::filesystem::path& path, double seconds, std::span<const glm::vec3> points,
           const std::vector<Array>& point_data, const Cells& cells) {
    std::vector<Array> appended;
    uint64_t offset = 0;
    auto tag = [&](const Array& a) {
        const std::string text = open_tag(a, offset);
        offset += sizeof(uint64_t) + a.bytes.size();
        appended.push_back(a);
        return text;
    };
    std::string text = std::string(kVtkMark) +
                       " -->\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
                       "header_type=\"UInt64\">\n  <PolyData>\n    <FieldData>\n"
                       "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
                       number_text(seconds) + "</DataArray>\n    </FieldData>\n    <Piece NumberOfPoints=\"" +
                       std::to_string(points.size()) + "\" NumberOf" + cells.kind + "=\"" +
                       std::to_string(cells.count) + "\">\n      <PointData>\n";
    for (const Array& a : point_data) text += tag(a);
    text += "      </PointData>\n      <Points>\n" + tag(array("Points", points)) + "      </Points>\n      <" +
            cells.kind + ">\n" + tag(array("connectivity", cells.points)) + tag(array("offsets", cells.ends)) +
            "      </" + cells.kind + ">\n    </Piece>\n  </PolyData>\n  <AppendedData encoding=\"raw\">\n_";
    StagedFile file(path);
    file.write(text);
    for (const Array& a : appended) {
        const uint64_t size = a.bytes.size();
        file.write({reinterpret_cast<const char*>(&size), sizeof size});
        file.write({reinterpret_cast<const char*>(a.bytes.data()), a.bytes.size()});
    }
    file.write("\n  </AppendedData>\n</VTKFile>\n");
    file.commit();
}

// A cell for every `corners` points in a row of `points`.
Cells cells_of(const char* kind, std::vector<int64_t> points, size_t corners) {
    Cells cells{kind, points.size() / corners, std::move(points), {}};
    for (size_t c = 1; c <= cells.count; ++c) cells.ends.push_back(int64_t(c * corners));
    return cells;
}

Cells vertices(size_t count) {
    std::vector<int64_t> points(count);
    std::iota(points.begin(), points.end(), 0);
    return cells_of("Verts", std::move(points), 1);
}

Cells triangles_of(const SurfaceMesh& mesh) {
    std::vector<int64_t> corners;
    corners.reserve(mesh.triangles.size() * 3);
    for (const glm::uvec3& t : mesh.triangles) corners.insert(corners.end(), {t.x, t.y, t.z});
    return cells_of("Polys", std::move(corners), 3);
}

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '"') out += "&quot;";
        else out += c;
    }
    return out;
}

}  // namespace

void write_particles_vtp(const std::filesystem::path& path, const ExportFrame& frame) {
    const ParticleState& p = *frame.particles;
    std::vector<Array> data{array("id", p.id), array("velocity", p.velocity), array("density", p.density)};
    if (frame.has_lambda) data.push_back(array("lambda", p.lambda));
    if (frame.more.pressure) data.push_back(array("pressure", p.pressure));
    if (!frame.more.vorticity.empty()) data.push_back(array("vorticity", frame.more.vorticity));
    write(path, frame.time.seconds, p.position, data, vertices(p.size()));
}

void write_diffuse_vtp(const std::filesystem::path& path, const ExportFrame& frame) {
    const DiffuseState& d = *frame.diffuse;
    write(path, frame.time.seconds, d.position,
          {array("id", d.id), array("velocity", d.velocity), array("life", d.life), array("wetness", d.wetness),
           array("kind", d.kind), array("born", d.born)},
          vertices(d.size()));
}

void write_surface_vtp(const std::filesystem::path& path, const ExportFrame& frame) {
    write(path, frame.time.seconds, frame.surface->points, {}, triangles_of(*frame.surface));
}

void write_solids_vtp(const std::filesystem::path& path, const ExportFrame& frame) {
    const PlacedSolids& solids = *frame.solids;
    write(path, frame.time.seconds, solids.mesh.points, {array("solid", solids.solid)}, triangles_of(solids.mesh));
}

void VtkCollection::add(double seconds, const std::filesystem::path& file) {
    entries_ += "    <DataSet timestep=\"" + number_text(seconds) + "\" part=\"0\" file=\"" +
                escaped(file.generic_string()) + "\"/>\n";
    ++count_;
    if (count_ - written_ > written_ / 64) finish();
}

void VtkCollection::finish() {
    if (written_ == count_) return;
    write_file(path_, std::string(kVtkMark) +
                          " -->\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
                          "  <Collection>\n" +
                          entries_ + "  </Collection>\n</VTKFile>\n");
    written_ = count_;
}

}  // namespace undine
