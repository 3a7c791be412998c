// Which CUDA device and build a specification means, and what is said where none can be had.
#include <gtest/gtest.h>

#include "backends/cuda/cuda_devices.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

CudaDevice device(uint32_t index, const std::string& name, const std::string& problem = "") {
    CudaDevice d{
        .index = index, .name = name, .major = 9, .minor = 0, .memory_bytes = 150'754'820'096, .problem = problem};
    d.uuid.fill(static_cast<uint8_t>(0xa0 + index));
    return d;
}

const CudaMachine kMachine{
    .devices = {device(0, "NVIDIA GeForce GTX 1080", "this program has no kernels for its compute capability"),
                device(1, "NVIDIA H200"), device(2, "NVIDIA GeForce RTX 4090")}};

std::string error_of(const CudaMachine& machine, std::string_view selection) {
    try {
        choose_cuda_device(machine, selection);
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::no_device);
        return error.what();
    }
    return "";
}

TEST(ChooseCudaDevice, DefaultsToTheFirstThatCanRun) { EXPECT_EQ(choose_cuda_device(kMachine, ""), 1u); }

TEST(ChooseCudaDevice, ByIndexNameAndUuid) {
    EXPECT_EQ(choose_cuda_device(kMachine, "2"), 2u);
    EXPECT_EQ(choose_cuda_device(kMachine, "h200"), 1u);
    EXPECT_EQ(choose_cuda_device(kMachine, "4090"), 2u) << "no index of a device, so a part of a name";
    EXPECT_EQ(choose_cuda_device(kMachine, "A1A1A1A1-a1a1-a1a1-a1a1-a1a1a1a1a1a1"), 1u);
}

TEST(ChooseCudaDevice, SaysWhatIsWrong) {
    EXPECT_NE(
        error_of(kMachine, "Voodoo").find("No CUDA device is called 'Voodoo'; there are: 0: NVIDIA GeForce GTX 1080"),
        std::string::npos);
    EXPECT_NE(error_of(kMachine, "0").find("has no kernels for its compute capability."), std::string::npos);
    EXPECT_NE(error_of(kMachine, "GeForce").find("means several CUDA devices"), std::string::npos);
    EXPECT_EQ(error_of({.devices = {}, .problem = "no NVIDIA driver is installed"}, ""),
              "CUDA cannot be used: no NVIDIA driver is installed.");
    EXPECT_NE(error_of({.devices = {kMachine.devices[0]}}, "").find("No CUDA device on this machine can run"),
              std::string::npos);
}

TEST(CudaSelection, BuildAndDevice) {
    struct Case {
        const char* specification;
        CudaBuild build;  // the default being fast
        const char* device;
    };
    for (const Case& c : {Case{"cuda", CudaBuild::fast, ""}, Case{"cuda:exact", CudaBuild::exact, ""},
                          Case{"cuda:exact:1", CudaBuild::exact, "1"}, Case{"cuda:fast:H200", CudaBuild::fast, "H200"},
                          Case{"cuda:2", CudaBuild::fast, "2"}, Case{"cuda:exactly", CudaBuild::fast, "exactly"}}) {
        EXPECT_TRUE(is_cuda(c.specification));
        const CudaSelection s = read_cuda_selection(c.specification, CudaBuild::fast);
        EXPECT_EQ(s.build, c.build) << c.specification;
        EXPECT_EQ(s.device, c.device) << c.specification;
    }
    EXPECT_EQ(read_cuda_selection("cuda:1", CudaBuild::exact).build, CudaBuild::exact);
    EXPECT_EQ(read_cuda_selection("cuda:fast", CudaBuild::exact).build, CudaBuild::fast);
    for (const char* other : {"cpu", "vulkan", "cudas", "vulkan:cuda"}) EXPECT_FALSE(is_cuda(other)) << other;
}

TEST(CudaDevices, DescribeThemselves) {
    EXPECT_EQ(describe(kMachine.devices[1]), "1: NVIDIA H200 (compute capability 9.0, 140.4 GiB)");
    EXPECT_EQ(cuda_version_text(13000), "13.0");
    EXPECT_EQ(cuda_version_text(12080), "12.8");
}

// This machine's: either devices, or one reason why there are none.
TEST(CudaDevices, AreThereOrSayWhyNot) {
    const CudaMachine machine = list_cuda_devices();
    EXPECT_EQ(machine.devices.empty(), !machine.problem.empty());
    if (machine.devices.empty()) {
        const std::string sentence = error_of(machine, "");
        EXPECT_EQ(sentence, "CUDA cannot be used: " + machine.problem + ".");
        EXPECT_EQ(sentence.find('\n'), std::string::npos);
        return;
    }
    EXPECT_GE(machine.driver_version, machine.runtime_version / 1000 * 1000) << "a driver runs its own major version";
    for (const CudaDevice& d : machine.devices) EXPECT_GT(d.memory_bytes, 0u);
}

}  // namespace
}  // namespace undine::testing
