// What the Vulkan backend adds to the passes: windows of the list, split dispatches, guards, transfers. That its
// numbers are right is the parity tests' business.
#include "backends/vulkan/vulkan_backend.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <thread>

#include "gpu_testing.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/solver.h"
#include "test_vulkan_devices.h"
#include "undine/error.h"
#include "unit/input_testing.h"

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
    EXPECT_NE(testing::sentence_of([] { cut_list(1000, 60, 64 * 60 * 4 - 1); }, Exit::out_of_memory)
                  .find("60 entries each, need 15360 bytes in one buffer, but at most 15359 are allowed; lower "
                        "neighbor_capacity."),
              std::string::npos);
}

TEST(LargestArray, IsTheLeastOfThreeLimitsWithRoomForGuards) {
    constexpr uint64_t kMiB = 1 << 20, kGuards = 2 * FieldStore::kGuardBytes;
    DeviceInfo device;
    device.limits.maxStorageBufferRange = 128 * kMiB;
    device.max_buffer_size = device.max_allocation_size = 1024 * kMiB;
    const auto expect = [&](uint64_t bytes, const char* name) {
        const ArrayLimit limit = largest_array(device, 4096);
        EXPECT_EQ(limit.bytes, bytes) << limit.name;
        EXPECT_STREQ(limit.name, name);
    };
    expect(128 * kMiB, "maxStorageBufferRange");
    device.max_buffer_size = 128 * kMiB + 1;
    expect(128 * kMiB + 1 - kGuards, "maxBufferSize");
    device.max_allocation_size = 77 * kMiB + 4095;
    expect(77 * kMiB - kGuards, "maxMemoryAllocationSize");
    device.max_allocation_size = 0;
    expect(0, "maxMemoryAllocationSize");
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
    commands().set_longest_submission(1e-5);
    const uint64_t before = commands().submissions();
    const ParticleState split = run_steps(make());
    EXPECT_GT(commands().submissions() - before, 20u);
    commands().set_longest_submission(Commands::kLongest);
    EXPECT_GT(whole.size(), 4000u);
    for (const ParticleState* other : {&windowed, &split}) {
        EXPECT_EQ(whole.position, other->position);
        EXPECT_EQ(whole.velocity, other->velocity);
        EXPECT_EQ(whole.density, other->density);
        EXPECT_EQ(whole.lambda, other->lambda);
    }
}

// What decides how much is submitted at once: too low, and a driver resets the device. The host looks only when all has
// ended, round after round, with the device's clock and without.
TEST_P(VulkanBackendTest, TheEstimateOfTheDevicesSpeedDoesNotFallWhileTheHostIsBusy) {
    const std::string index = std::to_string(context().info().index);
    for (const uint32_t bits : {context().info().timestamp_bits, 0u, 36u}) {
        SCOPED_TRACE(bits);
        const auto device = testing::open_changed_device(index, [&](DeviceInfo& info) { info.timestamp_bits = bits; });
        const Scene scene = small_scene();
        Solver solver(scene, sample_fluid(scene), {},
                      std::make_unique<VulkanBackend>(device->context, device->commands));
        const auto rate_after = [&](int rounds, bool patient) {
            for (int r = 0; r < rounds; ++r) {
                for (int s = 0; s < 3; ++s) {
                    solver.step();
                    device->commands.submit();
                }
                while (!patient && !device->commands.is_executed(device->commands.submissions()))
                    std::this_thread::yield();
                device->commands.wait();
            }
            return device->commands.seconds_per_unit(Work::simulation);
        };
        const double known = rate_after(12, true);
        EXPECT_GT(rate_after(12, false), known / 4);
    }
}

// Each limit by itself, lowered on the driver's device: 12,000 particles' lists of 512 are 24 MiB, in 17 they want two
// windows.
TEST_P(VulkanBackendTest, EveryLimitOfTheDeviceIsKeptByWindowsWithTheSameBits) {
    constexpr uint64_t kMost = uint64_t{17} << 20;
    Scene scene = small_scene();
    scene.fluids = {{{0, 0, 0}, glm::vec3(0.8f, 0.6f, 0.4f), {0, 0, 0}}};
    scene.parameters.neighbor_capacity = 512;
    const ParticleState fluid = sample_fluid(scene);
    const auto run_on = [&](Context& context, Commands& commands) {
        Solver solver(scene, fluid, {}, std::make_unique<VulkanBackend>(context, commands));
        for (int s = 0; s < 2; ++s) solver.step();
        EXPECT_TRUE(solver.backend().guards_intact());
        EXPECT_GT(element_count(Field::neighbors, solver.extents()) * sizeof(uint32_t), kMost);
        const FieldStore fields(context, solver.extents(), ~uint64_t{0});
        return std::pair(solver.state(), fields.windows().count);
    };
    const auto [whole, one] = run_on(context(), commands());
    EXPECT_EQ(one, 1u);
    const std::string index = std::to_string(context().info().index);
    const std::map<std::string, std::function<void(DeviceInfo&)>> limits{
        {"maxStorageBufferRange", [](DeviceInfo& device) { device.limits.maxStorageBufferRange = kMost; }},
        {"maxBufferSize", [](DeviceInfo& device) { device.max_buffer_size = kMost; }},
        {"maxMemoryAllocationSize", [](DeviceInfo& device) { device.max_allocation_size = kMost; }}};
    for (const auto& [name, lower] : limits) {
        SCOPED_TRACE(name);
        const auto device = testing::open_changed_device(index, lower);
        const auto [windowed, count] = run_on(device->context, device->commands);
        EXPECT_EQ(count, 2u);
        EXPECT_EQ(whole.position, windowed.position);
        EXPECT_EQ(whole.velocity, windowed.velocity);
        EXPECT_EQ(whole.density, windowed.density);
        EXPECT_EQ(whole.lambda, windowed.lambda);
    }
}

TEST_P(VulkanBackendTest, AnArrayBeyondALimitIsNamedWithTheLimit) {
    const auto device = testing::open_changed_device(std::to_string(context().info().index),
                                                     [](DeviceInfo& d) { d.max_allocation_size = uint64_t{17} << 20; });
    VulkanBackend backend(device->context, device->commands);
    const std::string sentence = testing::sentence_of(
        [&] {
            backend.allocate({2'000'000, 0, 1, 0}, {});
        },
        Exit::out_of_memory);
    EXPECT_EQ(sentence, "The array 'position' needs 31 MiB; " + device->context.info().name +
                            " allows 16 MiB (maxMemoryAllocationSize). Use fewer particles, or another device.");
    EXPECT_NO_THROW(backend.allocate({1'000'000, 0, 1, 0}, {})) << "15.3 MiB, where blocks of memory had 64";
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
