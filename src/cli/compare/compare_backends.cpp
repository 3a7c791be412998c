// The backends that `undine compare` takes if none is named.
#include <cstdio>

#include "cli/compare/compare_options.h"
#include "gpu/device_list.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// "vulkan:llvmpipe" for "llvmpipe (LLVM 15.0.6, 256 bits)" if that names this device alone, otherwise its index.
std::string specification_of(const std::vector<DeviceInfo>& devices, size_t d) {
    const std::string& full = devices[d].name;
    const std::string name = full.substr(0, full.find(" ("));
    try {
        if (!name.empty() && choose_device(devices, name) == d) return "vulkan:" + name;
    } catch (const Error&) {  // the name is ambiguous
    }
    return "vulkan:" + std::to_string(devices[d].index);
}

// The Vulkan and CUDA devices that can run. Adds to `lacking` why there are no others, one clause for each reason.
std::vector<std::string> usable_devices(std::vector<std::string>& lacking) {
    std::vector<std::string> usable;
    std::vector<DeviceInfo> devices;
    try {
        const Instance instance;
        devices = list_devices(instance);
        if (devices.empty()) lacking.push_back("no Vulkan driver is installed");
    } catch (const Error& error) {
        if (error.code != Exit::no_device) throw;
        lacking.push_back(error.what());
    }
    for (size_t d = 0; d < devices.size(); ++d) {
        if (devices[d].can_run()) usable.push_back(specification_of(devices, d));
        else lacking.push_back(describe(devices[d]) + " cannot run: " + devices[d].problem);
    }
    const CudaMachine cuda = list_cuda_devices();
    for (const CudaDevice& d : cuda.devices) {
        if (d.problem.empty()) usable.push_back(cuda.devices.size() == 1 ? "cuda" : "cuda:" + std::to_string(d.index));
        else lacking.push_back(describe(d) + " cannot run: " + d.problem);
    }
    if (!cuda.problem.empty()) lacking.push_back("CUDA: " + cuda.problem);
    return usable;
}

}  // namespace

void choose_backends(CompareOptions& o, bool the_cpu_is_enough) {
    if (!o.backends.empty()) return;
    std::vector<std::string> lacking;
    const std::vector<std::string> usable = usable_devices(lacking);
    if (usable.empty() && !the_cpu_is_enough) {
        std::string reasons;
        for (const std::string& reason : lacking) reasons += (reasons.empty() ? "" : "; ") + printable(reason, 400);
        while (reasons.ends_with('.')) reasons.pop_back();
        throw Error(Exit::no_device,
                    "compare needs a device besides the CPU, and this machine has none that can run Undine (" +
                        reasons +
                        "); install a Vulkan driver (Debian's mesa-vulkan-drivers has one in software), or --replay "
                        "what --record wrote on another machine");
    }
    o.backends = usable;
    o.backends.insert(o.backends.begin(), "cpu");
    std::vector<std::string> names;
    for (const std::string& backend : o.backends) names.push_back(printable(backend));
    std::fprintf(stderr, "undine: no --backend was given; using all that this machine has: %s\n",
                 list_text(names, "and").c_str());
}

}  // namespace undine
