// The CUDA backend's host side on a runtime in host memory (fake_cudart.h): recording, graphs, guards, timing,
// errors. Built wherever CUDA is; a GPU runs cuda/cuda_backend_test.cpp.
#include "cuda/host/cuda_host.h"

#include "backends/cuda/device_array.h"
#include "cuda/thread_backend.h"
#include "solver/solver.h"
#include "undine/error.h"
#include "unit/backend_contract.h"

namespace undine::testing {
namespace {

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

TEST_F(CudaHost, AGraphThatIsUsedIsKept) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    solver.finish();
    const auto step_with = [&](uint32_t iterations) {
        Scene other = scene;
        other.parameters.max_iterations = iterations;
        ASSERT_TRUE(solver.adopt(other));
        for (int step = 0; step < 2; ++step) solver.step();
    };
    for (uint32_t iterations = 2; iterations <= 12; ++iterations) {
        step_with(1);
        step_with(iterations);
    }
    solver.finish();
    EXPECT_EQ(fake_cuda().instances, 12u) << "that of one iteration was made once";
}

TEST_F(CudaHost, WhatDestructorsFailAtIsNotTheNextLaunchs) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    fake_cuda().refuses = "cudaEventDestroy";
    { const cuda::Event event = cuda::Event::create(); }
    for (int step = 0; step < 2; ++step) solver.step();
    solver.finish();
}

TEST_F(CudaHost, CopiesForTheHostWaitForThemselvesAlone) {
    auto backend = make_backend();
    backend->allocate({1000, 0, 500, 0}, {});
    std::vector<uint32_t> cells(1000, 7), taken(1000);
    backend->upload(Field::cell, cells.data(), 4000);
    const uint64_t waits = fake_cuda().stream_waits;
    for (const uint32_t word : {3u, 4u, 5u}) {
        backend->fill(Field::cell, word);
        backend->record_copy(Field::cell, 4000);
    }
    for (const uint32_t word : {3u, 4u}) {
        backend->take_copy(taken.data(), 4000);
        EXPECT_EQ(taken, std::vector<uint32_t>(1000, word));
    }
    EXPECT_EQ(fake_cuda().stream_waits, waits) << "for what comes behind them";
    EXPECT_EQ(fake_cuda().event_waits, 2u);
    backend->fill(Field::cell, 6);
    backend->record_copy(Field::cell, 4000);  // in memory that a copy has left
    for (const uint32_t word : {5u, 6u}) {
        backend->take_copy(taken.data(), 4000);
        EXPECT_EQ(taken, std::vector<uint32_t>(1000, word));
    }
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

TEST_F(CudaHost, KeepsTheContract) {
    allocates_a_pattern(*make_backend());
    transfers_parts_of_an_array(*make_backend());
    parameters_hold_from_where_they_are_set(*make_backend());
}

TEST_F(CudaHost, NoticesAWriteIntoAGuard) {
    auto backend = make_backend();
    backend->allocate({1000, 0, 500, 0}, {});
    EXPECT_TRUE(backend->guards_intact());
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
