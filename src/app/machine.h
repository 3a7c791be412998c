// --backend: cpu, cpu:avx2 …, vulkan, vulkan:INDEX, vulkan:NAME, vulkan:UUID, cuda, cuda:exact, cuda:INDEX …
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "backends/cuda/cuda_devices.h"
#include "backends/vulkan/vulkan_backend.h"
#include "gpu/commands.h"
#include "gpu/context.h"
#include "gpu/instance.h"

namespace undine {

// The Vulkan device a command works on; empty if it needs none. Must outlive the backends and renderers on it.
struct Machine {
    std::shared_ptr<Instance> instance;  // shared by the machines of one command: set it before open() to share one
    bool draws = false;                  // opens only a device that draws; set it before open()
    std::function<bool(const DeviceInfo&)> presents;  // whether a device can show pictures in the window there will be;
                                                      // set it, and an instance with surface extensions, before open()
    bool copies_images = false;                       // any image can be copied from; set it before open()
    std::unique_ptr<Context> context;
    std::unique_ptr<Commands> commands;

    // Opens the device that `selection` names (choose_device()) among those that draw and present if that is wanted,
    // and makes an instance if there is none yet. Throws Error(no_device).
    void open(const std::string& selection);

    // Opens, if none is open yet, the device that draws what a backend of that specification simulates: the CUDA device
    // itself if Vulkan can draw on it, otherwise the default device. Throws Error(no_device).
    void open_to_draw(const std::string& specification);

    // Throws Error(failed) if the validation layer was on and spoke.
    void require_no_validation_messages() const;

  private:
    std::vector<DeviceInfo> usable_devices() const;
};

// The values of --backend, for help texts.
inline constexpr const char* kBackendHelp =
    "cpu[:SET], vulkan, vulkan:INDEX|NAME|UUID, cuda[:exact], or cuda[:exact]:INDEX|NAME|UUID";

// For steps that are not drawn. A submission costs the host up to 0.1 ms.
inline constexpr VulkanOptions kUndrawnSteps{.submit_steps_after = 0.002};

// Makes a backend for the specification; a Vulkan backend opens its device in `machine`, or uses the one that is open.
// cuda_build: the build to use if a cuda specification names none. Throws Error: usage for an unknown backend,
// no_device if its device is not available.
std::unique_ptr<Backend> make_backend(const std::string& specification, int threads, Machine& machine,
                                      const VulkanOptions& options = {}, CudaBuild cuda_build = CudaBuild::fast);

// The CUDA device that the specification names. Throws Error(no_device).
CudaDevice find_cuda_device(const std::string& specification);

}  // namespace undine
