// What a window adds to a picture: another size, and the display's encoding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "gpu/swapchain.h"
#include "render/draw_testing.h"
#include "render/frame_readback.h"
#include "render/present_pass.h"
#include "render/rendering.h"
#include "render/source/particle_upload.h"
#include "tolerances.h"
#include "undine/error.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

const Surroundings kTank{.tank = {{-1, -1, -1}, {1, 1, 1}}};
const Camera kWindowCamera{.eye = {0.5f, 0.7f, 4}, .target = {0, 0, 0}, .fov_degrees = 40, .given = true};

class WindowPass : public VulkanTest {
  protected:
    void SetUp() override {
        VulkanTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        // Once: these make a backend, which submits what was recorded when it goes.
        commands_ = &commands();
        context_ = &context();
        upload_ = std::make_unique<ParticleUpload>(*context_, 1, false, 0.5f, 1);
        upload_->staged(Field::position, 0)[0] = {0, 0, 0, 1000};
        upload_->staged(Field::velocity, 0)[0] = {1, 0, 0, 0};
    }

    using Bytes = std::vector<uint8_t>;
    Bytes pixels_of(Image& image) {
        FrameReadback readback(*context_, image.width(), image.height(), 1);
        readback.record(commands_->get(), image, 0);
        commands_->submit();
        commands_->wait();
        const auto bytes = readback.pixels(0);
        Bytes out(bytes.size());
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }

    void draw(FluidRenderer& renderer) {
        upload_->record(commands_->get(), 0);
        renderer.record(*commands_, kWindowCamera);
    }

    FluidRenderer make_renderer(uint32_t width, uint32_t height) {
        return FluidRenderer(*context_, {.width = width, .height = height}, kTank, upload_->view());
    }

    Context* context_ = nullptr;
    Commands* commands_ = nullptr;
    std::unique_ptr<ParticleUpload> upload_;
};
UNDINE_ON_EVERY_VULKAN_DRIVER(WindowPass);

TEST_P(WindowPass, AResizedRendererDrawsAsANewOne) {
    FluidRenderer made = make_renderer(80, 45), resized = make_renderer(64, 64);
    draw(resized);
    const Bytes before = pixels_of(resized.picture());
    resized.resize(80, 45);
    draw(resized);
    draw(made);
    const Bytes expected = pixels_of(made.picture());
    EXPECT_EQ(pixels_of(resized.picture()), expected);
    EXPECT_NE(before, expected);
}

TEST_P(WindowPass, ASizeBeyondTheDeviceLeavesTheRendererAsItWas) {
    FluidRenderer renderer = make_renderer(64, 64);
    EXPECT_NE(sentence_of([&] { renderer.resize(1 << 20, 64); }).find("1048576"), std::string::npos);
    draw(renderer);
    EXPECT_EQ(pixels_of(renderer.picture()).size(), 64u * 64 * 4);
}

// On a window that stores what it is given and on one that encodes: the picture's own bytes.
TEST_P(WindowPass, ThePictureArrivesInEitherFormat) {
    FluidRenderer renderer = make_renderer(64, 48);
    for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB}) {
        PresentPass present(*context_, format);
        Image window(*context_, {.width = 64,
                                 .height = 48,
                                 .format = format,
                                 .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
                                 .name = "window"});
        present.write(renderer.picture());
        draw(renderer);
        renderer.picture().barrier(commands_->get(), kReadByFragments);
        window.barrier(commands_->get(), kColorTarget);
        {
            const Rendering rendering(*context_, commands_->get(), {.color = &window});
            present.record(commands_->get());
        }
        const Bytes shown = pixels_of(window), drawn = pixels_of(renderer.picture());
        ASSERT_EQ(shown.size(), drawn.size());
        int largest = 0;
        size_t where = 0;
        for (size_t b = 0; b < shown.size(); ++b)
            if (const int difference = std::abs(shown[b] - drawn[b]); difference > largest) {
                largest = difference;
                where = b;
            }
        EXPECT_LE(largest, tolerance::kPresentedDifference)
            << "format " << format << " at " << where << ": " << int(shown[where]) << " for " << int(drawn[where]);
        EXPECT_NE(*std::min_element(drawn.begin(), drawn.end()), *std::max_element(drawn.begin(), drawn.end()));
    }
}

TEST(SurfaceFormat, OneThatStoresWhatItIsGivenComesFirst) {
    constexpr VkColorSpaceKHR kSrgb = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    const VkSurfaceFormatKHR srgb{VK_FORMAT_B8G8R8A8_SRGB, kSrgb}, unorm{VK_FORMAT_R8G8B8A8_UNORM, kSrgb},
        wide{VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_HDR10_ST2084_EXT}, other{VK_FORMAT_R16G16B16A16_SFLOAT, kSrgb};
    const VkSurfaceFormatKHR all[] = {other, wide, srgb, unorm}, encoding[] = {other, srgb}, none[] = {other, wide};
    EXPECT_EQ(choose_surface_format(all).format, unorm.format);
    EXPECT_EQ(choose_surface_format(encoding).format, srgb.format);
    EXPECT_TRUE(encodes_srgb(srgb.format));
    EXPECT_FALSE(encodes_srgb(unorm.format));
    EXPECT_NE(sentence_of([&] { choose_surface_format(none); }, Exit::no_device).find("format"), std::string::npos);
}

TEST(PresentMode, LetsFramesReplaceEachOtherOnlyForCallersThatPaceThemselves) {
    const VkPresentModeKHR fifo = VK_PRESENT_MODE_FIFO_KHR, mailbox = VK_PRESENT_MODE_MAILBOX_KHR;
    const VkPresentModeKHR all[] = {VK_PRESENT_MODE_IMMEDIATE_KHR, fifo, mailbox}, least[] = {fifo};
    EXPECT_EQ(choose_present_mode(all, Pacing::caller), mailbox);
    EXPECT_EQ(choose_present_mode(all, Pacing::display), fifo);
    EXPECT_EQ(choose_present_mode(least, Pacing::caller), fifo);
}

}  // namespace
}  // namespace undine::testing
