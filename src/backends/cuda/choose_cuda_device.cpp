// Which CUDA device a user means: rules only, no CUDA calls.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>

#include "backends/cuda/cuda_devices.h"
#include "error.h"
#include "gpu/device_list.h"

namespace undine {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string without_dashes(std::string text) {
    std::erase(text, '-');
    return text;
}

std::string listing(const std::vector<CudaDevice>& devices) {
    std::string text;
    for (const CudaDevice& d : devices)
        text += (text.empty() ? " " : "; ") + describe(d) +
                (d.problem.empty() ? "" : " cannot run Undine: " + d.problem);
    return text;
}

std::vector<size_t> matches(const std::vector<CudaDevice>& devices, std::string_view selection) {
    uint32_t index = 0;
    const char* const end = selection.data() + selection.size();
    const auto [rest, error] = std::from_chars(selection.data(), end, index);
    if (error == std::errc() && rest == end)
        for (size_t d = 0; d < devices.size(); ++d)
            if (devices[d].index == index) return {d};
    const std::string wanted = lower(selection);
    std::vector<size_t> by_uuid, by_name;
    for (size_t d = 0; d < devices.size(); ++d) {
        if (without_dashes(uuid_text(devices[d].uuid)) == without_dashes(wanted)) by_uuid.push_back(d);
        if (lower(devices[d].name).find(wanted) != std::string::npos) by_name.push_back(d);
    }
    return by_uuid.empty() ? by_name : by_uuid;
}

}  // namespace

bool is_cuda(std::string_view specification) {
    return specification == "cuda" || specification.starts_with("cuda:");
}

CudaSelection read_cuda_selection(std::string_view specification, CudaBuild default_build) {
    CudaSelection selection{default_build, {}};
    std::string_view rest = specification.substr(std::min<size_t>(5, specification.size()));
    for (auto [name, build] : {std::pair{std::string_view("fast"), CudaBuild::fast}, {"exact", CudaBuild::exact}}) {
        const bool named = rest == name || (rest.starts_with(name) && rest[name.size()] == ':');
        if (!named) continue;
        selection.build = build;
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        break;
    }
    selection.device = rest;
    return selection;
}

size_t choose_cuda_device(const CudaMachine& machine, std::string_view selection) {
    const std::vector<CudaDevice>& devices = machine.devices;
    if (devices.empty()) throw Error(Exit::no_device, "CUDA cannot be used: " + machine.problem + ".");
    if (selection.empty()) {
        const auto first = std::ranges::find_if(devices, [](const CudaDevice& d) { return d.problem.empty(); });
        if (first == devices.end())
            throw Error(Exit::no_device, "No CUDA device of this machine can run Undine:" + listing(devices));
        return static_cast<size_t>(first - devices.begin());
    }
    const std::vector<size_t> found = matches(devices, selection);
    const std::string quoted = "'" + std::string(selection) + "'";
    if (found.empty())
        throw Error(Exit::no_device, "No CUDA device is called " + quoted + "; there are:" + listing(devices));
    if (found.size() > 1) {
        std::vector<CudaDevice> several;
        for (size_t d : found) several.push_back(devices[d]);
        throw Error(Exit::no_device,
                    quoted + " means several CUDA devices; choose one by its index:" + listing(several));
    }
    const CudaDevice& device = devices[found[0]];
    if (!device.problem.empty())
        throw Error(Exit::no_device, describe(device) + " cannot run Undine: " + device.problem + ".");
    return found[0];
}

std::string cuda_version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string describe(const CudaDevice& device) {
    char memory[32];
    std::snprintf(memory, sizeof memory, "%.1f GiB", double(device.memory_bytes) / (1u << 30));
    return std::to_string(device.index) + ": " + device.name + " (compute capability " +
           std::to_string(device.major) + "." + std::to_string(device.minor) + ", " + memory + ")";
}

}  // namespace undine
