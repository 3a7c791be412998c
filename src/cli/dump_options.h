// --dump and --dump-to: arrays as passes leave them, as files.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "recording/dumping_backend.h"
#include "render/image_dumps.h"
#include "solver/backend.h"

namespace CLI {
class App;
}

namespace undine {

struct DumpOptions {
    std::vector<std::string> requests;
    std::string folder = "out/dumps";
};

struct Dumps {
    std::vector<DumpRequest> arrays;
    std::vector<ImageDumpRequest> images;  // after passes that are not the solver's
    std::string folder;
};

// draws: the command makes pictures, whose images can be asked for.
void add_dump_options(CLI::App& command, DumpOptions& options, bool draws);

// What is asked for. Throws Error: usage for a request that names no pass or array, bad_input if the folder cannot be
// written.
Dumps read_dumps(const DumpOptions& options, bool draws);

// The states that a command makes pictures of: after the steps first, first + every … last.
struct PictureSteps {
    uint64_t first = 1, every = 1, last = 0;
};

// Throws Error(usage) for an array after a step that is not one of first to last, or an image of a state that no
// picture shows.
void require_steps(const Dumps& dumps, uint64_t first, uint64_t last, const PictureSteps& pictures = {});

// The backend itself if no array is to be dumped.
std::unique_ptr<Backend> with_dumps(std::unique_ptr<Backend> backend, const Dumps& dumps);

}  // namespace undine
