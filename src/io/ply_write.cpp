// Writes particles.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <numeric>
#include <string>
#include <vector>

#include "internal_error.h"
#include "io/ply.h"
#include "platform/staged_file.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "binary records are written as they lie in memory");

// A property of type float: its name, and where the particles' values are.
struct Column {
    const char* name;
    const float* first;
    size_t stride;  // floats from one particle's value to the next one's
    float of(size_t particle) const { return first[particle * stride]; }
};

struct Columns : std::vector<Column> {
    void add(const char* name, std::span<const float> values) { push_back({name, values.data(), 1}); }
    void add(const std::array<const char*, 3>& names, std::span<const glm::vec3> values) {
        static_assert(sizeof(glm::vec3) == 3 * sizeof(float));
        for (size_t axis = 0; axis < 3; ++axis)
            push_back({names[axis], reinterpret_cast<const float*>(values.data()) + axis, 3});
    }
};

Columns columns_of(const ParticleState& state, const MoreColumns& more) {
    Columns columns;
    columns.add({"x", "y", "z"}, state.position);
    columns.add({"vx", "vy", "vz"}, state.velocity);
    columns.add("density", state.density);
    columns.add("lambda", state.lambda);
    if (more.pressure) columns.add("pressure", state.pressure);
    if (!more.vorticity.empty()) columns.add({"wx", "wy", "wz"}, more.vorticity);
    return columns;
}

std::string time_comment(const StateTime& time) {
    if (time == StateTime{}) return "";
    char seconds[32];  // shortest decimal that keeps every bit
    char* end = std::to_chars(seconds, seconds + sizeof seconds, time.seconds).ptr;
    const std::string ids = time.next_id > 0 ? "comment next id " + std::to_string(time.next_id) + '\n' : "";
    return "comment time " + std::string(seconds, end) + " s after " + std::to_string(time.steps) + " steps\n" + ids;
}

std::string header_text(size_t count, PlyFormat format, const std::string& comments, const Columns& columns) {
    std::string text(kParticlePlyMark);
    constexpr std::string_view kBinary = "binary_little_endian";
    if (format == PlyFormat::ascii) text.replace(text.find(kBinary), kBinary.size(), "ascii");
    text += comments + "element vertex " + std::to_string(count) + "\n";
    for (const Column& column : columns) text += std::string("property float ") + column.name + "\n";
    return text + "property uint id\nend_header\n";
}

void append_binary(std::string& text, std::span<const float> values, uint32_t id) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    text.append(reinterpret_cast<const char*>(&id), sizeof id);
}

void append_ascii(std::string& text, std::span<const float> values, uint32_t id) {
    char buffer[32];
    const auto append = [&](auto value, char end) {
        text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);  // shortest that keeps every bit
        text += end;
    };
    for (const float value : values) append(value, ' ');
    append(id, '\n');
}

void write_all(StagedFile& file, const ParticleState& state, PlyFormat format, const std::string& comments,
               const Columns& columns) {
    std::vector<uint32_t> order(state.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return state.id[a] < state.id[b]; });
    std::string text = header_text(state.size(), format, comments, columns);
    std::vector<float> values(columns.size());
    constexpr size_t kFlushBytes = 1 << 20;
    for (const uint32_t i : order) {
        std::ranges::transform(columns, values.begin(), [&](const Column& column) { return column.of(i); });
        (format == PlyFormat::binary ? append_binary : append_ascii)(text, values, state.id[i]);
        if (text.size() < kFlushBytes) continue;
        file.write(text);
        text.clear();
    }
    file.write(text);
}

}  // namespace

void write_particles(const std::string& path, const ParticleState& state, PlyFormat format, const StateTime& time,
                     const MoreColumns& more, std::span<const std::string> comments) {
    UNDINE_CHECK(state.velocity.size() == state.size() && state.density.size() == state.size() &&
                     state.lambda.size() == state.size() && state.id.size() == state.size() &&
                     (!more.pressure || state.pressure.size() == state.size()) &&
                     (more.vorticity.empty() || more.vorticity.size() == state.size()),
                 "the arrays of a particle state differ in length");
    std::string lines = time_comment(time);
    for (const std::string& comment : comments) lines += "comment " + comment + '\n';
    StagedFile file(path);
    write_all(file, state, format, lines, columns_of(state, more));
    file.commit();
}

void write_diffuse(const std::string& path, const DiffuseState& state, const StateTime& time) {
    Columns columns;
    columns.add({"x", "y", "z"}, state.position);
    columns.add({"vx", "vy", "vz"}, state.velocity);
    columns.add("life", state.life);
    columns.add("wetness", state.wetness);
    std::string text =
        std::string(kDiffusePlyMark) + time_comment(time) + "element vertex " + std::to_string(state.size()) + "\n";
    for (const Column& column : columns) text += std::string("property float ") + column.name + "\n";
    text += "property uint id\nproperty uint born\nproperty uint kind\nend_header\n";
    std::vector<float> values(columns.size());
    for (size_t k = 0; k < state.size(); ++k) {
        std::ranges::transform(columns, values.begin(), [&](const Column& column) { return column.of(k); });
        append_binary(text, values, state.id[k]);
        const uint32_t words[2]{state.born[k], static_cast<uint32_t>(state.kind[k])};
        text.append(reinterpret_cast<const char*>(words), sizeof words);
    }
    StagedFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace undine
