// The largest picture of devices with other limits than the drivers at hand.
#include "render/picture_limits.h"

#include <gtest/gtest.h>

#include "robustness/program.h"
#include "unit/gpu_testing.h"
#include "viewer/display.h"

namespace undine::testing {
namespace {

// The smallest that Vulkan 1.3 allows.
VkPhysicalDeviceLimits smallest() {
    VkPhysicalDeviceLimits limits{};
    limits.maxImageDimension2D = limits.maxFramebufferWidth = limits.maxFramebufferHeight = 4096;
    limits.maxViewportDimensions[0] = limits.maxViewportDimensions[1] = 4096;
    limits.viewportBoundsRange[0] = -8192;
    limits.viewportBoundsRange[1] = 8191;
    return limits;
}

TEST(PictureLimits, TheViewportReachesBeyondThePicture) {
    const VkPhysicalDeviceLimits limits = smallest();
    EXPECT_EQ(picture_problem(limits, "GPU", 4032, 4032, 1), "");
    EXPECT_EQ(
        picture_problem(limits, "GPU", 4033, 10, 1),
        "A picture of 4033 x 10 pixels is too large for GPU: its maxViewportDimensions allows at most 4032 x 4032 with "
        "1 sample along a pixel's edge; ask for a smaller one.");
    EXPECT_EQ(picture_problem(limits, "GPU", 2016, 2016, 2), "");
    for (const uint32_t width : {0, 36})
        EXPECT_NE(picture_problem(limits, "GPU", width, 36 - width, 1).find("at least 1 x 1"), std::string::npos);
    EXPECT_NE(picture_problem(limits, "GPU", 2016, 2017, 2).find("at most 2016 x 2016 with 2 samples"),
              std::string::npos);
}

TEST(PictureLimits, ALayerOfSumsMustFitIntoAStorageBuffer) {
    VkPhysicalDeviceLimits limits = smallest();
    limits.maxStorageBufferRange = 12'000'000;
    EXPECT_EQ(picture_problem(limits, "GPU", 1000, 1000, 1, 12), "");
    EXPECT_EQ(picture_problem(limits, "GPU", 1001, 1000, 1), "");
    EXPECT_EQ(picture_problem(limits, "GPU", 1001, 1000, 1, 12),
              "A picture of 1001 x 1000 pixels with spray and foam is too large for GPU: its maxStorageBufferRange "
              "allows at most 1000000 pixels; ask for a smaller one, or set diffuse_capacity = 0.");
}

TEST(PictureLimits, TheLeastLimitOfEachAxisIsNamed) {
    const auto named = [](auto lower, uint32_t width, uint32_t height) {
        VkPhysicalDeviceLimits limits = smallest();
        lower(limits);
        return picture_problem(limits, "GPU", width, height, 1);
    };
    const auto expect = [&](const char* name, auto lower, uint32_t width, uint32_t height, const char* most) {
        const std::string problem = named(lower, width, height);
        EXPECT_NE(problem.find(std::string("its ") + name + " allows at most " + most), std::string::npos) << problem;
    };
    using Limits = VkPhysicalDeviceLimits;
    expect(
        "maxImageDimension2D", [](Limits& l) { l.maxImageDimension2D = 1000; }, 1001, 10, "1000 x 1000 ");
    expect(
        "maxFramebufferWidth", [](Limits& l) { l.maxFramebufferWidth = 1000; }, 1001, 10, "1000 x 4032 ");
    expect(
        "maxFramebufferHeight", [](Limits& l) { l.maxFramebufferHeight = 1000; }, 10, 1001, "4032 x 1000 ");
    expect(
        "maxViewportDimensions", [](Limits& l) { l.maxViewportDimensions[1] = 1064; }, 10, 1001, "4032 x 1000 ");
    expect(
        "viewportBoundsRange", [](Limits& l) { l.viewportBoundsRange[1] = 1032; }, 1001, 10, "1000 x 1000 ");
    expect(
        "viewportBoundsRange", [](Limits& l) { l.viewportBoundsRange[0] = -31; }, 10, 10, "0 x 0 ");
    EXPECT_EQ(named([](Limits& l) { l.maxFramebufferHeight = 1000; }, 1001, 1000), "");
}

TEST(PictureLimits, TheGuardIsWhatTheViewportLeaves) {
    VkPhysicalDeviceLimits limits = smallest();
    EXPECT_EQ(widest_guard(limits, 1280, 720, 1), kLargestGuard);
    EXPECT_EQ(widest_guard(limits, 1920, 1080, 2), 128) << "full HD with two samples along an edge";
    EXPECT_EQ(widest_guard(limits, 720, 2016, 2), kLeastGuard);
    limits.viewportBoundsRange[1] = 1380;
    EXPECT_EQ(widest_guard(limits, 1280, 720, 1), 100);
    limits.viewportBoundsRange[0] = -50;
    EXPECT_EQ(widest_guard(limits, 1280, 720, 1), 50);
}

class PictureLimitsOfDrivers : public VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(PictureLimitsOfDrivers);

// Its viewport is as wide as the device allows, and the sprites so large that they would have it wider.
TEST_P(PictureLimitsOfDrivers, TheLargestPictureIsValid) {
    const TemporaryDirectory directory;
    const uint32_t most = context().info().limits.maxViewportDimensions[0] - 2 * static_cast<uint32_t>(kLeastGuard);
    const auto capture = [&](uint32_t width) {
        return run_program(directory.path(),
                           "capture cube_drop --frames 1 --style water --output out --size " + std::to_string(width) +
                               "x16 --backend " + program_device(GetParam()),
                           "UNDINE_VALIDATION=1");
    };
    const Outcome drawn = capture(most);
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    const Outcome refused = capture(most + 1);
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_NE(refused.err.find("its maxViewportDimensions allows at most"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace undine::testing
