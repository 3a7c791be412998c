// What two backends' values of a field have in common: compared channel by channel, one walk over the words each.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/parity_tolerance.h"
#include "measure/ulp.h"
#include "solver/pass_table.h"

namespace undine {

// A vec4 is a vector and a scalar of another unit: together, the larger would hide the smaller one's error.
struct Channel {
    const char* suffix;             // of the field's name: ".xyz", ".w", ""
    uint32_t first, count, stride;  // words
    bool integers;                  // that must be equal; otherwise floats
    std::string unit;
};

// In 2D a density is kg/m².
std::vector<Channel> channels_of(Field field, uint32_t dimensions);

// When a pass ran.
struct Moment {
    uint64_t step = 0;   // 1: the first
    uint32_t run = 0;    // of this pass within the step, 1: the first
    uint64_t order = 0;  // among all runs of all passes
};

// One value of a field, as both backends have it.
struct Place {
    uint64_t element = 0;
    uint32_t word = 0;                 // of the element: 0 is .x
    std::optional<uint32_t> particle;  // whose value it is, where it is a particle's
    double a = 0, b = 0;
};

// One channel after one run of a pass.
struct ChannelComparison {
    uint64_t compared = 0;  // values
    bool integers = false;
    uint64_t unequal_integers = 0;
    uint64_t not_finite = 0;    // values that are not finite in either backend: no pass may make one
    double max_difference = 0;  // |a − b|, in the field's unit
    double rms = 0;             // of the first backend's values
    double rounding = 0;        // what cancellation makes of the rounding of larger operands, in the field's unit
    double nmse = 0;            // Σ(a − b)² / Σa²; 0 where a is all zero: max_difference says it then
    Moment moment;
    Place place;  // of the largest difference; of the first integer unequal or value not finite, where there is one

    // What |a − b| may be, in the field's unit; 0 for integers.
    double limit(const ParityTolerance& tolerance) const { return integers ? 0 : tolerance.max_error * rms + rounding; }
    // The part of what is tolerated that was used: integers equal; floats: max |a − b| ≤ max_error · RMS and
    // NMSE ≤ max_nmse, beyond the rounding. Above 1: beyond tolerance; infinite where nothing is tolerated.
    double share_of_limit(const ParityTolerance& tolerance) const;
};

// Everything seen so far of one channel that one pass writes: sums and maxima over the pass's runs.
struct ChannelDifference {
    std::string pass, channel;
    Field field;
    std::string unit;
    uint64_t compared = 0;
    bool integers = false;
    uint64_t unequal_integers = 0;
    uint64_t not_finite = 0;
    uint64_t pairs_differing = 0;  // field `neighbors` only: neighbor_sets.h
    double max_difference = 0;     // |a − b|, in the field's unit
    double max_part_of_rms = 0;    // the same over the RMS of its time; of a field that was all zero: 0
    double max_nmse = 0;
    UlpHistogram ulps;        // floats
    ChannelComparison worst;  // the run that came nearest to the limit, or farthest beyond
    std::optional<ChannelComparison> first_beyond;

    bool within() const { return !first_beyond; }
    void add(const ChannelComparison& comparison, const ParityTolerance& tolerance);
};

// Compares a's words with b's. Where `from` is given, positions are compared as displacements from there: a sum's
// first operand would hide errors of the second. Differences in ulp, of the values as they are, are added to
// `ulps`.
ChannelComparison compare_channel(const Channel& channel, std::span<const uint32_t> a, std::span<const uint32_t> b,
                                  std::span<const uint32_t> from, UlpHistogram& ulps);

}  // namespace undine
