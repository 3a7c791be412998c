// The kernels' logic without a GPU: every thread of every block, on the CPU, against the CPU backend.
#include "cuda/cuda_threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "backends/cuda/blocks.h"
#include "backends/cuda/layout.h"
#include "cuda/thread_backend.h"
#include "io/scene_boundary.h"
#include "measure/lockstep.h"
#include "parity/small_splash.h"
#include "physics/simulation.h"
#include "test_backends.h"

namespace undine::testing {
namespace {

std::unique_ptr<Backend> threads(Turns turns = Turns::forward) { return std::make_unique<ThreadBackend>(turns); }

const std::vector<std::vector<Setting>> kGridScenes{
    {{"neighbors", "grid"}, {"vorticity", "A"}, {"vorticity_epsilon", "0.3"}},
    {{"neighbors", "grid"}, {"kernel", "cubic_spline"}, {"vorticity", "B"}, {"vorticity_epsilon", "0.3"}},
    {{"neighbors", "grid"}, {"grid", "hashed"}, {"walls", "particles"}},
    {{"neighbors", "grid"}, {"dimensions", "2"}, {"max_speed", "0.05"}},
    {{"neighbors", "grid"}, {"surface_tension", "50"}, {"adhesion", "50"}, {"free_surface_drag", "20"}},
};

// Where the CPU backend runs the shared bodies as they are, with GLM's vectors: the same bits, after several steps.
TEST(CudaThreads, GiveTheBitsOfTheSharedBodies) {
    for (const auto& settings : kGridScenes) {
        SCOPED_TRACE(settings[1].first);
        const ParticleState own = state_after(5, settings, threads());
        EXPECT_NE(own.position.size() % cuda::kThreads, 0u) << "the last block is full";
        EXPECT_TRUE(same_bytes(own, state_after(5, settings, make_test_backend("cpu"))));
        EXPECT_TRUE(same_bytes(own, state_after(5, settings, threads(Turns::backward))));
    }
}

// Nothing depends on which block or thread comes first, on the list's path and with the error's sum neither.
TEST(CudaThreads, AnyOrderGivesTheSameBits) {
    const std::vector<Setting> settings{{"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"vorticity", "A"}};
    EXPECT_TRUE(same_bytes(state_after(5, settings, threads()), state_after(5, settings, threads(Turns::backward))));
}

// The list in a GPU's layout, the boundary's entries, an overflowing list, an early end: against the CPU backend.
LockstepReport in_lockstep_with_the_cpu(ThreadBackend::Run run, const std::vector<Setting>& settings,
                                        bool shaken = true) {
    const Scene scene = small_splash(settings);
    std::vector<std::unique_ptr<Backend>> others;
    others.push_back(std::make_unique<ThreadBackend>(Turns::forward, run));
    auto together = std::make_unique<LockstepBackend>(make_test_backend("cpu"), std::move(others));
    LockstepBackend& lockstep = *together;
    Solver solver(scene, shaken ? shaken_fluid(scene) : sample_fluid(scene), make_boundary(scene), std::move(together),
                  {.derived = field_set({Field::ellipsoid})});
    solver.set_pull({.target = {0.5f, 0.4f, 0.3f}, .velocity = {0.5f, 1, -0.3f}, .radius = 0.3f, .stiffness = 900});
    for (uint64_t step = 1; step <= 2; ++step) {
        lockstep.begin_step(step);
        solver.step();
        solver.derive(field_set({Field::ellipsoid}));
    }
    return lockstep.report();
}

const std::vector<std::vector<Setting>> kListScenes{
    {{"vorticity", "A"}},
    {{"walls", "particles"}, {"kernel", "cubic_spline"}},
    {{"neighbor_capacity", "16"}},
    {{"density_tolerance", "0.03"}, {"max_iterations", "30"}, {"min_iterations", "2"}}};

TEST(CudaThreads, AgreeWithTheCpuPassByPass) {
    for (const auto& settings : kListScenes) {
        SCOPED_TRACE(settings[0].first);
        const LockstepReport report = in_lockstep_with_the_cpu(run_cuda_threads, settings);
        EXPECT_FALSE(first_beyond(report));
        EXPECT_TRUE(report.candidates.at(0).guards_intact);
        EXPECT_TRUE(report.candidates.at(0).trespasses.empty());
        for (const ChannelDifference& d : report.candidates.at(0).differences) {
            EXPECT_TRUE(d.within()) << d.pass << " " << d.channel;
            EXPECT_EQ(d.pairs_differing, 0u) << d.pass;
        }
    }
}

// What a GPU may do and no software driver does: a·b + c rounded once wherever the source allows it. The tolerance of
// every float is twice as wide as that. C++ has no `precise`, so that the passes that decide integers are left to
// precise_shaders_test.cpp.
TEST(CudaThreads, FusedRoundingIsWithinTolerance) {
    if (!fused_threads_run_here()) GTEST_SKIP() << "this processor has no fused multiplication and addition";
    bool differs = false;
    auto compare = [&](const std::vector<Setting>& settings, bool shaken) {
        SCOPED_TRACE(settings[0].first);
        const LockstepReport report = in_lockstep_with_the_cpu(run_fused_threads, settings, shaken);
        for (const ChannelDifference& d : report.candidates.at(0).differences) {
            if (d.integers) continue;
            differs = differs || d.max_difference > 0;
            EXPECT_LE(d.worst.share_of_limit({}), 0.5) << d.pass << " " << d.channel;
        }
    };
    for (const auto& settings : kListScenes) compare(settings, true);
    // A lattice: its density is the rest density but for rounding, and its particles have neighbours at a distance of
    // h.
    compare({{"density_tolerance", "1e-5"}, {"max_iterations", "4"}}, false);
    EXPECT_TRUE(differs) << "nothing was fused";
}

TEST(CudaThreads, DensityPassesStopWhenDone) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), make_boundary(scene), threads());
    solver.step();
    Backend& backend = solver.backend();
    const auto before = download<vec4>(solver, Field::predicted),
               lambda = download<vec4>(solver, Field::predicted_lambda);
    backend.fill(Field::solver_state, 1);
    backend.run(Pass::compute_lambda);
    backend.run(Pass::apply_delta_p);
    backend.fill(Field::partial_sum, 7);
    backend.check_convergence();
    EXPECT_EQ(download<vec4>(solver, Field::predicted), before);
    EXPECT_EQ(download<vec4>(solver, Field::predicted_lambda), lambda);
    EXPECT_EQ(download<uint32_t>(solver, Field::partial_sum)[0], 7u);
    EXPECT_EQ(download<uint32_t>(solver, Field::solver_state), std::vector<uint32_t>(4, 1));
    backend.fill(Field::solver_state, 0);
    backend.run(Pass::compute_lambda);
    backend.run(Pass::apply_delta_p);
    EXPECT_NE(download<vec4>(solver, Field::predicted), before) << "the passes above had something to do";
}

// The order of shaders/reduce: strides of a workgroup, then halves, written down once more.
float tree_sum(const std::vector<float>& values) {
    std::vector<float> own(cuda::kThreads, 0.0f);
    for (size_t e = 0; e < values.size(); ++e) own[e % cuda::kThreads] += values[e];
    for (size_t reach = cuda::kThreads / 2; reach > 0; reach /= 2)
        for (size_t t = 0; t < reach; ++t) own[t] += own[t + reach];
    return own[0];
}

TEST(CudaThreads, SumsErrorsInTheOrderOfTheShaders) {
    for (uint32_t n : {1u, 127u, 1023u, 1024u, 1025u, 150'001u}) {
        SCOPED_TRACE(n);
        std::mt19937 random(n);
        std::vector<float> density(n), sums;
        for (float& rho : density) rho = 900.0f + static_cast<float>(random() % 2000) * 0.1f;
        FluidParams params{};
        params.particle_count = n;
        params.rest_density = 1000;
        params.inv_rest_density = 1.0f / 1000.0f;
        for (uint32_t first = 0; first < n; first += kBlockSize) {
            std::vector<float> block;
            for (uint32_t i = first; i < std::min(n, first + kBlockSize); ++i)
                block.push_back(std::max(density[i] - params.rest_density, 0.0f) * params.inv_rest_density);
            sums.push_back(tree_sum(block));
        }
        for (Turns turns : {Turns::forward, Turns::backward}) {
            ThreadBackend backend(turns);
            backend.allocate({n, 0, 1, 0}, {});
            backend.set_params(params);
            backend.upload(Field::density, density.data(), n * 4);
            backend.fill(Field::solver_state, 0);
            backend.check_convergence();
            std::vector<float> own(sums.size());
            backend.download(Field::partial_sum, own.data(), own.size() * 4);
            EXPECT_EQ(own, sums);
            float mean[4];
            backend.download(Field::solver_state, mean, sizeof mean);
            EXPECT_EQ(mean[2], tree_sum(sums) / static_cast<float>(n));
            EXPECT_TRUE(backend.guards_intact());
        }
    }
}

TEST(CudaThreads, SortByCellAndId) {
    for (uint32_t n : {1u, 127u, 128u, 129u, 5'000u}) {
        SCOPED_TRACE(n);
        const uint32_t cells = n / 3 + 1;
        std::mt19937 random(n);
        std::vector<uint32_t> cell(n), id(n), source(n), own(n);
        for (uint32_t& c : cell) c = random() % 4 ? random() % cells : cells / 2;
        std::iota(id.begin(), id.end(), 0u);
        std::shuffle(id.begin(), id.end(), random);
        std::iota(source.begin(), source.end(), 0u);
        std::sort(source.begin(), source.end(),
                  [&](uint32_t a, uint32_t b) { return cell[a] != cell[b] ? cell[a] < cell[b] : id[a] < id[b]; });
        for (Turns turns : {Turns::forward, Turns::backward}) {
            ThreadBackend backend(turns);
            backend.allocate({n, 0, cells, 0}, {});
            backend.upload(Field::cell, cell.data(), n * 4);
            backend.upload(Field::id, id.data(), n * 4);
            for (int round = 0; round < 2; ++round) {  // the second meets what the first left behind
                backend.sort_particles();
                backend.download(Field::source, own.data(), n * 4);
                EXPECT_EQ(own, source);
            }
            std::vector<uint32_t> counts(cells + 1);
            backend.download(Field::cell_count, counts.data(), counts.size() * 4);
            EXPECT_EQ(counts, std::vector<uint32_t>(cells + 1, 0));
            EXPECT_TRUE(backend.guards_intact());
        }
    }
}

TEST(CudaThreads, FillTouchesItsWordsAlone) {
    for (uint64_t count : {1u, 127u, 128u, 129u, 300u}) {
        std::vector<uint32_t> words(count + 256, 1);
        fill_by_cuda_threads(words.data() + 128, count, 9);
        EXPECT_EQ(uint64_t(std::count(words.begin(), words.end(), 9u)), count);
        EXPECT_EQ(uint64_t(std::count(words.begin() + 128, words.begin() + 128 + std::ptrdiff_t(count), 9u)), count);
    }
}

TEST(CudaBlocks, CoverEveryElementWithinAGridsLimit) {
    constexpr uint64_t kMostBlocks = (uint64_t{1} << 31) - 1;
    for (uint64_t n : {uint64_t{1}, uint64_t{128}, uint64_t{129}, uint64_t{64'000'000}, uint64_t{64'000'000} * 128}) {
        EXPECT_GE(cuda::thread_blocks(n) * cuda::kThreads, n);
        EXPECT_LT((cuda::thread_blocks(n) - 1) * cuda::kThreads, n);
        EXPECT_LE(cuda::thread_blocks(n), kMostBlocks);
    }
    EXPECT_EQ(cuda::sum_blocks(4'294'967'295u), 4'194'304u);
}

// What the host uploads is what the kernels read: the C++ compiler's layout of its own types, with GLM, and of
// CUDA's.
TEST(CudaLayout, IsTheHosts) {
    const auto host = cuda::layout_of<FluidParams, vec4, uvec2, glm::uvec4>();
    EXPECT_TRUE(std::ranges::equal(cuda_layout(), host));
    EXPECT_EQ(host[host.size() - 3], 16u);
    EXPECT_EQ(host[host.size() - 4], 480u);
}

}  // namespace
}  // namespace undine::testing
