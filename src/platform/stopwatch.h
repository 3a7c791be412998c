// Wall-clock time.
#pragma once
#include <chrono>

namespace undine {

class Stopwatch {
  public:
    // Milliseconds since it was made.
    double ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace undine
