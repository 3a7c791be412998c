// How far two backends' values of a field differ, compared channel by channel, in one walk over the words each.
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

// A vec4 is a vector and a scalar of another unit: compared together, the larger would hide the smaller one's error.
struct Channel {
    const char* suffix;             // of the field's name: ".xyz", ".w", ""
    uint32_t first, count, stride;  // words
    bool integers;                  // which must be equal; otherwise floats
    std::string unit;
};

// The channels of a field; in 2D the unit of a density is kg/m².
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
    std::optional<uint32_t> particle;  // id of the particle whose value it is; empty if it is no particle's
    double a = 0, b = 0;
};

// One channel after one run of a pass.
struct ChannelComparison {
    uint64_t compared = 0;  // values
    bool integers = false;
    uint64_t unequal_integers = 0;
    uint64_t not_finite = 0;    // values not finite in one backend or both; no pass may produce one
    double max_difference = 0;  // |a − b|, in the field's unit
    double rms = 0;             // of the first backend's values
    double rounding = 0;        // error that may be due to the rounding of larger operands, in the field's unit
    double nmse = 0;            // Σ(a − b)² / Σa²; 0 if a is all zero: see max_difference then
    Moment moment;
    Place place;  // of the largest difference, or of the first unequal integer or non-finite value if there is one

    // The largest tolerated |a − b|, in the field's unit; 0 for integers.
    double limit(const ParityTolerance& tolerance) const { return integers ? 0 : tolerance.max_error * rms + rounding; }
    // The fraction of the tolerance that is used up. Integers must be equal; floats must have max |a − b| ≤ max_error ·
    // RMS and NMSE ≤ max_nmse, plus the rounding. Above 1: beyond tolerance; infinite if nothing is tolerated.
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
    double max_part_of_rms = 0;    // the largest max_difference / rms of a run; 0 if the field was always zero
    double max_nmse = 0;
    UlpHistogram ulps;        // floats
    ChannelComparison worst;  // the run that came nearest to the limit, or farthest beyond
    std::optional<ChannelComparison> first_beyond;

    bool within() const { return !first_beyond; }
    void add(const ChannelComparison& comparison, const ParityTolerance& tolerance);
};

// Compares a's words with b's. If `from` is given, positions are compared as displacements from it, since the first
// operand of the sum would hide errors of the second. The differences in ulp, of the values as they are, are added to
// `ulps`.
ChannelComparison compare_channel(const Channel& channel, std::span<const uint32_t> a, std::span<const uint32_t> b,
                                  std::span<const uint32_t> from, UlpHistogram& ulps);

}  // namespace undine
