// Ctrl-C, SIGTERM and SIGHUP: the first asks a command to finish what it is at and to write what it has; the second
// ends the program at once.
#pragma once
#include <string>

#include "error.h"

namespace undine {

// While one lives, the first signal only raises a flag; at most one at a time. A signal that was ignored when the
// program started, as by nohup, stays ignored.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
};

// Whether the end was asked for.
bool interrupted();

// What the program then ends with: 128 + the signal's number, as shells report it.
Exit interrupted_exit();

// Where the end was asked for: throws Error(interrupted_exit(), "interrupted " + how_far).
void throw_if_interrupted(const std::string& how_far);

}  // namespace undine
