// Writes a Trace as files that other programs read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "platform/trace.h"

namespace undine {

// The trace event format of Chrome, which Perfetto (ui.perfetto.dev), chrome://tracing and Speedscope open: complete
// events with µs since the trace's start, one thread for each track. since: what had ended by then, on Trace::now()'s
// clock, is left out. Throws Error(bad_input).
void write_trace(const std::filesystem::path& file, const Trace& trace, int64_t since = INT64_MIN);

// Comma-separated values: of each outermost group (a frame, or a step) and pass of each track, how often it ran and for
// how long. Throws Error(bad_input).
void write_pass_csv(const std::filesystem::path& file, const Trace& trace);

}  // namespace undine
