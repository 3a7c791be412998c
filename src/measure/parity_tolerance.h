// How far backends may differ: the limits that `undine compare` and the tests apply, each with its reason.
#pragma once

namespace undine {

// One pass on two backends, floats (integers are equal): max |a − b| over the field's RMS, and Σ(a − b)² / Σa².
// Never relative to a single element, whose value may be a difference of nearly equal numbers: in one comparable
// solver, λ differs by 4e-3 of itself between float and double.
struct ParityTolerance {
    double max_error = 1e-4;
    double max_nmse = 1e-9;
};

// Whole runs: figures of the flow, averaged over 20 samples of a run. Each limit is three times the largest difference
// among four to eight CPU runs whose starts differ in the last place. Measured on cube_drop, dam_break, dam_break_2d,
// hydrostatic and a dam of 1,920 particles, 200 to 600 steps; each comment names the largest of the five and its scene.
inline constexpr double kFlowCenter = 0.09;        // of h; 0.029, dam_break_2d
inline constexpr double kFlowFront = 0.05;         // of h; 0.016, dam_break_2d
inline constexpr double kFlowEnergy = 0.04;        // relative; 1.2 %, hydrostatic, where little is left; dams 0.4 %
inline constexpr double kFlowCompression = 0.08;   // relative, of the mean of max(C, 0); 2.6 %, 1,920 particles
inline constexpr double kLeastCompression = 1e-4;  // a falling lattice has only rounding; dams have 35 times this
inline constexpr double kFlowFullest = 0.013;      // of ρ0, in max C, one particle's value; 0.0042, cube_drop
inline constexpr double kFlowNeighbors = 0.004;    // relative; 0.12 %, 1,920 particles

}  // namespace undine
