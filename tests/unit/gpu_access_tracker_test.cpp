#include <gtest/gtest.h>

#include "backends/vulkan/access_tracker.h"

namespace undine {
namespace {

constexpr VkPipelineStageFlags2 kCompute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_TRANSFER_BIT;

Access compute(FieldSet reads, FieldSet writes) { return {.reads = reads, .writes = writes}; }
const FieldSet kNone{};
const FieldSet kA = field_set({Field::position}), kB = field_set({Field::velocity}), kC = field_set({Field::density});

TEST(AccessTracker, NoBarrierWithoutAHazard) {
    AccessTracker tracker;
    EXPECT_FALSE(tracker.before(compute(kA, kB)));
    EXPECT_FALSE(tracker.before(compute(kA, kC)));
}

TEST(AccessTracker, ReadAfterWrite) {
    AccessTracker tracker;
    tracker.before(compute(kNone, kA));
    const auto barrier = tracker.before(compute(kA, kB));
    ASSERT_TRUE(barrier);
    EXPECT_EQ(barrier->srcStageMask, kCompute);
    EXPECT_EQ(barrier->srcAccessMask, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
    EXPECT_EQ(barrier->dstStageMask, kCompute);
    EXPECT_TRUE(barrier->dstAccessMask & VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
    EXPECT_FALSE(tracker.before(compute(kA, kNone))) << "the barrier covers later reads too";
}

TEST(AccessTracker, WriteAfterWriteAndWriteAfterRead) {
    AccessTracker tracker;
    tracker.before(compute(kNone, kA));
    EXPECT_TRUE(tracker.before(compute(kNone, kA)));
    AccessTracker reader;
    reader.before(compute(kA, kNone));
    const auto barrier = reader.before(compute(kNone, kA));
    ASSERT_TRUE(barrier);
    EXPECT_EQ(barrier->srcAccessMask, 0u) << "reads have nothing to make available";
}

TEST(AccessTracker, OneBarrierCoversAllPendingWrites) {
    AccessTracker tracker;
    tracker.before(compute(kNone, kA));
    tracker.before(compute(kNone, kB));
    EXPECT_TRUE(tracker.before(compute(kA, kNone)));
    EXPECT_FALSE(tracker.before(compute(kB, kNone)));
}

TEST(AccessTracker, EachKindOfStageWaitsForItself) {
    AccessTracker tracker;
    tracker.before(compute(kNone, kA));
    EXPECT_TRUE(tracker.before(compute(kA, kNone)));
    const auto copy = tracker.before({.stage = StageKind::transfer, .reads = kA});
    ASSERT_TRUE(copy) << "the barrier before another dispatch did not reach transfers";
    EXPECT_EQ(copy->srcStageMask & kCompute, kCompute);
    EXPECT_EQ(copy->dstStageMask, kTransfer);
    EXPECT_TRUE(tracker.before({.stage = StageKind::graphics, .reads = kA}));
    const auto rewrite = tracker.before(compute(kNone, kA));
    ASSERT_TRUE(rewrite) << "drawing may still read";
    EXPECT_TRUE(rewrite->srcStageMask & VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT);
    EXPECT_TRUE(rewrite->srcStageMask & kTransfer);
}

TEST(AccessTracker, ParametersAreAnArrayToo) {
    AccessTracker tracker;
    EXPECT_FALSE(tracker.before({.stage = StageKind::transfer, .writes_params = true}));
    const auto use = tracker.before({.reads_params = true});
    ASSERT_TRUE(use);
    EXPECT_TRUE(use->dstAccessMask & VK_ACCESS_2_UNIFORM_READ_BIT);
    EXPECT_TRUE(tracker.before({.stage = StageKind::transfer, .writes_params = true}));
}

}  // namespace
}  // namespace undine
