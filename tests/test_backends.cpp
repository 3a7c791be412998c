#include "test_backends.h"

#include <cstdlib>
#include <sstream>

#include "backends/cpu/cpu_backend.h"
#include "backends/cuda/cuda_backend.h"
#include "test_vulkan_devices.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

// What a driver calls itself, or its device; both software drivers may be loaded in one process.
std::string driver_of(const std::string& backend) {
    if (backend == "lavapipe") return "llvmpipe";
    if (backend == "swiftshader") return "SwiftShader";
    return environment("UNDINE_TEST_DEVICE");
}

CudaDevice find_cuda_device() {
    const CudaMachine machine = list_cuda_devices();
    return machine.devices[choose_cuda_device(machine, environment("UNDINE_TEST_CUDA_DEVICE"))];
}

}  // namespace

std::vector<std::string> test_backend_names() {
    std::vector<std::string> names = exact_backend_names();
    names.push_back("cuda_fast");
    return names;
}

std::vector<std::string> exact_backend_names() {
    std::vector<std::string> names{"cpu", "lavapipe", "swiftshader", "cuda"};
    if (!environment("UNDINE_TEST_DEVICE").empty()) names.push_back("device");
    return names;
}

std::vector<std::string> backends_for_long_runs() {
    std::vector<std::string> names = test_backend_names();
    std::erase(names, "lavapipe");
    std::erase(names, "swiftshader");
    return names;
}

bool is_required(const std::string& name) {
    std::istringstream list(environment("UNDINE_REQUIRE_DEVICES"));
    for (std::string each; std::getline(list, each, ',');)
        if (each == name) return true;
    return false;
}

bool is_cuda_name(const std::string& name) { return name == "cuda" || name == "cuda_fast"; }

std::string program_backend(const std::string& name) {
    if (name == "cpu") return "cpu";
    if (is_cuda_name(name)) return name == "cuda" ? "cuda:exact" : "cuda";
    if (name == "device") return std::string("vulkan:'") + std::getenv("UNDINE_TEST_DEVICE") + "'";
    return name == "lavapipe" ? "vulkan:llvmpipe" : "vulkan:SwiftShader";
}

std::string why_absent(const std::string& name) {
    if (name == "cpu") return {};
    try {
        if (is_cuda_name(name)) return find_cuda_device(), std::string();
        find_vulkan_device(driver_of(name));
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

std::unique_ptr<Backend> make_test_backend(const std::string& name, int threads) {
    if (name == "cpu") return make_cpu_backend(threads);
    if (is_cuda_name(name))
        return make_cuda_backend(find_cuda_device(), name == "cuda" ? CudaBuild::exact : CudaBuild::fast);
    return make_vulkan_test_backend(driver_of(name));
}

void BackendTest::SetUp() {
    const std::string reason = why_absent(GetParam());
    if (reason.empty()) return;
    if (is_required(is_cuda_name(GetParam()) ? "cuda" : GetParam()))
        FAIL() << "UNDINE_REQUIRE_DEVICES names " << GetParam() << ", but " << reason;
    GTEST_SKIP() << reason;
}

}  // namespace undine::testing
