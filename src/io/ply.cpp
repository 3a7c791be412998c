// Reads particles. The header determines where each wanted number comes from; records are then read one by one, so that
// a file whose header declares too many vertices costs no more memory than its real size warrants.
#include "io/ply.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>

#include "error.h"
#include "internal_error.h"
#include "io/ply_header.h"
#include "platform/whole_file.h"
#include "text/text.h"

namespace undine {
namespace {

using ply::Header;
using ply::refuse;
using ply::Scalar;

static_assert(std::endian::native == std::endian::little, "binary records are read as they lie in memory");

// The numbers of one vertex, in the order of the header. A double holds every scalar of PLY exactly.
using Record = std::vector<double>;

template <typename T>
double load(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
}

double load(Scalar type, const char* bytes) {
    switch (type) {
        case Scalar::i8: return load<int8_t>(bytes);
        case Scalar::u8: return load<uint8_t>(bytes);
        case Scalar::i16: return load<int16_t>(bytes);
        case Scalar::u16: return load<uint16_t>(bytes);
        case Scalar::i32: return load<int32_t>(bytes);
        case Scalar::u32: return load<uint32_t>(bytes);
        case Scalar::f32: return load<float>(bytes);
        case Scalar::f64: return load<double>(bytes);
    }
    UNDINE_UNREACHABLE("a scalar of no type");
}

template <typename T>
std::optional<double> parse(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);  // from_chars does not accept a plus sign
    T value{};
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    if (result.ec != std::errc{} || result.ptr != word.data() + word.size()) return std::nullopt;
    return static_cast<double>(value);
}

// Each type is parsed directly as itself: a float parsed by way of double would be rounded twice.
std::optional<double> parse(Scalar type, std::string_view word) {
    switch (type) {
        case Scalar::i8: return parse<int8_t>(word);
        case Scalar::u8: return parse<uint8_t>(word);
        case Scalar::i16: return parse<int16_t>(word);
        case Scalar::u16: return parse<uint16_t>(word);
        case Scalar::i32: return parse<int32_t>(word);
        case Scalar::u32: return parse<uint32_t>(word);
        case Scalar::f32: return parse<float>(word);
        case Scalar::f64: return parse<double>(word);
    }
    UNDINE_UNREACHABLE("a scalar of no type");
}

std::string count_text(const Header& header) { return std::to_string(header.vertex_count) + " vertices"; }

using Take = std::function<void(const Record&)>;

void read_binary(std::ifstream& stream, const Header& header, const std::string& path, const Take& take) {
    const std::streamoff begin = stream.tellg();
    const std::streamoff end = stream.seekg(0, std::ios::end).tellg();
    stream.seekg(begin);
    if (begin < 0 || end < begin || !stream) refuse(path, "the length of the file cannot be determined");
    const uint64_t present = static_cast<uint64_t>(end - begin);
    const uint64_t declared = header.vertex_count * header.record_size;  // at most 64e6 · 64 · 8: no overflow
    if (present < declared) {
        refuse(path, "the header declares " + count_text(header) + ", which need " + std::to_string(declared) +
                         " bytes, but " + std::to_string(present) + " follow");
    }
    if (present > declared && header.vertices_last) {
        refuse(path, "after the " + count_text(header) + " that the header declares, " +
                         std::to_string(present - declared) + " bytes are left over");
    }
    std::vector<char> bytes(header.record_size);
    Record record(header.properties.size());
    for (uint64_t i = 0; i < header.vertex_count; ++i) {
        if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
            refuse(path, "reading failed at vertex " + std::to_string(i));
        }
        for (size_t k = 0; k < record.size(); ++k) {
            record[k] = load(header.properties[k].type, bytes.data() + header.properties[k].offset);
        }
        take(record);
    }
}

void read_ascii(std::ifstream& stream, const Header& header, const std::string& path, const Take& take) {
    std::string line;
    Record record(header.properties.size());
    for (uint64_t i = 0; i < header.vertex_count; ++i) {
        if (!ply::read_line(stream, line, path)) {
            refuse(path,
                   "the header declares " + count_text(header) + ", but the file ends after " + std::to_string(i));
        }
        const auto here = [&] { return path + ":" + std::to_string(header.lines + i + 1); };
        const std::vector<std::string_view> words = ply::words_of(line);
        if (words.size() != record.size()) {
            refuse(here(), "a vertex has " + std::to_string(record.size()) + " values, but this line has " +
                               std::to_string(words.size()));
        }
        for (size_t k = 0; k < record.size(); ++k) {
            const std::optional<double> value = parse(header.properties[k].type, words[k]);
            if (!value) {
                refuse(here(), "property " + printable(header.properties[k].name) +
                                   " must be a number that its type can hold, not '" + printable(words[k]) + "'");
            }
            record[k] = *value;
        }
        take(record);
    }
    while (header.vertices_last && ply::read_line(stream, line, path)) {
        if (!ply::words_of(line).empty()) {
            refuse(path, "after the " + count_text(header) + " that the header declares, lines are left over");
        }
    }
}

// The index of a property in a Record.
class Column {
  public:
    Column(const Header& header, const std::string& path, const char* name, bool required) : path_(path), name_(name) {
        for (size_t k = 0; k < header.properties.size(); ++k) {
            if (header.properties[k].name == name) index_ = k;
        }
        if (required && !index_) refuse(path, "element vertex has no property " + name_);
        if (index_) integer_ = ply::is_integer(header.properties[*index_].type);
    }
    bool present() const { return index_.has_value(); }
    bool integer() const { return integer_; }

    // The value as a float, 0 if the file has no such property. `i`: index of the vertex, for the message.
    float number(const Record& record, size_t i) const {
        if (!index_) return 0;
        const double value = record[*index_];
        if (!(std::abs(value) <= std::numeric_limits<float>::max())) {
            refuse(path_, "property " + name_ + " of vertex " + std::to_string(i) + " must be a finite float, not " +
                              number_text(value));
        }
        return static_cast<float>(value);
    }
    uint32_t identity(const Record& record, size_t i) const {
        const double value = record[*index_];
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

std::ifstream open(const std::string& path) { return open_file(path, "particles (.ply)"); }

void read_records(std::ifstream& stream, const Header& header, const std::string& path, const ReadProgress& progress,
                  const Take& take) {
    constexpr uint64_t kOften = 1 << 16;
    uint64_t done = 0;
    (header.format == PlyFormat::binary ? read_binary : read_ascii)(stream, header, path, [&](const Record& record) {
        take(record);
        if (++done % kOften == 0 && progress) progress(done, header.vertex_count);
    });
}

void check_unique(std::vector<uint32_t> ids, const std::string& path) {
    if (std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) == ids.end()) return;  // ascending: unique
    std::sort(ids.begin(), ids.end());
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice != ids.end()) refuse(path, "the id " + std::to_string(*twice) + " belongs to more than one particle");
}

}  // namespace

ParticleState read_particles(const std::string& path, StateTime* time, const ReadProgress& progress) {
    std::ifstream stream = open(path);
    const Header header = ply::read_header(stream, path);
    if (time) *time = header.time;
    const auto column = [&](const char* name, bool required) { return Column(header, path, name, required); };
    const Columns position{column("x", true), column("y", true), column("z", true)};
    const Columns velocity{column("vx", false), column("vy", false), column("vz", false)};
    const Column density = column("density", false), lambda = column("lambda", false), id = column("id", false);
    if (id.present() && !id.integer()) refuse(path, "property id must have an integer type");

    ParticleState state;
    read_records(stream, header, path, progress, [&](const Record& record) {
        const size_t i = state.size();
        state.position.push_back(position.vector(record, i));
        state.velocity.push_back(velocity.vector(record, i));
        state.density.push_back(density.number(record, i));
        state.lambda.push_back(lambda.number(record, i));
        state.id.push_back(id.present() ? id.identity(record, i) : static_cast<uint32_t>(i));
    });
    check_unique(state.id, path);
    return state;
}

BoundaryState read_boundary(const std::string& path, const ReadProgress& progress) {
    std::ifstream stream = open(path);
    const Header header = ply::read_header(stream, path);
    const auto column = [&](const char* name, bool required) { return Column(header, path, name, required); };
    const Columns position{column("x", true), column("y", true), column("z", true)};
    const Column psi = column("psi", false);

    BoundaryState boundary;
    read_records(stream, header, path, progress, [&](const Record& record) {
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
