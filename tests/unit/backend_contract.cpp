#include "unit/backend_contract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "solver/fluid_params.h"

namespace undine::testing {

void allocates_a_pattern(Backend& backend) {
    const Extents extents{1000, 7, 500, 30};
    for (int round = 0; round < 2; ++round) {
        backend.allocate(extents, {});
        for (uint32_t f = 0; f < kFieldCount; ++f) {
            std::vector<uint32_t> words(element_count(Field(f), extents) * kFields[f].stride / 4);
            backend.download(Field(f), words.data(), words.size() * 4);
            const uint32_t expected = Field(f) == Field::cell_count ? 0 : 0xCDCDCDCD;
            EXPECT_EQ(std::ranges::count(words, expected), std::ptrdiff_t(words.size())) << kFields[f].name;
        }
        EXPECT_TRUE(backend.guards_intact());
    }
}

void transfers_parts_of_an_array(Backend& backend) {
    backend.allocate({5'000'000, 0, 1, 0}, {});  // 20 MB: more than one chunk of a staging buffer
    std::vector<uint32_t> data(5'000'000);
    std::iota(data.begin(), data.end(), 1u);
    backend.upload(Field::id, data.data(), data.size() * 4);
    const uint32_t replaced[] = {77, 78};
    backend.upload(Field::id, replaced, sizeof replaced, 4'999'998 * uint64_t{4});
    data[4'999'998] = 77;
    data[4'999'999] = 78;
    std::vector<uint32_t> back(data.size());
    backend.download(Field::id, back.data(), back.size() * 4);
    EXPECT_EQ(back, data);
    backend.download(Field::id, back.data(), 8, 400);
    EXPECT_EQ(back[0], 101u);
    backend.fill(Field::id, 5);
    backend.download(Field::id, back.data(), back.size() * 4);
    EXPECT_EQ(std::ranges::count(back, 5u), 5'000'000);
    EXPECT_TRUE(backend.guards_intact());
}

void parameters_hold_from_where_they_are_set(Backend& backend) {
    backend.allocate({1, 0, 1, 0}, {});
    const float position[4] = {0, 0, 0, 0}, velocity[4] = {1, 0, 0, 0};
    backend.upload(Field::position, position, 16);
    backend.upload(Field::velocity, velocity, 16);
    FluidParams params{};
    params.grid_dims = {1, 1, 1, 0};
    params.particle_count = 1;
    float first[4], second[4];
    params.dt = 1;
    backend.set_params(params);
    backend.run(Pass::predict);
    params.dt = 2;
    backend.set_params(params);
    backend.download(Field::unsorted_predicted, first, 16);
    backend.run(Pass::predict);
    backend.download(Field::unsorted_predicted, second, 16);
    EXPECT_EQ(first[0], 1.0f);
    EXPECT_EQ(second[0], 2.0f);

    backend.fill(Field::tally, 0);
    params.max_speed = 0.5f;
    backend.set_params(params);
    backend.run(Pass::predict);
    params.max_speed = 0;  // no limit, and no tally: recorded together
    backend.set_params(params);
    backend.run(Pass::predict);
    uint32_t tally[2];
    backend.download(Field::tally, tally, sizeof tally);
    EXPECT_EQ(tally[1], 1u);
}

}  // namespace undine::testing
