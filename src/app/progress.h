// A progress bar on standard error, drawn only where that is a terminal.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace undine {

class Progress {
  public:
    Progress(std::string what, uint64_t total);
    ~Progress() { clear(); }
    void update(uint64_t done);
    // Takes the bar away, so that what is printed next has the line for itself.
    void clear();

  private:
    std::string what_;
    uint64_t total_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_, drawn_;
};

}  // namespace undine
