// Reads particles. The header determines where each wanted number comes from.
#include "io/ply.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>

#include "platform/whole_file.h"
#include "ply/records.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using ply::Element;
using ply::Header;
using ply::Record;
using ply::refuse;

template <class T>
bool read_number(std::string_view word, T& value) {
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    return result.ec == std::errc{} && result.ptr == word.data() + word.size();
}

// Reads "comment time 1.152 s after 72 steps" or "comment next id 5321". Other programs write comments too: one that is
// not exactly of these forms is ignored.
void read_time(std::string_view comment, StateTime& time) {
    const std::vector<std::string_view> words = ply::words_of(comment);
    if (words.size() == 4 && words[1] == "next" && words[2] == "id") {
        uint32_t next_id = 0;
        if (read_number(words[3], next_id)) time.next_id = next_id;
        return;
    }
    StateTime read{.next_id = time.next_id};
    const bool ours =
        words.size() == 7 && words[1] == "time" && words[3] == "s" && words[4] == "after" && words[6] == "steps";
    if (!ours || !read_number(words[2], read.seconds) || !read_number(words[5], read.steps)) return;
    if (std::isfinite(read.seconds) && read.seconds >= 0) time = read;
}

// The index of a property in a Record.
class Column {
  public:
    Column(const Element& vertex, const std::string& path, const char* name, bool required)
        : path_(path), name_(name), index_(vertex.find(name)) {
        if (required && !index_) refuse(path, "element vertex has no property " + name_);
        if (index_) integer_ = ply::is_integer(vertex.properties[*index_].type);
    }
    bool present() const { return index_.has_value(); }
    bool integer() const { return integer_; }

    // The value as a float, 0 if the file has no such property. `i`: index of the vertex, for the message.
    float number(const Record& record, size_t i) const {
        if (!index_) return 0;
        const double value = record.numbers[*index_];
        if (!(std::abs(value) <= std::numeric_limits<float>::max())) {
            refuse(path_, "property " + name_ + " of vertex " + std::to_string(i) + " must be a finite float, not " +
                              number_text(value));
        }
        return static_cast<float>(value);
    }
    uint32_t identity(const Record& record, size_t i) const {
        const double value = record.numbers[*index_];
        if (value < 0) {
            refuse(path_, "property id of vertex " + std::to_string(i) + " must not be negative, but is " +
                              number_text(value));
        }
        return static_cast<uint32_t>(value);
    }

  private:
    const std::string& path_;
    std::string name_;
    std::optional<size_t> index_;
    bool integer_ = false;
};

// x y z or vx vy vz.
struct Columns {
    Column x, y, z;
    glm::vec3 vector(const Record& record, size_t i) const {
        return {x.number(record, i), y.number(record, i), z.number(record, i)};
    }
};

// A file of points, which are its first element.
class PointFile {
  public:
    explicit PointFile(const std::string& path)
        : path_(path), stream_(open_file(path, "particles (.ply)")), header_(ply::read_header(stream_, path)) {
        const Element* const vertex = header_.find("vertex");
        if (!header_.elements.empty() && vertex != &header_.elements.front())
            refuse(path, "element vertex must come first, not " + printable(header_.elements.front().name));
        if (!vertex || vertex->count == 0) refuse(path, "the file must have at least one vertex");
        if (vertex->has_lists()) refuse(path, "element vertex must not have a list property");
        if (vertex->count > kMaxParticles)
            refuse(path, "the header declares " + std::to_string(vertex->count) + " vertices, and at most " +
                             std::to_string(kMaxParticles) + " are allowed");
    }
    const Element& vertex() const { return header_.elements.front(); }
    Column column(const char* name, bool required) const { return {vertex(), path_, name, required}; }
    StateTime time() const {
        StateTime time;
        for (const std::string& comment : header_.comments) read_time(comment, time);
        return time;
    }

    void read(const ReadProgress& progress, const ply::Take& take) {
        constexpr uint64_t kOften = 1 << 16;
        uint64_t done = 0;
        ply::Records records(stream_, header_, path_);
        records.read(vertex(), [&](const Record& record) {
            take(record);
            if (++done % kOften == 0 && progress) progress(done, vertex().count);
        });
        const bool last = std::none_of(header_.elements.begin() + 1, header_.elements.end(),
                                       [](const Element& element) { return element.count > 0; });
        if (last) records.require_end(vertex());
    }

  private:
    const std::string& path_;
    std::ifstream stream_;
    Header header_;
};

void check_unique(std::vector<uint32_t> ids, const std::string& path) {
    if (std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) == ids.end()) return;  // ascending: unique
    std::sort(ids.begin(), ids.end());
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice != ids.end()) refuse(path, "the id " + std::to_string(*twice) + " belongs to more than one particle");
}

}  // namespace

ParticleState read_particles(const std::string& path, StateTime* time, const ReadProgress& progress) {
    PointFile file(path);
    if (time) *time = file.time();
    const auto column = [&](const char* name, bool required) { return file.column(name, required); };
    const Columns position{column("x", true), column("y", true), column("z", true)};
    const Columns velocity{column("vx", false), column("vy", false), column("vz", false)};
    const Column density = column("density", false), lambda = column("lambda", false),
                 pressure = column("pressure", false), id = column("id", false);
    if (id.present() && !id.integer()) refuse(path, "property id must have an integer type");

    ParticleState state;
    file.read(progress, [&](const Record& record) {
        const size_t i = state.size();
        state.position.push_back(position.vector(record, i));
        state.velocity.push_back(velocity.vector(record, i));
        state.density.push_back(density.number(record, i));
        state.lambda.push_back(lambda.number(record, i));
        state.pressure.push_back(pressure.number(record, i));
        state.id.push_back(id.present() ? id.identity(record, i) : static_cast<uint32_t>(i));
    });
    check_unique(state.id, path);
    return state;
}

BoundaryState read_boundary(const std::string& path, const ReadProgress& progress) {
    PointFile file(path);
    const auto column = [&](const char* name, bool required) { return file.column(name, required); };
    const Columns position{column("x", true), column("y", true), column("z", true)};
    const Column psi = column("psi", false);

    BoundaryState boundary;
    file.read(progress, [&](const Record& record) {
        const size_t i = boundary.size();
        boundary.position.push_back(position.vector(record, i));
        if (!psi.present()) return;
        boundary.psi.push_back(psi.number(record, i));
        if (boundary.psi.back() < 0) {
            refuse(path, "property psi of vertex " + std::to_string(i) + " must not be negative, but is " +
                             number_text(boundary.psi.back()));
        }
    });
    return boundary;
}

}  // namespace undine
