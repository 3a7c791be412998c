// Every tolerance of the simulation's tests, with its reason. "Measured" is what the CPU backend had when the line
// was written; drivers differ from it in the last digits.
#pragma once

namespace undine::tolerance {

// --- One step against the double-precision reference (tests/oracle), as parts of the field's RMS.
// RMS of the difference. Positions carry 24 bits, so a displacement of h/30 cannot be known better than to 2e-6,
// nor its velocity. Measured: 3e-6; lambda, which C = ρ/ρ0 − 1 leaves fewer digits, 8e-6.
inline constexpr double kOracleRms = 1e-5;
// The worst particle, as between backends: 3 to 6 times the RMS. Measured: 2e-5; lambda 3e-5.
inline constexpr double kOracleWorst = 1e-4;
// Diffuse particles after 50 steps, in particle spacings: one that becomes foam a step earlier or later has gone its
// own way for 4 ms. Farther than this may be one in 200. Measured: none, RMS 4e-6.
inline constexpr double kDiffuseFar = 1e-3;
// Walls are read from a table by straight lines, the reference integrates: between 2048 samples that is a rounding or
// two more (between 512 it was 6.6e-5 in lambda, 2.5e-5 in velocity).
inline constexpr double kWallTableFactor = 2;
// Friction acts across the direction of a push, which is a difference of positions: of a push of 1e-4 m it is known to
// 3e-4. Measured: one particle at 3.9e-4 with solids, all others within the limits above.
inline constexpr double kFrictionFactor = 3;
// A pair this near to r = h, in parts of h, could be neighbours in float and strangers in double.
inline constexpr double kClosestToSupport = 1e-7;

// --- The half space's table against quadrature, as parts of the largest value.
inline constexpr double kWallTableSample = 1e-6;  // float, and Simpson's 400 panels; measured 3e-7
inline constexpr double kWallTableBetween =
    2e-6;  // straight lines between 2048 samples: a sixteenth of the 9e-6 between 512
// |∫∇W| has a kink at the wall in 2D, s ln s, where straight lines do worst; measured 1.4e-4.
inline constexpr double kWallTableGradientBetween = 3e-4;

// --- Bender's library (tests/data/bender-pbf): three times what its README measured between float and double.
inline constexpr double kBenderPosition1 = 3 * 1.4e-7, kBenderVelocity1 = 3 * 5e-5, kBenderDensity1 = 3 * 1.6e-3;
inline constexpr double kBenderPosition2 = 3 * 4.2e-7, kBenderVelocity2 = 3 * 6e-5, kBenderDensity2 = 3 * 1e-2;
// psi relative to the library's: a float sum of 25 kernels. Measured: 1.2e-6.
inline constexpr double kPsi = 4e-6;

// --- One pass, or a whole run, on a device against the CPU: src/measure/parity_tolerance.h, the lines that
// `undine compare` holds too.

// --- Motion
// Free fall in units of one rounding of x: it enters v as ε/dt every step, at random, so that after n steps v is
// off by √n of them and x by n^1.5. Measured: 0.9 and 1.8.
inline constexpr double kFreeFall = 4;
// A column of WCSPH after 6 s, with ν = 0.05 m²/s: it goes on trembling, at 4 to 5 cm/s with poly6 and spiky, which are
// not one kernel, and at 1 to 2 cm/s with the cubic spline. Measured: 1.3e-3 m²/s², 0.6e-3, 0.1e-3.
inline constexpr double kRestingWcsphEnergy = 2e-3;
// Its mean compression against that of its lattice; max(C, 0) also counts noise. Measured: 1.00, 1.00, 1.02.
inline constexpr double kSoundCompression = 0.05;
// Drift of the momentum as a part of what was exchanged: rounding of x* of 1,234 particles. Measured: 1e-6.
inline constexpr double kMomentum = 1e-5;
// Of ν, relative: what a lattice has of it is made up for, but not the wave's own length and the compression.
// Measured: 5.6 % less, by XSPH 5.9 %; without making up for it 13 % less.
inline constexpr double kViscosity = 0.08;
// Relative, of 2 Ω: the block turns by dt Ω within the step, 0.2 %, of which the square counts. Measured: 4e-5.
inline constexpr double kVorticity = 5e-4;

// A pull. Overshoot is a part of the way of water whose particles feel springs of different strength: measured 1.6 %.
inline constexpr double kPullOvershoot = 0.03;
inline constexpr double kPullSpring = 2e-6;  // of the way of a lone particle, in float: measured 5e-7
inline constexpr double kPullRest = 1e-3;    // m/s left at the end: measured 1e-4
inline constexpr double kPullLag = 1e-4;     // m behind a moving target: measured 4e-7

// --- Forces at the surface
// Pressure in drops of 2.5 h to 5 h against 2σ/r: the layers near the surface order themselves anew in each drop.
// Measured: 0.93, 1.03, 0.93, 1.00.
inline constexpr double kYoungLaplace = 0.15;
inline constexpr double kYoungLaplaceFlat = 0.25;  // in 2D, of 4 h to 10 h; measured: 0.84, 0.97, 0.90, 0.88
// Fourth moment of a drop at rest, 5/7 for a sphere where a cube has 0.6: layers beneath the surface are denser.
// Measured: 0.703, 0.701 with WCSPH.
inline constexpr double kSphere = 0.02;
// Of half a period; a swing from 1.7 to 0.6 of the mean moment takes longer than a small one. Measured: 1.08.
inline constexpr double kRayleigh = 0.15;
inline constexpr double kSphereElongation = 1.15;  // largest over smallest second moment; measured: 1.02 to 1.08
// Degrees, of caps six to ten particles high, from their height. Measured: 124, 97, 77 for 120, 90, 76.
inline constexpr double kContactAngle = 10;
inline constexpr double kAngleAtRest = 4;    // degrees between 12 s and 24 s. Measured: 2.3, 0.1, 0.2
inline constexpr double kDropAtRest = 0.01;  // m/s. Measured: 0.002, 0.002, 0.004
// m/s after 100 steps from 2.3 m/s: PBF reads v off x, which is rounded. Measured: 1.2e-5.
inline constexpr double kLoneDrag = 5e-5;

// --- Neighbours and iterations
// The same sums in another order, in parts of the field's RMS: rounding as in kOracleWorst, in one iteration.
inline constexpr double kReordered = 2e-5;
// Mean of max(C, 0) in float on the device and in double here: C itself is known to 1e-7.
inline constexpr double kMeanError = 1e-7;

// --- The resting column (assets/scenes/hydrostatic.toml)
// m²/s², a unit mass: 4.5 cm/s, a hundredth of the speed of a fall from the column's height. Measured: 8.6e-4.
inline constexpr double kRestingEnergy = 1e-3;
inline constexpr double kRestingCompression = 0.01;  // mean of max(C, 0) at these dt and iterations. Measured: 0.52 %
inline constexpr double kCompressionLaw = 0.2;       // relative; it knows no walls and no disorder. Measured: +7.4 %
inline constexpr double kRestingPeak = 0.1;          // no particle, and so no corner, above 1.1 ρ0. Measured: 0.017
// Of 1 m: disordered particles pack differently from the lattice that defines the mass. Measured: −1.5 % between walls
// with density.
inline constexpr double kHeightLoss = 0.1;
// Relative, of ρ g: particles near walls get half of the vertical pressure force and lean on the others. Measured:
// +4 %.
inline constexpr double kPressureSlope = 0.15;
inline constexpr double kPressureLinear = 0.995;  // correlation with depth. Measured: 0.9995
// The slope of the pressure that steps leave, against the weight over what a lattice feels of a slope; of multipliers
// the mean, too. Measured: +2 %, mean +1 %; of Tait's +4 %.
inline constexpr double kPressureOfMultipliers = 0.05;
// Excess density with a plain clamp that counts as the explosion. Measured: 0.62, where the walls' density leaves
// 0.03.
inline constexpr double kCornerExplosion = 0.4;

// Relative: the pressure that probes read at the floor and in the middle of a wall against the weight above. Measured:
// 1.2 % more and 1.0 % less; of validate's coarsest column 2.0 % at most.
inline constexpr double kProbedWeight = 0.03;

// --- undine validate --quick: the deviations of the coarsest runs, as shares of what their plots say. A third above
// what was measured, but for the dam's and the water's at rest, which are what is asked of every resolution. Violent
// water is chaotic, and coarse particles spread a blow: pressures and heights after an impact have wide bands.
struct Validated {
    const char* plot;
    double mean, largest;
};
inline constexpr Validated kValidated[] = {
    {"dam_front", 0.04, 0.09},          // measured: 0.021, 0.085
    {"dam_height", 0.04, 0.09},         // 0.011, 0.030
    {"impact_front", 0.04, 0.09},       // 0.018, 0.049
    {"impact_pressure", 0.8, 2.5},      // 0.53, 1.86: of ρ g H, where the blow is 2.66 ρ g H
    {"obstacle_p1", 0.18, 2.8},         // 0.131, 2.08
    {"obstacle_p3", 0.17, 2.5},         // 0.122, 1.83
    {"obstacle_p5", 0.08, 0.45},        // 0.052, 0.32
    {"obstacle_h4", 0.08, 0.45},        // 0.052, 0.34
    {"obstacle_h2", 0.04, 0.25},        // 0.026, 0.18
    {"obstacle_h1", 0.09, 0.4},         // 0.065, 0.29
    {"rest_pressure", 0.03, 0.03},      // 0.011, 0.020
    {"wave_pressure", 0.08, 0.6},       // 0.056, 0.452: the first steps, before there is a pressure
    {"wave", 0.2, 0.55},                // 0.144, 0.416
    {"sloshing", 0.2, 0.9},             // 0.150, 0.657
    {"swirl", 0.03, 0.04},              // 0.019, 0.029
    {"channel", 0.02, 0.05},            // 0.013, 0.031
    {"channel_slip", 0.02, 0.05},       // 0.015, 0.033
    {"drop_swing", 0.5, 1.05},          // 0.373, 0.786
    {"drop_pressure", 0.15, 0.15},      // 0.115
    {"contact_angle", 0.03, 0.03},      // 0.007
    {"floating", 0.055, 0.055},         // 0.041
    {"angular_momentum", 0.025, 0.05},  // 0.018, 0.037
    {"energy", 0.9, 1.0},               // 0.674, 0.948
};
inline constexpr double kWavePeriod = 0.05;  // relative. Measured at 20 particles' depth: 2.9 % too short

// --- Collapse of a column (tests/data/martin-moyce)
inline constexpr double kMartinMoyce = 0.1;  // relative: the scatter of the repeated experiment. Measured: 6.6 %, 6.7 %
inline constexpr double kGateRelease = 0.2;  // in T: when the gate let go is not known better. Measured: 0.10

// --- Long runs on different backends: three times the spread of eight runs of the CPU whose starts differ in the
// last place, measured 0.9 mm, 2.2 mm, 1.9 mm, 1.2 % and 1.7 % after 600 steps.
inline constexpr double kTrajectoryFront = 0.003;    // m
inline constexpr double kTrajectoryCenterX = 0.007;  // m
inline constexpr double kTrajectoryCenterY = 0.006;  // m
inline constexpr double kTrajectoryEnergy = 0.04;    // relative, mean over the run
inline constexpr double kTrajectoryError = 0.05;     // relative, mean over the run

// --- The first steps on different backends, against the CPU, in particle spacings. By then rounding has
// grown to 0.010 where water has hit a mesh, on SwiftShader as on the CPU whose start differs in the last place, and to
// 8e-6 in solids that float.
inline constexpr double kBeginningPosition = 0.05;
inline constexpr double kBeginningSolid = 1e-3;

// --- Spray, foam and bubbles
// Relative, of the light that dots add to pictures of 144, 288 and 576 rows: those that overlap cover each other, and
// the display's curve takes from bright ones. Measured: 6 % and 0.3 %.
inline constexpr double kDotLight = 0.15;

// --- Drawn spheres
// Relative: the rays come from floats, 6e-8 each, and the surface's height above the disc from a root of their
// differences, which kSphereRim keeps from amplifying them more than tenfold.
inline constexpr double kSphereDepth = 1e-6;
inline constexpr double kSphereRim = 0.1;         // of the radius: nearer to the rim nothing but coverage is compared
inline constexpr uint64_t kSphereRimSamples = 2;  // samples so close to a rim that rounding decides
// Σ⁻¹ is a float's: the inverse of axes of ratio 4 loses 4 bits.
inline constexpr double kEllipsoidDepth = 1e-5;
// Halves of 11 bits summed over some ten sprites, and sprites widened by part of a pixel.
inline constexpr double kSlabThickness = 0.02;
inline constexpr double kSphereNormal = 1.1;  // steps of 8 bits: half from rounding, 0.6 is what sRGB is allowed

// --- The water's surface
inline constexpr double kNormalRim = 0.3;  // as kSphereRim; nearer to it the surface turns by much within a pixel
// rad: half a step of 8 bits from rounding and 0.6 that sRGB is allowed, in each of three components.
inline constexpr double kNormalRounding = 1.1 / 127.5 * 1.7320508;
inline constexpr double kFlatDegrees = 2;  // of 99 in 100 normals of a plane; measured 0.9, unfiltered 65
// Worst, of normals beside drops: measured 6.6, and 38 if drops are filtered with the water.
inline constexpr double kUnderDropDegrees = 10;
// Radii: a grey level is 0.09 of them, and a spline through every other sample cuts a sphere's top by less.
inline constexpr double kNearFront = 0.2;
inline constexpr double kNearFrontShare = 0.1;  // of the water's pixels that are beside a silhouette

// --- Pictures of water
inline constexpr double kLookShare =
    0.002;  // of the pixels that a slider's end changes, at least: the sun's glint is small
// Steps of 8 bits between blocks of pictures of 640 and 3840 pixels: filters reach as far in radii, but not in samples,
// and edges are smoothed over one pixel.
inline constexpr double kSizeBlock = 12, kSizeMean = 3;

// --- A window's image against the picture
// Steps of 8 bits of a channel: sRGB → linear → sRGB rounds once more, in float far below half a step.
inline constexpr int kPresentedDifference = 1;

// --- Golden pictures: two numbers
inline constexpr int kGoldenDifference = 6;    // steps of 8 bits of a channel that nobody sees
inline constexpr double kGoldenShare = 0.002;  // of the pixels may differ by more

}  // namespace undine::tolerance
