// What the Vulkan backend adds to the passes: windows of the list, split dispatches, guards, transfers. That its
// numbers are right is the parity tests' business.
#include "backends/vulkan/vulkan_backend.h"

#include <gtest/gtest.h>

#include <numeric>

#include "error.h"
#include "gpu_testing.h"
#include "scene/sampling.h"
#include "solver/solver.h"

namespace undine {
namespace {

TEST(CutList, FewestWindowsOfEqualAlignedSize) {
    EXPECT_EQ(cut_list(1000, 60, 240'000).count, 1u);
    EXPECT_EQ(cut_list(1000, 60, 240'000).stride, 1000u);
    EXPECT_EQ(cut_list(1000, 0, 4).count, 1u) << "no list";
    for (uint32_t particles : {1001u, 5000u, 1'000'003u}) {
        const ListWindows w = cut_list(particles, 60, 240'000);
        EXPECT_EQ(w.stride % 64, 0u);
        EXPECT_LE(uint64_t{w.stride} * 60 * 4, 240'000u);
        EXPECT_GE(uint64_t{w.stride} * w.count, particles);
        EXPECT_LT(uint64_t{w.stride} * (w.count - 1), particles) << "no window is empty";
    }
    EXPECT_THROW(cut_list(1000, 60, 64 * 60 * 4 - 1), Error);
}

Scene small_scene() {
    Scene scene;
    scene.source = "test";
    Parameters& p = scene.parameters;
    p.tank_min = {0, 0, 0};
    p.tank_max = {0.8f, 0.6f, 0.4f};
    const glm::vec3 size(0.4f, 0.4f, 0.4f);
    scene.fluids.push_back({{0, 0, 0}, size, {0, 0, 0}});
    p.support_radius = 0.05f;
    p.particle_spacing = 0.025f;
    return scene;
}

class VulkanBackendTest : public testing::VulkanTest {
  protected:
    std::unique_ptr<VulkanBackend> make(const VulkanOptions& options = {}) const {
        return std::make_unique<VulkanBackend>(context(), commands(), options);
    }
    ParticleState run_steps(std::unique_ptr<VulkanBackend> backend) const {
        const Scene scene = small_scene();
        Solver solver(scene, sample_fluid(scene), {}, std::move(backend));
        for (int s = 0; s < 3; ++s) solver.step();
        EXPECT_TRUE(solver.backend().guards_intact());
        return solver.state();
    }
};
UNDINE_ON_EVERY_VULKAN_DRIVER(VulkanBackendTest);

TEST_P(VulkanBackendTest, AWindowedListLooksLikeOne) {
    const Extents extents{1000, 0, 1, 10};
    auto backend = make({.max_list_binding = 200 * 10 * 4});
    backend->allocate(extents, {});
    std::vector<uint32_t> list(element_count(Field::neighbors, extents)), back(list.size());
    std::iota(list.begin(), list.end(), 1u);
    backend->upload(Field::neighbors, list.data(), list.size() * 4);
    backend->download(Field::neighbors, back.data(), back.size() * 4);
    EXPECT_EQ(back, list);
    backend->download(Field::neighbors, back.data(), 40, 4 * 1995);
    EXPECT_EQ(back[9], 2005u);
    EXPECT_TRUE(backend->guards_intact());
}

TEST_P(VulkanBackendTest, WindowsAndSplitSubmissionsGiveTheSameBits) {
    const ParticleState whole = run_steps(make());
    const ParticleState windowed = run_steps(make({.max_list_binding = 400'000}));
    const ParticleState split = run_steps(make({.max_submission_seconds = 1e-5}));
    EXPECT_GT(whole.size(), 4000u);
    for (const ParticleState* other : {&windowed, &split}) {
        EXPECT_EQ(whole.position, other->position);
        EXPECT_EQ(whole.velocity, other->velocity);
        EXPECT_EQ(whole.density, other->density);
        EXPECT_EQ(whole.lambda, other->lambda);
    }
}

TEST_P(VulkanBackendTest, NoticesAWriteIntoAGuard) {
    auto backend = make();
    backend->allocate({10, 0, 1, 0}, {});
    const BufferRange range = backend->array(Field::density);
    EXPECT_EQ(range.bytes, 40u);
    context().vk().vkCmdFillBuffer(commands().get(), range.buffer, range.offset + range.bytes, 4, 1);
    backend->finish();
    EXPECT_FALSE(backend->guards_intact());
}

TEST_P(VulkanBackendTest, SaysWhatDoesNotFit) {
    auto backend = make();
    try {
        backend->allocate({2'000'000'000, 0, 1, 0}, {});
        FAIL() << "two billion particles were allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::out_of_memory);
        EXPECT_NE(std::string(error.what()).find("'position' needs"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace undine
