// A progress bar on standard error, drawn only if that is a terminal.
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
    // Erases the bar and draws it no more, so that what is printed next has the line to itself.
    void clear();

  private:
    std::string what_;
    uint64_t total_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_, drawn_;
};

}  // namespace undine
