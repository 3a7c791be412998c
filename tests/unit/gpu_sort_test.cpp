// The counting sort and the fixed-order sums of the Vulkan and CUDA backends against the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "backends/vulkan/vulkan_backend.h"
#include "gpu_testing.h"
#include "sim/sizes.glsl"
#include "solver/fluid_params.h"

namespace undine {
namespace {

struct SortCase {
    uint32_t particles, cells;
    uint32_t crowd = 0;  // so many of them are in one cell
};

template <class T>
std::vector<T> download(Backend& backend, Field field, size_t count) {
    std::vector<T> data(count);
    backend.download(field, data.data(), count * sizeof(T));
    return data;
}

class GpuSort : public testing::BackendTest {
  protected:
    void check(const SortCase& c);
};
UNDINE_ON_EVERY_GPU(GpuSort);

void GpuSort::check(const SortCase& c) {
    std::mt19937 random(c.particles * 31 + c.cells);
    std::vector<uint32_t> cell(c.particles), id(c.particles);
    for (uint32_t i = 0; i < c.particles; ++i) cell[i] = i < c.crowd ? c.cells / 2 : random() % c.cells;
    std::shuffle(cell.begin(), cell.end(), random);
    std::iota(id.begin(), id.end(), 0u);
    std::shuffle(id.begin(), id.end(), random);

    auto backend = make_backend();
    backend->allocate({c.particles, 0, c.cells, 0}, {});
    FluidParams params{};
    params.particle_count = c.particles;
    params.cell_count = c.cells;
    backend->set_params(params);
    backend->upload(Field::cell, cell.data(), cell.size() * 4);
    backend->upload(Field::id, id.data(), id.size() * 4);

    std::vector<uint32_t> cell_start(c.cells + 1, 0), source(c.particles);
    for (uint32_t value : cell) ++cell_start[value + 1];
    std::inclusive_scan(cell_start.begin(), cell_start.end(), cell_start.begin());
    std::iota(source.begin(), source.end(), 0u);
    std::sort(source.begin(), source.end(),
              [&](uint32_t a, uint32_t b) { return cell[a] != cell[b] ? cell[a] < cell[b] : id[a] < id[b]; });

    for (int round = 0; round < 2; ++round) {  // the second meets what the first left behind
        backend->sort_particles();
        EXPECT_EQ(download<uint32_t>(*backend, Field::cell_start, c.cells + 1), cell_start);
        auto sorted = download<uint32_t>(*backend, Field::source, c.particles);
        if (c.crowd > PBF_MOST_IN_RUN) {  // in no order, but all there
            const auto crowd = sorted.begin() + cell_start[c.cells / 2],
                       end = sorted.begin() + cell_start[c.cells / 2 + 1];
            std::sort(crowd, end, [&](uint32_t a, uint32_t b) { return id[a] < id[b]; });
        }
        EXPECT_EQ(sorted, source);
        const auto counts = download<uint32_t>(*backend, Field::cell_count, c.cells + 1);
        EXPECT_TRUE(std::all_of(counts.begin(), counts.end(), [](uint32_t n) { return n == 0; }));
    }
    EXPECT_TRUE(backend->guards_intact());
}

TEST_P(GpuSort, EveryBlockBoundary) {
    for (uint32_t n : {1u, 2u, 127u, 128u, 129u, 1023u, 1024u, 1025u, 2049u}) {
        SCOPED_TRACE(n);
        check({n, n});
    }
    check({1, 1024});
    check({1024, 1});
}

TEST_P(GpuSort, ManyParticlesAndCells) { check({100'003, 65'537}); }

TEST_P(GpuSort, MoreBlockSumsThanOneBlock) { check({5'000, 1024 * 1024 + 4000}); }

TEST_P(GpuSort, CrowdedCell) {
    check({20'000, 4'096, 4'000});
    check({20'000, 4'096, 18'000});
}

class GpuReduce : public testing::BackendTest {};
UNDINE_ON_EVERY_GPU(GpuReduce);

TEST_P(GpuReduce, SumsErrorsAndDecides) {
    auto backend = make_backend();
    for (uint32_t n : {1u, 1023u, 1024u, 1025u, 150'001u}) {
        SCOPED_TRACE(n);
        std::mt19937 random(n);
        std::vector<float> density(n);
        for (float& rho : density) rho = 900.0f + static_cast<float>(random() % 2000) * 0.1f;
        double expected = 0;
        for (float rho : density) expected += std::max(rho / 1000.0 - 1.0, 0.0);

        backend->allocate({n, 0, 1, 0}, {});
        FluidParams params{};
        params.particle_count = n;
        params.rest_density = 1000;
        params.inv_rest_density = 1.0f / 1000.0f;
        params.min_iterations = 1;
        params.density_tolerance = 1.0f;
        backend->set_params(params);
        backend->upload(Field::density, density.data(), n * 4);
        backend->fill(Field::solver_state, 0);

        const uint32_t expected_done[] = {0, 1, 1}, expected_corrections[] = {1, 1, 1};
        for (int round = 0; round < 3; ++round) {
            backend->check_convergence();
            const auto state = download<uint32_t>(*backend, Field::solver_state, 4);
            float mean;
            std::memcpy(&mean, &state[2], 4);
            EXPECT_NEAR(mean, expected / n, 1e-6);
            EXPECT_EQ(state[0], expected_done[round]);
            EXPECT_EQ(state[1], expected_corrections[round]);
        }
        const auto sums = download<float>(*backend, Field::partial_sum, (n + kBlockSize - 1) / kBlockSize);
        EXPECT_NEAR(std::accumulate(sums.begin(), sums.end(), 0.0), expected, 1e-5 * expected + 1e-6);
        EXPECT_TRUE(backend->guards_intact());
    }
}

}  // namespace
}  // namespace undine
