#include <gtest/gtest.h>

#include "gpu/device_list.h"
#include "undine/error.h"

namespace undine {
namespace {

DeviceInfo device(uint32_t index, const std::string& name, VkPhysicalDeviceType type, const std::string& problem = "") {
    DeviceInfo d;
    d.index = index;
    d.name = name;
    d.driver_name = "driver of " + name;
    d.type = type;
    d.problem = problem;
    d.uuid.fill(static_cast<uint8_t>(0xa0 + index));
    return d;
}

const std::vector<DeviceInfo> kDevices{
    device(0, "llvmpipe", VK_PHYSICAL_DEVICE_TYPE_CPU),
    device(1, "Intel UHD 770", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU),
    device(2, "Radeon RX 480", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
           "its driver offers Vulkan 1.2.0, Undine needs 1.3"),
    device(3, "GeForce RTX 4090", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU),
    device(4, "GeForce RTX 3080", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU),
};

std::string error_of(std::span<const DeviceInfo> devices, std::string_view selection) {
    try {
        choose_device(devices, selection);
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::no_device);
        return error.what();
    }
    return "";
}

TEST(ChooseDevice, DefaultsToTheFirstOfTheBestTypeThatCanRun) {
    EXPECT_EQ(choose_device(kDevices, ""), 3u);
    EXPECT_EQ(choose_device(std::span(kDevices).first(3), ""), 1u);
    EXPECT_EQ(choose_device(std::span(kDevices).first(1), ""), 0u);
    const std::vector<DeviceInfo> two{device(0, "a", VK_PHYSICAL_DEVICE_TYPE_CPU),
                                      device(1, "b", VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU)};
    EXPECT_EQ(choose_device(two, ""), 1u);
    std::vector<DeviceInfo> processors{device(0, "a", VK_PHYSICAL_DEVICE_TYPE_CPU),
                                       device(1, "b", VK_PHYSICAL_DEVICE_TYPE_CPU)};
    EXPECT_EQ(choose_device(processors, ""), 0u);
    processors[0].subgroup_size = 4;
    processors[1].subgroup_size = 8;
    EXPECT_EQ(choose_device(processors, ""), 1u) << "of software drivers, the one with wider vectors";
}

TEST(ChooseDevice, OfGpusOfATypeTheOneWithMoreMemoryOfItsOwn) {
    std::vector<DeviceInfo> two{device(0, "small", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU),
                                device(1, "large", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)};
    two[0].heaps = {{uint64_t{8} << 30, true}, {uint64_t{64} << 30, false}};
    two[1].heaps = {{uint64_t{16} << 30, false}, {uint64_t{12} << 30, true}};
    EXPECT_EQ(choose_device(two, ""), 1u);
    two[0].heaps[0].bytes = two[1].heaps[1].bytes;
    EXPECT_EQ(choose_device(two, ""), 0u) << "the first of equals";
}

TEST(ChooseDevice, ByIndexNameDriverOrUuid) {
    EXPECT_EQ(choose_device(kDevices, "0"), 0u);
    EXPECT_EQ(choose_device(kDevices, "4"), 4u);
    EXPECT_EQ(choose_device(kDevices, "rtx 3080"), 4u);
    EXPECT_EQ(choose_device(kDevices, "DRIVER OF LLVM"), 0u);
    EXPECT_EQ(choose_device(kDevices, "Lavapipe"), 0u) << "Mesa's name for the driver, whose device is llvmpipe";
    EXPECT_EQ(choose_device(kDevices, "4090"), 3u) << "a number that is no index is part of a name";
    EXPECT_EQ(choose_device(kDevices, "a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1"), 1u);
    EXPECT_EQ(choose_device(kDevices, "A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1"), 1u);
    EXPECT_EQ(choose_device(kDevices, "GPU-a3a3a3a3-a3a3-a3a3-a3a3-a3a3a3a3a3a3"), 3u) << "as nvidia-smi prints it";
    EXPECT_EQ(choose_device(kDevices, "MIG-a4a4a4a4-a4a4-a4a4-a4a4-a4a4a4a4a4a4"), 4u);
}

TEST(ChooseDevice, ListsWhatAnAmbiguousNameMeans) {
    const std::string message = error_of(kDevices, "geforce");
    EXPECT_NE(message.find("3: GeForce RTX 4090"), std::string::npos) << message;
    EXPECT_NE(message.find("4: GeForce RTX 3080"), std::string::npos) << message;
    EXPECT_EQ(message.find("llvmpipe"), std::string::npos) << message;
}

TEST(ChooseDevice, ExplainsWhatItRefuses) {
    EXPECT_NE(error_of(kDevices, "voodoo").find("No device is called 'voodoo'"), std::string::npos);
    EXPECT_NE(error_of(kDevices, "2").find("its driver offers Vulkan 1.2.0"), std::string::npos);
    EXPECT_NE(error_of({}, "").find("no Vulkan device"), std::string::npos);
    EXPECT_NE(error_of(std::span(kDevices).subspan(2, 1), "").find("can run Undine"), std::string::npos);
}

}  // namespace
}  // namespace undine
