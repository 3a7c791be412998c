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

}  // namespace

void write_surface_obj(const std::filesystem::path& path, const ExportFrame& frame) {
    Buffered file(path);
    file.text(kSurfaceObjMark);
    file.text(time_text(frame));
    for (const glm::vec3& x : frame.surface->points) {
        file.text("v ");
        for (int a = 0; a < 3; ++a) file.number(x[a]), file.text(a < 2 ? " " : "\n");
    }
    for (const glm::uvec3& t : frame.surface->triangles) {
        file.text("f ");
        for (int k = 0; k < 3; ++k) file.number(t[k] + 1), file.text(k < 2 ? " " : "\n");
    }
    file.commit();
}

void write_surface_ply(const std::filesystem::path& path, const ExportFrame& frame) {
    Buffered file(path);
    file.text(kSurfacePlyMark);
    file.text(time_text(frame));
    file.text("element vertex " + std::to_string(frame.surface->points.size()) +
              "\nproperty float x\nproperty float y\nproperty float z\nelement face " +
              std::to_string(frame.surface->triangles.size()) +
              "\nproperty list uchar int vertex_indices\nend_header\n");
    for (const glm::vec3& x : frame.surface->points) file.raw(x);
    for (const glm::uvec3& t : frame.surface->triangles) {
        file.raw(uint8_t{3});
        file.raw(t);
    }
    file.commit();
}

}  // namespace undine
