// --frames, --start and --every: which frames of a scene are written.
#pragma once
#include <cstdint>

namespace CLI {
class App;
}

namespace undine {

struct FrameOptions {
    uint64_t count = 0;  // frames to write
    uint64_t start = 0;  // the number of the first; 0 is the initial state
    uint64_t every = 1;
    uint64_t at(uint64_t k) const { return start + k * every; }  // the number of the k-th, from 0
    uint64_t last() const { return at(count - 1); }
};

// The help of each option, in the words of the command.
struct FrameHelp {
    const char *frames, *start, *every;
};

void add_frame_options(CLI::App& command, FrameOptions& options, const FrameHelp& help);

}  // namespace undine
