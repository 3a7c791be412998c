// What the tests of src/gpu and of the Vulkan backend share: they run on each Vulkan driver of test_backends.h.
#pragma once
#include <algorithm>

#include "backends/vulkan/vulkan_backend.h"
#include "test_backends.h"

namespace undine::testing {

inline std::vector<std::string> vulkan_backend_names() {
    std::vector<std::string> names = test_backend_names();
    std::erase_if(names, [](const std::string& name) { return name == "cpu" || is_cuda_name(name); });
    return names;
}

// Whether the program can draw here, on any driver.
inline bool can_draw() {
    const std::vector<std::string> names = vulkan_backend_names();
    return std::ranges::any_of(names, [](const std::string& name) { return why_absent(name).empty(); });
}

// Vulkan's and CUDA's.
inline std::vector<std::string> gpu_backend_names() {
    std::vector<std::string> names = test_backend_names();
    std::erase(names, "cpu");
    return names;
}

class VulkanTest : public BackendTest {
  protected:
    // Of the driver's device, which outlives its backends.
    Context& context() const { return static_cast<VulkanBackend&>(*make_backend()).context(); }
    Commands& commands() const { return static_cast<VulkanBackend&>(*make_backend()).commands(); }
};

#define UNDINE_ON_EVERY_VULKAN_DRIVER(Suite) UNDINE_ON_BACKENDS(Suite, ::undine::testing::vulkan_backend_names())
// For what the program does with keys, files, windows and reports, whatever the driver: not on SwiftShader, the slower
// of the software drivers.
inline std::vector<std::string> backends_but_swiftshader(std::vector<std::string> names) {
    std::erase(names, "swiftshader");
    return names;
}

#define UNDINE_ON_ONE_VULKAN_DRIVER(Suite) \
    UNDINE_ON_BACKENDS(Suite, ::undine::testing::backends_but_swiftshader(::undine::testing::vulkan_backend_names()))
#define UNDINE_ON_EVERY_GPU(Suite) UNDINE_ON_BACKENDS(Suite, ::undine::testing::gpu_backend_names())

}  // namespace undine::testing
