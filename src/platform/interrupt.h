// Ctrl-C, SIGTERM and SIGHUP: the first signal asks a command to finish its current work and write what it has; the
// second ends the program at once.
#pragma once
#include <string>

#include "undine/error.h"

namespace undine {

// While a guard lives, the first signal only sets a flag and, on a terminal, prints a note; at most one guard may live
// at a time. A signal that was already ignored, e.g. because of nohup, stays ignored.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

// Whether a signal has asked the program to end.
bool interrupted();

// The exit code in that case: 128 + the signal's number, as shells report it.
Exit interrupted_exit();

// Throws Error(interrupted_exit(), "interrupted " + how_far) if interrupted().
void throw_if_interrupted(const std::string& how_far);

}  // namespace undine
