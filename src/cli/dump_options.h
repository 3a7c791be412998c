// --dump and --dump-to: arrays as passes leave them, as files.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "solver/backend.h"

namespace undine {

struct DumpOptions {
    std::vector<std::string> requests;
    std::string folder = "out/dumps";
};

void add_dump_options(CLI::App& command, DumpOptions& options);

// The backend itself if nothing is to be dumped. Throws Error: usage for a request that names no pass or array,
// bad_input if the folder cannot be written.
std::unique_ptr<Backend> with_dumps(std::unique_ptr<Backend> backend, const DumpOptions& options);

}  // namespace undine
