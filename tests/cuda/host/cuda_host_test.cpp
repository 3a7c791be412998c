// The CUDA backend's host side on a runtime in host memory (fake_cudart.h): recording, graphs, guards, timing,
// errors. Built wherever CUDA is; a GPU runs cuda/cuda_backend_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/cuda/cuda_backend.h"
#include "cuda/host/fake_cudart.h"
#include "cuda/thread_backend.h"
#include "error.h"
#include "parity/small_splash.h"
#include "solver/solver.h"

namespace undine::testing {
namespace {

const std::vector<Setting> kBusy{{"density_tolerance", "0.03"}, {"max_iterations", "8"}, {"vorticity", "A"}};

std::unique_ptr<Backend> make_backend() {
    return make_cuda_backend({.index = 0, .name = "Fake", .memory_bytes = uint64_t{1} << 30}, CudaBuild::exact);
}

class CudaHost : public ::testing::Test {
  protected:
    void SetUp() override { fake_cuda() = {}; }
    void TearDown() override {
        EXPECT_EQ(fake_cuda().live_allocations, 0u);
        EXPECT_EQ(fake_cuda().live_graphs, 0u);
        EXPECT_EQ(fake_cuda().live_events, 0u);
        EXPECT_EQ(fake_cuda().live_streams, 0u);
        EXPECT_EQ(fake_cuda().free_bytes, size_t{1} << 30);
    }
};

bool same(const ParticleState& a, const ParticleState& b) {
    return a.position == b.position && a.velocity == b.velocity && a.density == b.density && a.lambda == b.lambda;
}

// Everything that changes between steps: parameters, a pull, measurements, timing.
ParticleState busy_run(std::unique_ptr<Backend> backend, bool timed = false) {
    const Scene scene = small_splash(kBusy);
    Solver solver(scene, shaken_fluid(scene), {}, std::move(backend));
    solver.backend().time_passes(timed);
    for (int step = 0; step < 12; ++step) {
        if (step == 4) {
            Scene heavier = scene;
            heavier.parameters.gravity.y *= 2;
            EXPECT_TRUE(solver.adopt(heavier));
        }
        if (step == 6) solver.set_pull({.target = {0.5f, 0.4f, 0.3f}, .radius = 0.3f, .stiffness = 900});
        if (step == 9) solver.set_pull({});
        solver.step();
        if (step == 2) solver.measure();
    }
    EXPECT_TRUE(solver.backend().guards_intact());
    return solver.state();
}

TEST_F(CudaHost, StepsInGraphsAreTheThreadsBits) {
    const ParticleState own = busy_run(make_backend());
    EXPECT_TRUE(same(own, busy_run(std::make_unique<ThreadBackend>())));
    const FakeCuda& cuda = fake_cuda();
    // Two sequences, without and with a pull. Of each the first step is launched, the second made a graph.
    EXPECT_EQ(cuda.instances, 2u);
    EXPECT_EQ(cuda.graph_launches, 12u - 2u);
    EXPECT_EQ(cuda.updates, 1u) << "more gravity; once the pull is gone, parameters are what the graph has";
    EXPECT_EQ(cuda.captures, cuda.instances + cuda.updates);
}

TEST_F(CudaHost, WhatCannotBeUpdatedIsMadeAnew) {
    fake_cuda().refuses_updates = true;
    const ParticleState own = busy_run(make_backend());
    EXPECT_EQ(fake_cuda().instances, 3u);
    EXPECT_EQ(fake_cuda().updates, 0u);
    EXPECT_TRUE(same(own, busy_run(std::make_unique<ThreadBackend>())));
}

TEST_F(CudaHost, TimedStepsAreLaunchedOneByOneWithTheSameBits) {
    EXPECT_TRUE(same(busy_run(make_backend(), true), busy_run(std::make_unique<ThreadBackend>())));
    EXPECT_EQ(fake_cuda().graph_launches, 0u);
}

TEST_F(CudaHost, GraphsThatAreNoLongerUsedAreFreed) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    solver.finish();  // what the start filled is no part of a step
    for (uint32_t iterations = 1; iterations <= 12; ++iterations) {
        Scene other = scene;
        other.parameters.max_iterations = iterations;
        ASSERT_TRUE(solver.adopt(other));
        for (int step = 0; step < 3; ++step) solver.step();
    }
    solver.finish();
    EXPECT_EQ(fake_cuda().instances, 12u);
    EXPECT_LE(fake_cuda().live_graphs, 8u);
    EXPECT_EQ(fake_cuda().graph_launches, 24u);
}

TEST_F(CudaHost, TimesEveryPassOnceItIsDone) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    solver.backend().time_passes(true);
    solver.step();
    EXPECT_TRUE(solver.backend().take_pass_times().empty()) << "nothing has been executed yet";
    solver.finish();
    std::vector<std::string> names;
    for (const PassTime& t : solver.backend().take_pass_times()) {
        EXPECT_GT(t.ms, 0) << t.name;
        EXPECT_TRUE(is_simulation(t.name)) << t.name;
        EXPECT_EQ(t.runs, t.name == "compute_lambda" || t.name == "apply_delta_p" ? 4u : 1u) << t.name;
        names.push_back(t.name);
    }
    const std::vector<std::string> expected{
        "predict",        "sort/count_cells", "sort/scan",     "sort/scatter",    "sort/order_in_cell", "reorder",
        "find_neighbors", "compute_lambda",   "apply_delta_p", "update_velocity", "apply_xsph"};
    EXPECT_EQ(names, expected);
    EXPECT_TRUE(solver.backend().take_pass_times().empty());
}

TEST_F(CudaHost, ParametersHoldFromWhereTheyAreSet) {
    auto backend = make_backend();
    backend->allocate({1, 0, 1, 0}, {});
    const float position[4] = {0, 0, 0, 0}, velocity[4] = {1, 0, 0, 0};
    backend->upload(Field::position, position, 16);
    backend->upload(Field::velocity, velocity, 16);
    FluidParams params{};
    params.grid_dims = {1, 1, 1, 0};
    float first[4], second[4];
    params.dt = 1;
    backend->set_params(params);
    backend->run(Pass::predict);
    params.dt = 2;
    backend->set_params(params);
    backend->download(Field::unsorted_predicted, first, 16);
    backend->run(Pass::predict);
    backend->download(Field::unsorted_predicted, second, 16);
    EXPECT_EQ(first[0], 1.0f);
    EXPECT_EQ(second[0], 2.0f);

    backend->fill(Field::tally, 0);
    params.max_speed = 0.5f;
    backend->set_params(params);
    backend->run(Pass::predict);
    params.max_speed = 0;  // no limit, and no tally: recorded together
    backend->set_params(params);
    backend->run(Pass::predict);
    uint32_t tally[2];
    backend->download(Field::tally, tally, sizeof tally);
    EXPECT_EQ(tally[1], 1u);
}

TEST_F(CudaHost, AllocateFillsWithAPatternBetweenGuards) {
    const Extents extents{1000, 7, 500, 30};
    auto backend = make_backend();
    for (int round = 0; round < 2; ++round) {
        backend->allocate(extents, {});
        for (uint32_t f = 0; f < kFieldCount; ++f) {
            std::vector<uint32_t> words(element_count(Field(f), extents) * kFields[f].stride / 4);
            backend->download(Field(f), words.data(), words.size() * 4);
            const uint32_t expected = Field(f) == Field::cell_count ? 0 : 0xCDCDCDCD;
            EXPECT_EQ(std::count(words.begin(), words.end(), expected), std::ptrdiff_t(words.size()))
                << kFields[f].name;
        }
        EXPECT_TRUE(backend->guards_intact());
    }
    // One cell too many: what is counted there lies behind the array.
    const std::vector<uint32_t> beyond(1000, 501);
    backend->upload(Field::cell, beyond.data(), 4000);
    backend->run(Pass::count_cells);
    EXPECT_FALSE(backend->guards_intact());
}

TEST_F(CudaHost, SaysWhatDoesNotFit) {
    auto backend = make_backend();
    auto sentence = [&](const Extents& extents) {
        try {
            backend->allocate(extents, {});
        } catch (const Error& error) {
            EXPECT_EQ(error.code, Exit::out_of_memory);
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string told = sentence({4'000'000, 0, 1, 100});
    EXPECT_TRUE(told.starts_with("4000000 particles need 2")) << told;
    EXPECT_TRUE(told.ends_with(" MiB of device memory; Fake has 1024 MiB free of 1024 MiB.")) << told;
    EXPECT_EQ(fake_cuda().live_allocations, 0u);
    EXPECT_EQ(sentence({1000, 0, 1, 0}), "");  // and goes on
    EXPECT_TRUE(backend->guards_intact());
}

TEST_F(CudaHost, AKernelThatFailsLosesTheDevice) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    fake_cuda().fails_after = 3;
    try {
        for (int step = 0; step < 2; ++step) solver.step();
        solver.finish();
        FAIL() << "nobody noticed";
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::device_lost);
        EXPECT_NE(std::string(error.what()).find("illegal address"), std::string::npos) << error.what();
    }
    recover_fake_cuda();
}

TEST_F(CudaHost, CopiesAreTimed) {
    const CopyTimes times = time_cuda_copies({.index = 0, .name = "Fake", .memory_bytes = 1 << 20});
    EXPECT_EQ(times.bytes, uint64_t{1} << 17);
    EXPECT_EQ(times.seconds.size(), size_t(kCopyRuns));
}

}  // namespace
}  // namespace undine::testing
