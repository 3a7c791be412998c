// Every tolerance of the tests, with its reason. "Measured" is the worst over the backends that had been run when the line
// was written.
#pragma once

namespace undine::tolerance {

inline constexpr double kOracle = 1e-5;
inline constexpr double kOracleWallTable = 1e-5;
inline constexpr double kClosestToSupport = 1e-7;

}  // namespace undine::tolerance
