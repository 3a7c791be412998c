#include "platform/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string>

namespace undine {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// Globals, because a signal handler can reach nothing else.
volatile std::sig_atomic_t received = 0;
struct sigaction before[std::size(kSignals)];

void on_signal(int signal) {
    if (received != 0) {
        std::signal(signal, SIG_DFL);
        raise(signal);  // delivered when this handler returns
        return;
    }
    received = signal;
    constexpr char kText[] = "\r\033[Kundine: finishing; press Ctrl-C again to end at once\n";
    if (isatty(STDERR_FILENO)) [[maybe_unused]]
        const ssize_t ignored = write(STDERR_FILENO, kText, sizeof kText - 1);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    received = 0;
    for (size_t s = 0; s < std::size(kSignals); ++s) {
        sigaction(kSignals[s], nullptr, &before[s]);
        if (before[s].sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(kSignals[s], &action, nullptr);
    }
}

InterruptGuard::~InterruptGuard() {
    for (size_t s = 0; s < std::size(kSignals); ++s) sigaction(kSignals[s], &before[s], nullptr);
}

bool interrupted() { return received != 0; }

Exit interrupted_exit() { return static_cast<Exit>(128 + received); }

void throw_if_interrupted(const std::string& how_far) {
    if (interrupted()) throw Error(interrupted_exit(), "interrupted " + how_far);
}

}  // namespace undine
