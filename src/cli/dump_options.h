// --dump and --dump-to: arrays as passes leave them, as files.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "recording/dumping_backend.h"
#include "render/image_dumps.h"
#include "solver/backend.h"

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

// The backend itself if no array is to be dumped.
std::unique_ptr<Backend> with_dumps(std::unique_ptr<Backend> backend, const Dumps& dumps);

}  // namespace undine
