// A progress bar on standard error, drawn only if that is a terminal.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace undine {

class Progress {
  public:
    // begun_at: what was done before, and took no time of this.
    Progress(std::string what, uint64_t total, uint64_t begun_at = 0);
    ~Progress() { clear(); }
    void update(uint64_t done);
    // Erases the bar and draws it no more, so that what is printed next has the line to itself.
    void clear();

  private:
    std::string what_;
    uint64_t total_, begun_at_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_, drawn_;
};

}  // namespace undine
