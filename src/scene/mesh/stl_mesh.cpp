#include "scene/mesh/stl_mesh.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "platform/whole_file.h"
#include "scene/mesh/mesh_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr size_t kHeader = 84, kTriangle = 50;  // bytes: 80 of anything and the number of triangles; each of them
constexpr std::string_view kSpaces = " \t\r\n";

[[noreturn]] void refuse(const std::string& where, const std::string& sentence) {
    throw Error(Exit::bad_input, where + ": " + sentence);
}

// Reads "solid NAME", facets and "endsolid NAME", any number of times.
class Text {
  public:
    Text(std::string_view text, std::string name, uint64_t most) : rest_(text), name_(std::move(name)), most_(most) {}

    TriangleMesh read() {
        for (std::string_view word = next(); !word.empty(); word = next()) {
            if (word == "solid" || word == "endsolid") rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
            else if (word == "facet") read_facet();
            else fail("'facet' or 'endsolid'", word);
        }
        return std::move(mesh_);
    }

  private:
    void read_facet() {
        expect("normal");
        for (int axis = 0; axis < 3; ++axis) next();  // whatever it is: the corners say it
        expect("outer");
        expect("loop");
        const auto first = static_cast<uint32_t>(mesh_.points.size());
        for (int corner = 0; corner < 3; ++corner) {
            expect("vertex");
            glm::dvec3& point = mesh_.points.emplace_back();
            for (int axis = 0; axis < 3; ++axis) point[axis] = number();
        }
        mesh_.triangles.emplace_back(first, first + 1, first + 2);
        if (mesh_.triangles.size() > most_) refuse(name_, "has more than " + grouped_text(most_) + " triangles");
        expect("endloop");
        expect("endfacet");
    }

    void expect(std::string_view wanted) {
        if (const std::string_view word = next(); word != wanted) fail("'" + std::string(wanted) + "'", word);
    }

    double number() {
        const std::string_view word = next(), digits = word.substr(word.starts_with('+') ? 1 : 0);
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) fail("a number", word);
        return value;
    }

    // Empty at the end of the file.
    std::string_view next() {
        const size_t begin = std::min(rest_.find_first_not_of(kSpaces), rest_.size());
        line_ += static_cast<uint64_t>(std::count(rest_.begin(), rest_.begin() + std::ptrdiff_t(begin), '\n'));
        rest_.remove_prefix(begin);
        const std::string_view word = rest_.substr(0, rest_.find_first_of(kSpaces));
        rest_.remove_prefix(word.size());
        return word;
    }

    [[noreturn]] void fail(const std::string& expected, std::string_view word) const {
        refuse(name_ + ":" + std::to_string(line_),
               "a text STL file must have " + expected + " here, " +
                   (word.empty() ? "but the file ends" : "not '" + printable(word) + "'"));
    }

    std::string_view rest_;
    std::string name_;
    uint64_t most_;
    uint64_t line_ = 1;
    TriangleMesh mesh_;
};

uint32_t declared_triangles(const std::string& bytes) {
    uint32_t count = 0;
    std::memcpy(&count, bytes.data() + kHeader - sizeof count, sizeof count);
    return count;
}

TriangleMesh read_binary(const std::string& bytes) {
    static_assert(std::endian::native == std::endian::little, "STL files are little-endian");
    TriangleMesh mesh;
    for (size_t at = kHeader; at < bytes.size(); at += kTriangle) {
        float numbers[12];  // the normal, then the corners
        std::memcpy(numbers, bytes.data() + at, sizeof numbers);
        const auto first = static_cast<uint32_t>(mesh.points.size());
        for (int corner = 1; corner <= 3; ++corner)
            mesh.points.emplace_back(numbers[3 * corner], numbers[3 * corner + 1], numbers[3 * corner + 2]);
        mesh.triangles.emplace_back(first, first + 1, first + 2);
    }
    return mesh;
}

}  // namespace

TriangleMesh read_stl_mesh(const std::filesystem::path& path, uint64_t most) {
    const std::string name = path_text(path);
    const std::string bytes = read_whole_file(path, kMeshExpected, kMostMeshBytes);
    const uint64_t needed = bytes.size() < kHeader ? 0 : kHeader + uint64_t{declared_triangles(bytes)} * kTriangle;
    if (bytes.size() == needed) {
        if (declared_triangles(bytes) > most) refuse(name, "has more than " + grouped_text(most) + " triangles");
        return read_binary(bytes);
    }
    const size_t first = std::min(bytes.find_first_not_of(kSpaces), bytes.size());
    if (bytes.compare(first, 5, "solid") == 0) return Text(bytes, name, most).read();
    if (needed == 0)
        refuse(name, "has " + std::to_string(bytes.size()) + " bytes, but a binary STL file has at least " +
                         std::to_string(kHeader) + ", and a text one begins with 'solid'");
    refuse(name, "as a binary STL file it declares " + grouped_text(declared_triangles(bytes)) +
                     " triangles, with which it would have " + grouped_text(needed) + " bytes, but it has " +
                     grouped_text(bytes.size()));
}

}  // namespace undine
