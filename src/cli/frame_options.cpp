#include "cli/frame_options.h"

#include <CLI/CLI.hpp>

#include "cli/number_option.h"

namespace undine {

void add_frame_options(CLI::App& command, FrameOptions& options, const FrameHelp& help) {
    command.add_option("--frames", options.count, help.frames)
        ->required()
        ->check(number_between(uint64_t{1}, uint64_t{10'000'000}))
        ->type_name("N");
    command.add_option("--start", options.start, help.start)
        ->check(number_between(uint64_t{0}, uint64_t{10'000'000}))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--every", options.every, help.every)
        ->check(number_between(uint64_t{1}, uint64_t{10'000}))
        ->type_name("N")
        ->capture_default_str();
}

}  // namespace undine
