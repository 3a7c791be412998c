// Decides which CUDA device a user means. Makes no CUDA calls.
#include <algorithm>
#include <cstdio>

#include "backends/cuda/cuda_devices.h"
#include "gpu/named_device.h"
#include "undine/error.h"

namespace undine {
namespace {

std::vector<NamedDevice> named(const std::vector<CudaDevice>& devices) {
    std::vector<NamedDevice> named;
    for (const CudaDevice& d : devices) named.push_back({d.index, d.uuid, d.name, describe(d), d.problem});
    return named;
}

}  // namespace

bool is_cuda(std::string_view specification) { return specification == "cuda" || specification.starts_with("cuda:"); }

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
    if (!selection.empty()) return choose_named_device(named(devices), selection, "CUDA device");
    const auto first = std::ranges::find_if(devices, [](const CudaDevice& d) { return d.problem.empty(); });
    if (first != devices.end()) return static_cast<size_t>(first - devices.begin());
    throw Error(Exit::no_device, "No CUDA device on this machine can run Undine:" + listing(named(devices)));
}

std::string cuda_version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string describe(const CudaDevice& device) {
    char memory[32];
    std::snprintf(memory, sizeof memory, "%.1f GiB", double(device.memory_bytes) / (1u << 30));
    return std::to_string(device.index) + ": " + device.name + " (compute capability " + std::to_string(device.major) +
           "." + std::to_string(device.minor) + ", " + memory + ")";
}

}  // namespace undine
