// Every tolerance of the tests, with its reason. "Measured" is the worst over the backends that had been run when the line
// was written.
#pragma once

namespace undine::tolerance {

inline constexpr double kOracleRms = 1e-5;
inline constexpr double kOracleWorst = 1e-4;
inline constexpr double kWallTableFactor = 8;
inline constexpr double kClosestToSupport = 1e-7;
inline constexpr double kWallTableSample = 1e-6;
inline constexpr double kWallTableBetween = 2e-5;
inline constexpr double kWallTableGradientBetween = 3e-4;
inline constexpr double kBenderPosition1 = 3 * 1.4e-7, kBenderVelocity1 = 3 * 5e-5, kBenderDensity1 = 3 * 1.6e-3;
inline constexpr double kBenderPosition2 = 3 * 4.2e-7, kBenderVelocity2 = 3 * 6e-5, kBenderDensity2 = 3 * 1e-2;
inline constexpr double kPsi = 4e-6;
inline constexpr double kFreeFall = 4;
inline constexpr double kMomentum = 1e-5;
inline constexpr double kReordered = 2e-5;
inline constexpr double kMeanError = 1e-7;
inline constexpr double kVorticity = 1e-3;
inline constexpr double kMartinMoyce = 0.1;
inline constexpr double kGateRelease = 0.2;
inline constexpr double kRestingEnergy = 1e-3;
inline constexpr double kRestingCompression = 0.01;
inline constexpr double kCompressionLaw = 0.2;
inline constexpr double kRestingPeak = 0.1;
inline constexpr double kHeightLoss = 0.1;
inline constexpr double kPressureSlope = 0.2;
inline constexpr double kPressureLinear = 0.98;
inline constexpr double kCornerExplosion = 0.4;
inline constexpr double kTrajectoryFront = 0.1;
inline constexpr double kTrajectoryCenterX = 0.05;
inline constexpr double kTrajectoryCenterY = 0.005;
inline constexpr double kTrajectoryEnergy = 0.05;
inline constexpr double kTrajectoryError = 0.05;
}  // namespace undine::tolerance
