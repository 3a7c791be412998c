#include <gtest/gtest.h>

#include <random>

#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/free_ranges.h"
#include "gpu_testing.h"
#include "test_vulkan_devices.h"
#include "undine/error.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

TEST(FreeRanges, AlignsAndFills) {
    FreeRanges free(1024);
    EXPECT_EQ(free.take(10, 1), 0u);
    EXPECT_EQ(free.take(256, 256), 256u);
    EXPECT_EQ(free.take(246, 1), 10u) << "the gap before an aligned range is used";
    EXPECT_EQ(free.take(513, 1), std::nullopt);
    EXPECT_EQ(free.take(512, 1), 512u);
    EXPECT_EQ(free.take(1, 1), std::nullopt);
}

TEST(FreeRanges, MergesWhatIsGivenBack) {
    FreeRanges free(300);
    for (uint64_t offset : {0u, 100u, 200u}) ASSERT_EQ(free.take(100, 1), offset);
    free.give_back(0, 100);
    free.give_back(200, 100);
    EXPECT_EQ(free.take(150, 1), std::nullopt);
    free.give_back(100, 100);
    EXPECT_TRUE(free.all_free());
    EXPECT_EQ(free.take(300, 1), 0u);
}

TEST(FreeRanges, NeverOverlaps) {
    std::mt19937 random(1);
    FreeRanges free(1 << 16);
    std::map<uint64_t, uint64_t> taken;
    for (int k = 0; k < 5000; ++k) {
        if (random() % 2 && !taken.empty()) {
            auto victim = std::next(taken.begin(), random() % taken.size());
            free.give_back(victim->first, victim->second);
            taken.erase(victim);
            continue;
        }
        const uint64_t size = 1 + random() % 2000, alignment = uint64_t{1} << random() % 9;
        const auto offset = free.take(size, alignment);
        if (!offset) continue;
        ASSERT_EQ(*offset % alignment, 0u);
        auto next = taken.lower_bound(*offset);
        ASSERT_TRUE(next == taken.end() || *offset + size <= next->first);
        ASSERT_TRUE(next == taken.begin() || std::prev(next)->first + std::prev(next)->second <= *offset);
        taken[*offset] = size;
    }
    for (auto [offset, size] : taken) free.give_back(offset, size);
    EXPECT_TRUE(free.all_free());
}

TEST(CheckVk, NamesTheCallAndTheCode) {
    EXPECT_EQ(UNDINE_VK(VK_SUBOPTIMAL_KHR), VK_SUBOPTIMAL_KHR);
    auto failing = [](VkResult result) -> Error {
        auto vkQueueSubmit2 = [result](int) { return result; };
        try {
            UNDINE_VK(vkQueueSubmit2(1));
        } catch (const Error& error) {
            return error;
        }
        return {Exit::ok, ""};
    };
    EXPECT_EQ(failing(VK_ERROR_DEVICE_LOST).code, Exit::device_lost);
    EXPECT_EQ(failing(VK_ERROR_OUT_OF_DEVICE_MEMORY).code, Exit::out_of_memory);
    EXPECT_EQ(failing(VK_ERROR_UNKNOWN).code, Exit::no_device);
    EXPECT_STREQ(failing(VK_ERROR_UNKNOWN).what(), "vkQueueSubmit2 failed with VK_ERROR_UNKNOWN.");
}

class MemoryArenaTest : public testing::VulkanTest {};
UNDINE_ON_EVERY_VULKAN_DRIVER(MemoryArenaTest);

TEST_P(MemoryArenaTest, SharesBlocksAndGivesThemBack) {
    Context& context = this->context();
    const uint64_t before = context.memory().reserved();
    {
        std::vector<Buffer> buffers;
        for (int b = 0; b < 8; ++b)
            buffers.emplace_back(context, 1 << 20, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device, "small");
        const uint64_t shared = context.memory().reserved();
        EXPECT_LE(shared - before, uint64_t{64} << 20) << "eight small buffers lie in one block";
        Buffer moved = std::move(buffers[0]);
        EXPECT_TRUE(moved);
        EXPECT_FALSE(buffers[0]);
        EXPECT_EQ(moved.mapped(), nullptr);
    }
    EXPECT_EQ(context.memory().reserved(), before);
}

TEST_P(MemoryArenaTest, MapsHostMemory) {
    Context& context = this->context();
    Buffer a(context, 1000, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, "a");
    Buffer b(context, 1000, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::host, "b");
    ASSERT_NE(a.mapped(), nullptr);
    EXPECT_GE(std::abs(static_cast<std::byte*>(a.mapped()) - static_cast<std::byte*>(b.mapped())), 1000);
}

TEST_P(MemoryArenaTest, RefusesMoreThanThereIs) {
    VkMemoryRequirements absurd{uint64_t{1} << 50, 256, ~0u};
    try {
        context().memory().allocate(absurd, MemoryKind::device, true, "the array 'neighbors'");
        FAIL() << "a pebibyte was allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::out_of_memory);
        EXPECT_NE(std::string(error.what()).find("the array 'neighbors' needs 1073741824 MiB"), std::string::npos)
            << error.what();
    }
}

TEST_P(MemoryArenaTest, NamesTheLimitOfABufferAndOfAnAllocation) {
    const auto device = testing::open_changed_device(std::to_string(context().info().index), [](DeviceInfo& d) {
        d.max_buffer_size = uint64_t{8} << 20;
        d.max_allocation_size = uint64_t{4} << 20;
    });
    Context& context = device->context;
    const auto make = [&](uint64_t bytes) {
        Buffer(context, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device, "uploaded position");
    };
    const std::string start = "uploaded position needs 9 MiB; " + context.info().name + " allows ";
    EXPECT_EQ(testing::sentence_of([&] { make((8 << 20) + 1); }, Exit::out_of_memory),
              start + "8 MiB (maxBufferSize). Use fewer particles, a smaller picture, or another device.");
    EXPECT_NE(testing::sentence_of([&] { make(5 << 20); }, Exit::out_of_memory).find("4 MiB (maxMemoryAllocationSize)"),
              std::string::npos);
    make(4 << 20);
    make(1);  // a block is no larger than one allocation may be
}

}  // namespace
}  // namespace undine
