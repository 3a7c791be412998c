// When and where emitters let particles in.
#include "scene/emission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <set>

#include "scene/parameters.h"

namespace undine::testing {
namespace {

constexpr float kSpacing = 0.05f;

Emitter jet(glm::vec3 velocity = {0, 3, 0}) {
    return {.center = {0.5f, 0.4f, 0.3f}, .radius = 0.1f, .velocity = velocity};
}

// All that comes in steps of dt from `start` on, as it is at `end`.
Arrivals run(const Emitter& emitter, double dt, double start, double end, const Parameters& p = {}) {
    Emission emission(emitter, p, start);
    Arrivals all;
    for (double t = start; t < end - 1e-9; t += dt) {
        const size_t before = all.size();
        for (size_t k = 0; k < before; ++k) all.position[k] += float(dt) * all.velocity[k];
        emission.append(t, t + dt, all);
        for (size_t k = before; k < all.size(); ++k) all.position[k] += float(dt) * all.velocity[k];
    }
    return all;
}

double least_distance(const Arrivals& all) {
    double least = 1e9;
    for (size_t i = 0; i < all.size(); ++i)
        for (size_t j = 0; j < i; ++j) least = std::min<double>(least, glm::distance(all.position[i], all.position[j]));
    return least;
}

TEST(Emission, AJetIsALatticeWhateverTheStep) {
    for (const glm::vec3 velocity : {glm::vec3(0, 3, 0), glm::vec3(-1, 2, 0.5f), glm::vec3(0, 0, -4)})
        for (const double dt : {0.004, 0.0037, 0.02}) {
            SCOPED_TRACE(dt);
            const Emitter emitter = jet(velocity);
            const Arrivals all = run(emitter, dt, 0, 100 * dt);
            EXPECT_NEAR(least_distance(all), kSpacing, 1e-4);
            // 13 places, each filled anew when what was in it has moved on by a spacing.
            const double layers = 100 * dt * glm::length(velocity) / kSpacing;
            EXPECT_NEAR(double(all.size()), 13 * layers, 1.5);
            for (const glm::vec3& x : all.position) {
                const glm::vec3 away = x - emitter.center, along = glm::normalize(velocity);
                EXPECT_GE(glm::dot(away, along), -1e-4) << "it is inside the jet, not behind its opening";
                EXPECT_LE(glm::length(away - glm::dot(away, along) * along), emitter.radius + 1e-4);
            }
            // Not in slices: no more than two start at once.
            std::vector<float> depths;
            for (const glm::vec3& x : all.position) depths.push_back(glm::dot(x - emitter.center, velocity));
            std::ranges::sort(depths);
            for (size_t k = 2; k < depths.size(); ++k) EXPECT_GT(depths[k] - depths[k - 2], 1e-4f);
        }
}

TEST(Emission, ARateIsKeptAndNobodyStartsInAnother) {
    Emitter emitter = jet();
    const double most = greatest_rate(emitter, {});
    EXPECT_NEAR(most, 13 * 3 / kSpacing, 1e-3);
    for (const double share : {0.1, 0.7, 1.0}) {
        emitter.rate = float(share * most);
        const Arrivals all = run(emitter, 0.004, 0, 2);
        EXPECT_NEAR(double(all.size()), 2 * share * most, 1.5);
        EXPECT_GE(least_distance(all), 0.98 * kSpacing);
        std::set<std::pair<float, float>> places;
        for (const glm::vec3& x : all.position) places.insert({x.x, x.z});
        EXPECT_EQ(places.size(), 13u) << "some places are never used";
    }
}

TEST(Emission, ABoxIsFilledAnewWhenItsContentsHaveLeft) {
    const Emitter box{
        .shape = Emitter::Shape::box, .min = {0, 0, 0}, .max = {0.2f, 0.1f, 0.15f}, .velocity = {-2, 0, 0}};
    Parameters p;
    EXPECT_EQ(opening_of(box, p).places.size(), 4u * 2 * 3);
    const Arrivals all = run(box, 0.003, 0, 0.95);
    EXPECT_EQ(all.size(), 24u * 10);  // once in 0.2 m / 2 m/s, the first at once
    EXPECT_NEAR(least_distance(all), kSpacing, 1e-4);
}

TEST(Emission, BeginsAndEndsOnTime) {
    Emitter emitter = jet();
    emitter.from = 0.503f, emitter.until = 1.003f;
    EXPECT_EQ(run(emitter, 0.01, 0, 0.5).size(), 0u);
    const size_t all = run(emitter, 0.01, 0, 2).size();
    EXPECT_EQ(all, 13u * 30);
    // A run that goes on where another one ended has neither twice nor misses any.
    for (const double cut : {0.3, 0.51, 0.77, 1.0, 1.5}) {
        SCOPED_TRACE(cut);
        EXPECT_EQ(run(emitter, 0.01, 0, cut).size() + run(emitter, 0.01, cut, 2).size(), all);
    }
}

TEST(Emission, InTwoDimensionsADiscIsALine) {
    Parameters p;
    p.dimensions = 2;
    Emitter emitter = jet({3, 4, 0});
    emitter.center.z = 0;
    const std::vector<glm::vec3> places = opening_of(emitter, p).places;
    EXPECT_EQ(places.size(), 5u);
    for (const glm::vec3& x : places) {
        EXPECT_EQ(x.z, 0);
        EXPECT_NEAR(glm::dot(x - emitter.center, emitter.velocity), 0, 1e-6);
    }
}

TEST(Emission, ASpacingOfItsOwnMakesAThinnerJet) {
    Emitter emitter = jet();
    emitter.spacing = 2 * kSpacing;
    const Arrivals all = run(emitter, 0.004, 0, 1);
    EXPECT_NEAR(least_distance(all), 2 * kSpacing, 2e-4);
    EXPECT_NEAR(double(all.size()), 5 * 30, 1);
}

}  // namespace
}  // namespace undine::testing
