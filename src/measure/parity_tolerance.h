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
// between a CPU run and four to eight others, whose starts differ from its own in the last place, or those of lavapipe
// and SwiftShader. Measured on cube_drop, dam_break, dam_break_2d, dam_break_obstacle and hydrostatic, 200 to 600
// steps, and with the classic style on a dam of 1,920 particles; each comment names the largest and its scene. Where
// the reference is below the least value, a relative limit is taken of that value instead: so little is mostly chance.
inline constexpr double kFlowCenter = 0.09;          // of h; 0.028, dam_break_2d
inline constexpr double kFlowFront = 0.05;           // of h; 0.016, dam_break_2d, classic
inline constexpr double kFlowEnergy = 0.04;          // relative; 0.66 %, dam_break_2d; classic hydrostatic 1.2 %
inline constexpr double kLeastEnergy = 0.005;        // m²/s², times 0.04: 7e-5 of 0.002, hydrostatic, all but at rest
inline constexpr double kFlowCompression = 0.08;     // relative, of the mean of max(C, 0); 2.6 %, 1,920 particles
inline constexpr double kLeastCompression = 0.0065;  // times 0.08: 1.7e-4 of 0.0014, dam_break_2d
inline constexpr double kFlowFullest = 0.039;        // of ρ0, in max C, one particle's value; 0.013, dam_break_2d
inline constexpr double kFlowNeighbors = 0.004;      // relative; 0.12 %, 1,920 particles

}  // namespace undine
