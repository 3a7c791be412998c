// --backend: cpu, vulkan, vulkan:INDEX, vulkan:NAME, vulkan:UUID, cuda, cuda:exact, cuda:INDEX …
#pragma once
#include <memory>
#include <string>

#include "backends/cuda/cuda_devices.h"
#include "backends/vulkan/vulkan_backend.h"
#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/instance.h"

namespace undine {

// The Vulkan device a command works on; empty where it needs none. Outlives the backends and renderers on it.
struct Machine {
    std::shared_ptr<Instance> instance;  // shared by the machines of one command: set it before open() to share one
    bool presents = false;               // to a window: set it, and an instance for surfaces, before open()
    std::unique_ptr<Context> context;
    std::unique_ptr<Commands> commands;

    // Opens the device that `selection` means (device_list.h), with an instance where there is none yet. Throws
    // Error(no_device).
    void open(const std::string& selection);

    // Where no device is open yet: the one that draws what the backend of that specification simulates. CUDA's own
    // where Vulkan can draw on it, else the default. Throws Error(no_device).
    void open_to_draw(const std::string& specification);

    // Throws Error(failed) if the validation layer was on and spoke.
    void require_no_validation_messages() const;
};

// How help texts spell it.
inline constexpr const char* kBackendHelp =
    "cpu, vulkan, vulkan:INDEX|NAME|UUID, cuda[:exact], or cuda[:exact]:INDEX|NAME|UUID";

// A backend for the specification; a Vulkan one opens its device in `machine`, or works on the one that is open.
// cuda_build: of cuda where it is not said. Throws Error: usage for a backend that does not exist, no_device where its
// device cannot be had.
std::unique_ptr<Backend> make_backend(const std::string& specification, int threads, Machine& machine,
                                      const VulkanOptions& options = {}, CudaBuild cuda_build = CudaBuild::fast);

// The CUDA device that the specification means. Throws Error(no_device).
CudaDevice find_cuda_device(const std::string& specification);

}  // namespace undine
