// Distances between floats in units in the last place: how many floats lie between two, whatever their size.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace undine {

// The number of steps between adjacent finite floats that lead from a to b. Floats are numbered on one line through
// zero, so that the distances of two floats of different signs to zero add up, and −0 is 0.
inline uint64_t ulp_distance(float a, float b) {
    const auto place = [](float x) {
        const int64_t magnitude = std::bit_cast<uint32_t>(std::abs(x));
        return std::signbit(x) ? -magnitude : magnitude;
    };
    return static_cast<uint64_t>(std::abs(place(a) - place(b)));
}

// How many values were how far apart: by 0, 1, 2–3, 4–7 … ulp; the last bucket has no upper end.
struct UlpHistogram {
    static constexpr size_t kBuckets = 16;
    std::array<uint64_t, kBuckets> count{};

    void add(uint64_t ulps) { ++count[std::min<size_t>(std::bit_width(ulps), kBuckets - 1)]; }
    void add(const UlpHistogram& other) {
        for (size_t k = 0; k < kBuckets; ++k) count[k] += other.count[k];
    }

    uint64_t total() const {
        uint64_t sum = 0;
        for (uint64_t n : count) sum += n;
        return sum;
    }
    // The last bucket that is not empty; 0 if nothing was counted.
    size_t last_used() const {
        size_t last = 0;
        for (size_t k = 0; k < kBuckets; ++k)
            if (count[k] > 0) last = k;
        return last;
    }

    // "0", "1", "2–3" … "≥ 16384"
    static std::string bucket_name(size_t bucket) {
        if (bucket < 2) return std::to_string(bucket);
        const uint64_t from = uint64_t{1} << (bucket - 1);
        return bucket + 1 == kBuckets ? "≥ " + std::to_string(from)
                                      : std::to_string(from) + "–" + std::to_string(2 * from - 1);
    }
};

}  // namespace undine
