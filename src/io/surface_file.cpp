#include "io/surface_file.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <string>

#include "platform/staged_file.h"
#include "text/text.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "binary records are written as they lie in memory");

// Collects small pieces for a file.
class Buffered {
  public:
    explicit Buffered(const std::filesystem::path& path) : file_(path) {}

    void text(std::string_view text) { append(text.data(), text.size()); }
    template <class Number>
    void number(Number value) {
        char digits[32];
        append(digits, size_t(std::to_chars(digits, digits + sizeof digits, value).ptr - digits));
    }
    template <class Record>
    void raw(const Record& record) {
        append(reinterpret_cast<const char*>(&record), sizeof record);
    }
    void commit() {
        file_.write(held_);
        file_.commit();
    }

  private:
    void append(const char* bytes, size_t count) {
        held_.append(bytes, count);
        if (held_.size() < size_t{1} << 20) return;
        file_.write(held_);
        held_.clear();
    }
    StagedFile file_;
    std::string held_;
};

std::string time_text(const ExportFrame& frame) { return " m, at " + number_text(frame.time.seconds) + " s\n"; }

void append_obj(Buffered& file, std::span<const glm::vec3> points, std::span<const glm::uvec3> triangles) {
    for (const glm::vec3& x : points) {
        file.text("v ");
        for (int a = 0; a < 3; ++a) file.number(x[a]), file.text(a < 2 ? " " : "\n");
    }
    for (const glm::uvec3& t : triangles) {
        file.text("f ");
        for (int k = 0; k < 3; ++k) file.number(t[k] + 1), file.text(k < 2 ? " " : "\n");
    }
}

// solid: of each point; empty: they are of none.
void write_ply(const std::filesystem::path& path, std::string_view mark, const ExportFrame& frame,
               const SurfaceMesh& mesh, std::span<const uint32_t> solid) {
    Buffered file(path);
    file.text(mark);
    file.text(time_text(frame));
    file.text("element vertex " + std::to_string(mesh.points.size()) +
              "\nproperty float x\nproperty float y\nproperty float z\n" +
              (solid.empty() ? "" : "property uint solid\n") + "element face " + std::to_string(mesh.triangles.size()) +
              "\nproperty list uchar int vertex_indices\nend_header\n");
    for (size_t k = 0; k < mesh.points.size(); ++k) {
        file.raw(mesh.points[k]);
        if (!solid.empty()) file.raw(solid[k]);
    }
    for (const glm::uvec3& t : mesh.triangles) {
        file.raw(uint8_t{3});
        file.raw(t);
    }
    file.commit();
}

}  // namespace

void write_surface_obj(const std::filesystem::path& path, const ExportFrame& frame) {
    Buffered file(path);
    file.text(kSurfaceObjMark);
    file.text(time_text(frame));
    append_obj(file, frame.surface->points, frame.surface->triangles);
    file.commit();
}

void write_surface_ply(const std::filesystem::path& path, const ExportFrame& frame) {
    write_ply(path, kSurfacePlyMark, frame, *frame.surface, {});
}

void write_solids_obj(const std::filesystem::path& path, const ExportFrame& frame) {
    Buffered file(path);
    file.text(kSolidsObjMark);
    file.text(time_text(frame));
    const SurfaceMesh& mesh = frame.solids->mesh;
    const std::vector<uint32_t>& solid = frame.solids->solid;
    for (size_t point = 0, triangle = 0; point < mesh.points.size();) {
        const size_t first_point = point, first_triangle = triangle;
        const uint32_t number = solid[point];
        while (point < solid.size() && solid[point] == number) ++point;
        while (triangle < mesh.triangles.size() && solid[mesh.triangles[triangle].x] == number) ++triangle;
        file.text("o solid_" + std::to_string(number) + '\n');
        append_obj(file, std::span(mesh.points).subspan(first_point, point - first_point),
                   std::span(mesh.triangles).subspan(first_triangle, triangle - first_triangle));
    }
    file.commit();
}

void write_solids_ply(const std::filesystem::path& path, const ExportFrame& frame) {
    write_ply(path, kSolidsPlyMark, frame, frame.solids->mesh, frame.solids->solid);
}

}  // namespace undine
