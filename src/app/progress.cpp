#include "app/progress.h"

#include <unistd.h>

#include <cstdio>

namespace undine {
using std::chrono::duration;
using std::chrono::steady_clock;

Progress::Progress(std::string what, uint64_t total, uint64_t begun_at)
    : what_(std::move(what)),
      total_(total),
      begun_at_(begun_at),
      terminal_(isatty(STDERR_FILENO)),
      start_(steady_clock::now()) {
    update(begun_at);
}

void Progress::clear() {
    if (!terminal_) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
    terminal_ = false;
}

void Progress::update(uint64_t done) {
    const auto now = steady_clock::now();
    if (!terminal_ || (done > begun_at_ && done < total_ && now - drawn_ < std::chrono::milliseconds(100))) return;
    drawn_ = now;
    constexpr int kWidth = 32;
    const double part = total_ > 0 ? double(done) / double(total_) : 1;
    std::string bar(static_cast<size_t>(part * kWidth), '#');
    bar.resize(kWidth, '.');
    const double elapsed = duration<double>(now - start_).count();
    std::fprintf(stderr, "\r\033[K%s [%s] %llu/%llu", what_.c_str(), bar.c_str(), static_cast<unsigned long long>(done),
                 static_cast<unsigned long long>(total_));
    if (done > begun_at_ && done < total_)
        std::fprintf(stderr, ", %.0f s left", elapsed / double(done - begun_at_) * double(total_ - done));
    std::fflush(stderr);
}

}  // namespace undine
