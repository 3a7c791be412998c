// What the CUDA backend adds to the passes, on a GPU: graphs, guards, transfers, timing. That its numbers are right
// is the business of the tests of every backend; what needs no GPU is in cuda_threads_test.cpp.
#include "backends/cuda/cuda_backend.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "backends/cuda/kernel_facts.h"
#include "backends/cuda/layout.h"
#include "cuda/cuda_threads.h"
#include "cuda/thread_backend.h"
#include "io/scene_boundary.h"
#include "parity/small_splash.h"
#include "physics/simulation.h"
#include "solver/fluid_params.h"
#include "test_backends.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

// nvcc compiled the kernels' types, the C++ compiler the host's: one layout. Needs no device.
TEST(CudaKernels, LayoutIsTheHosts) {
    for (CudaBuild build : {CudaBuild::exact, CudaBuild::fast}) {
        const auto own = cuda_kernel_layout(build);
        if (own.empty()) GTEST_SKIP() << list_cuda_devices().problem;
        EXPECT_TRUE(std::ranges::equal(own, cuda::layout_of<FluidParams, vec4, uvec2, glm::uvec4>()));
        EXPECT_TRUE(std::ranges::equal(own, cuda_layout()));
    }
}

class CudaBackendTest : public BackendTest {
  protected:
    CudaBuild build() const { return GetParam() == "cuda" ? CudaBuild::exact : CudaBuild::fast; }
};
UNDINE_ON_BACKENDS(CudaBackendTest, (std::vector<std::string>{"cuda", "cuda_fast"}));

// Launched one by one, which timing makes it do, or as a graph that is captured at the second step and brought up
// to date when parameters change: the same bits. A pull makes steps of another sequence.
TEST_P(CudaBackendTest, GraphsGiveTheBitsOfSingleLaunches) {
    const std::vector<Setting> settings{{"density_tolerance", "0.03"}, {"max_iterations", "8"}, {"vorticity", "A"}};
    ParticleState ends[2];
    for (bool timed : {false, true}) {
        const Scene scene = small_splash(settings);
        Solver solver(scene, shaken_fluid(scene), {}, make_backend());
        solver.backend().time_passes(timed);
        for (int step = 0; step < 30; ++step) {
            if (step == 10) {
                Scene heavier = scene;
                heavier.parameters.gravity.y *= 2;
                ASSERT_TRUE(solver.adopt(heavier));
            }
            if (step == 15) solver.set_pull({.target = {0.5f, 0.4f, 0.3f}, .radius = 0.3f, .stiffness = 900});
            if (step == 25) solver.set_pull({});
            solver.step();
        }
        ends[timed] = solver.state();
        EXPECT_TRUE(solver.backend().guards_intact());
    }
    EXPECT_TRUE(same_bytes(ends[0], ends[1]));
}

// The exact kernels round as the threads of cuda_threads.h do on the CPU, and those as the CPU backend wherever
// that adds up in the same order: the same bits, after several steps. The fast ones join a·b + c: of their bits nothing
// is promised.
class CudaExactKernels : public BackendTest {};
UNDINE_ON_BACKENDS(CudaExactKernels, std::vector<std::string>{"cuda"});
TEST_P(CudaExactKernels, GiveTheBitsOfTheCpu) {
    const std::vector<std::vector<Setting>> scenes{
        {{"vorticity", "A"}, {"density_tolerance", "0.03"}, {"max_iterations", "30"}},
        {{"kernel", "cubic_spline"}, {"walls", "particles"}},
        {{"neighbors", "grid"}, {"vorticity", "B"}, {"vorticity_epsilon", "0.3"}},
        {{"neighbors", "grid"}, {"grid", "hashed"}, {"kernel", "cubic_spline"}}};
    for (const auto& settings : scenes) {
        SCOPED_TRACE(settings[0].second);
        const ParticleState own = state_after(10, settings, make_backend());
        EXPECT_TRUE(same_bytes(own, state_after(10, settings, std::make_unique<ThreadBackend>())));
        const bool grid = settings[0].second == std::string("grid");
        EXPECT_TRUE(!grid || same_bytes(own, state_after(10, settings, make_test_backend("cpu"))));
    }
}

TEST_P(CudaBackendTest, TimesEveryPass) {
    const Scene scene = small_splash();
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    solver.backend().time_passes(true);
    solver.step();
    solver.finish();
    std::vector<std::string> names;
    for (const PassTime& t : solver.backend().take_pass_times()) {
        EXPECT_GT(t.ms, 0) << t.name;
        EXPECT_TRUE(is_simulation(t.name)) << t.name;
        names.push_back(t.name);
    }
    const std::vector<std::string> expected{
        "predict",        "sort/count_cells", "sort/scan",     "sort/scatter",    "sort/order_in_cell", "reorder",
        "find_neighbors", "compute_lambda",   "apply_delta_p", "update_velocity", "apply_xsph"};
    EXPECT_EQ(names, expected);
    EXPECT_TRUE(solver.backend().take_pass_times().empty());
}

TEST_P(CudaBackendTest, SaysWhatDoesNotFit) {
    auto backend = make_backend();
    try {
        backend->allocate({4'000'000'000, 0, 1, 100}, {});
        FAIL() << "four billion particles were allocated";
    } catch (const Error& error) {
        EXPECT_EQ(error.code, Exit::out_of_memory);
        EXPECT_NE(std::string(error.what()).find("4000000000 particles need"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("free"), std::string::npos) << error.what();
    }
    backend->allocate({1000, 0, 1, 0}, {});  // and goes on
    EXPECT_TRUE(backend->guards_intact());
}

// Kernels that came by PTX too, whose registers the driver's compiler chose.
TEST_P(CudaBackendTest, NoKernelSpills) {
    const CudaMachine machine = list_cuda_devices();
    const auto kernels = cuda_kernel_resources(machine.devices[choose_cuda_device(machine, "")], build());
    EXPECT_GE(kernels.size(), 4 * 12u);
    for (const KernelResources& k : kernels)
        EXPECT_EQ(k.local_bytes, 0u) << k.name << ", " << k.registers << " registers";
}

TEST(CudaCopies, AreTimed) {
    const std::string reason = why_absent("cuda");
    if (!reason.empty()) GTEST_SKIP() << reason;
    const CudaMachine machine = list_cuda_devices();
    const CopyTimes times = time_cuda_copies(machine.devices[choose_cuda_device(machine, "")]);
    EXPECT_EQ(times.seconds.size(), size_t(kCopyRuns));
    for (double s : times.seconds) EXPECT_GT(s, 0);
}

}  // namespace
}  // namespace undine::testing
