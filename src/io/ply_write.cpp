// Writes particles.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <iterator>
#include <numeric>

#include "internal_error.h"
#include "io/ply.h"
#include "platform/staged_file.h"

namespace undine {
namespace {

static_assert(std::endian::native == std::endian::little, "binary records are written as they lie in memory");

constexpr const char* kFloats[] = {"x", "y", "z", "vx", "vy", "vz", "density", "lambda", "wx", "wy", "wz"};
constexpr size_t kStateFloats = 8;  // without the vorticity
using Floats = std::array<float, std::size(kFloats)>;

std::string time_comment(const StateTime& time) {
    if (time == StateTime{}) return "";
    char seconds[32];  // shortest decimal that keeps every bit
    char* end = std::to_chars(seconds, seconds + sizeof seconds, time.seconds).ptr;
    const std::string ids = time.next_id > 0 ? "comment next id " + std::to_string(time.next_id) + '\n' : "";
    return "comment time " + std::string(seconds, end) + " s after " + std::to_string(time.steps) + " steps\n" + ids;
}

std::string header_text(size_t count, PlyFormat format, const std::string& comments,
                        std::span<const char* const> floats) {
    std::string text(kParticlePlyMark);
    constexpr std::string_view kBinary = "binary_little_endian";
    if (format == PlyFormat::ascii) text.replace(text.find(kBinary), kBinary.size(), "ascii");
    text += comments + "element vertex " + std::to_string(count) + "\n";
    for (const char* name : floats) text += std::string("property float ") + name + "\n";
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
               std::span<const glm::vec3> vorticity) {
    std::vector<uint32_t> order(state.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return state.id[a] < state.id[b]; });
    const size_t floats = vorticity.empty() ? kStateFloats : std::size(kFloats);
    std::string text = header_text(state.size(), format, comments, std::span(kFloats).first(floats));
    constexpr size_t kFlushBytes = 1 << 20;
    for (const uint32_t i : order) {
        const glm::vec3 &x = state.position[i], &v = state.velocity[i];
        const glm::vec3 w = vorticity.empty() ? glm::vec3(0) : vorticity[i];
        const Floats values{x.x, x.y, x.z, v.x, v.y, v.z, state.density[i], state.lambda[i], w.x, w.y, w.z};
        (format == PlyFormat::binary ? append_binary : append_ascii)(text, std::span(values).first(floats),
                                                                     state.id[i]);
        if (text.size() < kFlushBytes) continue;
        file.write(text);
        text.clear();
    }
    file.write(text);
}

}  // namespace

void write_particles(const std::string& path, const ParticleState& state, PlyFormat format, const StateTime& time,
                     std::span<const glm::vec3> vorticity, std::span<const std::string> comments) {
    UNDINE_CHECK(state.velocity.size() == state.size() && state.density.size() == state.size() &&
                     state.lambda.size() == state.size() && state.id.size() == state.size() &&
                     (vorticity.empty() || vorticity.size() == state.size()),
                 "the arrays of a particle state differ in length");
    std::string lines = time_comment(time);
    for (const std::string& comment : comments) lines += "comment " + comment + '\n';
    StagedFile file(path);
    write_all(file, state, format, lines, vorticity);
    file.commit();
}

}  // namespace undine
