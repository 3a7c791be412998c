// How far backends may part: the lines that `undine compare` and the tests hold, each with its reason.
#pragma once

namespace undine {

// One pass on two backends, floats (integers are equal): max |a − b| over the field's RMS, and Σ(a − b)² / Σa².
// Never relative to an element, whose own value may be a difference of nearly equal numbers: λ of one peer differs
// by 4e-3 of itself between float and double.
struct ParityTolerance {
    double max_error = 1e-4;
    double max_nmse = 1e-9;
};

// Whole runs: figures of the flow, as means over 20 times of a run. Three times what four to eight runs of the CPU,
// whose starts differ in the last place, were away from another at worst. Measured on cube_drop, dam_break,
// dam_break_2d, hydrostatic and a dam of 1,920 particles, 200 to 600 steps; the largest of the five counts, its scene
// behind it.
inline constexpr double kFlowCenter = 0.09;        // of h; 0.029, dam_break_2d
inline constexpr double kFlowFront = 0.05;         // of h; 0.016, dam_break_2d
inline constexpr double kFlowEnergy = 0.04;        // relative; 1.2 %, hydrostatic, where little is left; dams 0.4 %
inline constexpr double kFlowCompression = 0.08;   // relative, of the mean of max(C, 0); 2.6 %, 1,920 particles
inline constexpr double kLeastCompression = 1e-4;  // a falling lattice has none but rounding's; dams have 35 times this
inline constexpr double kFlowFullest = 0.013;      // of ρ0, in max C, one particle's value; 0.0042, cube_drop
inline constexpr double kFlowNeighbors = 0.004;    // relative; 0.12 %, 1,920 particles

}  // namespace undine
