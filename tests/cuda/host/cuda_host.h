// A backend of CUDA on the runtime in host memory, and what must be left when it is gone: nothing.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "backends/cuda/cuda_backend.h"
#include "cuda/host/fake_cudart.h"
#include "parity/small_splash.h"

namespace undine::testing {

inline const std::vector<Setting> kBusy{{"density_tolerance", "0.03"}, {"max_iterations", "8"}, {"vorticity", "A"}};

inline std::unique_ptr<Backend> make_backend() {
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
        EXPECT_EQ(fake_cuda().live_externals, 0u);
        EXPECT_EQ(fake_cuda().bad_descriptors, 0u);
        EXPECT_EQ(fake_cuda().free_bytes, size_t{1} << 30);
    }
};

}  // namespace undine::testing
