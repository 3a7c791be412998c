// The backends that every test of a backend runs on, as gtest parameters:
//
//     class FreeFall : public BackendTest {};
//     UNDINE_ON_EVERY_BACKEND(FreeFall);
//     TEST_P(FreeFall, FollowsSymplecticEuler) { Solver solver(scene, fluid, {}, make_backend()); … }
//
// A backend whose driver is absent is skipped with the reason; UNDINE_REQUIRE_DEVICES=lavapipe,swiftshader makes
// that a failure, and cuda in it both of CUDA's. UNDINE_TEST_DEVICE=NAME adds the Vulkan device of that name, index or
// UUID to the list, as "device"; UNDINE_TEST_CUDA_DEVICE chooses CUDA's.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "solver/backend.h"

namespace undine::testing {

// cpu, lavapipe, swiftshader, cuda (the exact kernels) and cuda_fast; and device where one is named.
std::vector<std::string> test_backend_names();

// Those held to equal integers: all but cuda_fast, which may round x* and r² < h² the other way.
std::vector<std::string> exact_backend_names();

// All but the software Vulkan drivers: for claims about physics that take many steps. Those drivers would take minutes
// to repeat what parity ties to the CPU pass by pass; that they begin as the CPU does is in trajectory_test.cpp.
std::vector<std::string> backends_for_long_runs();

bool is_cuda_name(const std::string& name);

// Whether UNDINE_REQUIRE_DEVICES names it: what needs it then fails where it would be skipped.
bool is_required(const std::string& name);

// What the program's --backend calls it.
std::string program_backend(const std::string& name);

// A sentence why the backend cannot be had here; "" if it can.
std::string why_absent(const std::string& name);

// A new backend; those of one driver share its device. Throws Error(no_device) where why_absent() has a reason.
// threads: of the CPU backend. One by default: tests run beside one another, and threads that wait for a core to
// themselves made these small scenes five times slower.
std::unique_ptr<Backend> make_test_backend(const std::string& name, int threads = 1);

class BackendTest : public ::testing::TestWithParam<std::string> {
  protected:
    void SetUp() override;
    std::unique_ptr<Backend> make_backend() const { return make_test_backend(GetParam()); }
    bool on_cpu() const { return GetParam() == "cpu"; }
};

#define UNDINE_ON_BACKENDS(Suite, names) \
    INSTANTIATE_TEST_SUITE_P(, Suite, ::testing::ValuesIn(names), [](const auto& instance) { return instance.param; })
#define UNDINE_ON_BACKENDS_FOR_LONG_RUNS(Suite) UNDINE_ON_BACKENDS(Suite, ::undine::testing::backends_for_long_runs())
#define UNDINE_ON_EVERY_BACKEND(Suite) UNDINE_ON_BACKENDS(Suite, ::undine::testing::test_backend_names())

}  // namespace undine::testing
