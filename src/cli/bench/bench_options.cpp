#include "cli/bench/bench_options.h"

#include <charconv>
#include <cmath>

#include "backends/cpu/cpu_backend.h"
#include "backends/cuda/cuda_devices.h"
#include "platform/parallel.h"
#include "scene/particles.h"
#include "shaderc/shader_source.h"
#include "text/quantity_text.h"
#include "undine/error.h"

namespace undine {

namespace {

// Whether it is "KEY=…". Without std::regex, whose calls nest as deep as a word is long.
bool begins_with_key(std::string_view text) {
    const size_t end = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_");
    return end != std::string_view::npos && end > 0 && text[end] == '=';
}

}  // namespace

SceneArgument read_scene_argument(const std::string& text) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t colon = text.find(':'); colon != std::string::npos; colon = text.find(':', colon + 1)) {
        if (!begins_with_key(std::string_view(text).substr(colon + 1))) continue;
        parts.push_back(text.substr(begin, colon - begin));
        begin = colon + 1;
    }
    parts.push_back(text.substr(begin));
    return {parts.front(), {parts.begin() + 1, parts.end()}};
}

uint64_t read_count(const std::string& text) {
    double value = 0;
    auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const std::string suffix(rest, text.data() + text.size());
    if (suffix == "k") value *= 1e3;
    if (suffix == "M") value *= 1e6;
    value = std::round(value * 1e3) / 1e3;  // 8.2 times 1e3 is not quite a whole number
    if (error != std::errc() || !(suffix.empty() || suffix == "k" || suffix == "M") || !(value >= 1) ||
        value > double(kMaxParticles) || value != std::floor(value))
        throw Error(Exit::usage, "--particles " + text + ": expected a whole number from 1 to " +
                                     std::to_string(kMaxParticles) + ", such as 8000, 32k or 1M");
    return static_cast<uint64_t>(value);
}

std::vector<BenchColumn> make_columns(const BenchOptions& o) {
    std::vector<BenchColumn> columns;
    bool cpu = false, vulkan = false;
    for (const std::string& backend : o.backends) {
        if (is_cpu(backend)) {
            cpu = true;
            for (int threads : o.threads.empty() ? std::vector<int>{0} : o.threads) {
                const int count = threads > 0 ? threads : machine_threads();
                const std::string label = backend + ", " + counted(static_cast<uint64_t>(count), "thread");
                columns.push_back({.backend = backend, .label = label, .threads = count});
            }
            continue;
        }
        if (is_cuda(backend)) {
            columns.push_back({.backend = backend, .label = backend});
            continue;
        }
        vulkan = true;
        for (uint32_t size : o.workgroups) {
            const std::string label = backend + ", workgroup " + std::to_string(size);
            columns.push_back({.backend = backend, .label = label, .workgroup = size});
        }
        if (o.workgroups.empty())
            columns.push_back({.backend = backend, .label = backend, .workgroup = kWorkgroupSize});
    }
    if (!o.threads.empty() && !cpu) throw Error(Exit::usage, "--threads is for --backend cpu, which was not given");
    if (!o.workgroups.empty() && !vulkan)
        throw Error(Exit::usage, "--workgroup is for --backend vulkan, which was not given");
    return columns;
}

}  // namespace undine
