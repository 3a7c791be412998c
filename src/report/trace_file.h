// Writes a Trace as files that other programs read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "platform/trace.h"

namespace undine {

// What is known of a span beyond the timeline, with the unit in its name: {"GB/s", 12.5}.
using SpanArguments = std::function<std::vector<std::pair<std::string, double>>(const Trace::Span&)>;

// The trace event format of Chrome, which Perfetto (ui.perfetto.dev), chrome://tracing and Speedscope open: complete
// events with µs since the trace's start, one thread for each track. since: what had ended by then, on Trace::now()'s
// clock, is left out. arguments: said with each span, besides its invocations. Throws Error(bad_input).
void write_trace(const std::filesystem::path& file, const Trace& trace, int64_t since = INT64_MIN,
                 const SpanArguments& arguments = {});

// Comma-separated values: of each outermost group (a frame, or a step) and pass of each track, how often it ran and for
// how long. Throws Error(bad_input).
void write_pass_csv(const std::filesystem::path& file, const Trace& trace);

}  // namespace undine
