// What bench knows of the passes on its timeline beyond their times.
#pragma once
#include "cli/bench/bench_report.h"
#include "report/trace_file.h"

namespace undine {

// Of each run of a pass whose work was counted: the compulsory "bytes" that it moves, the "GB/s" that makes, and the
// invocations of a "workgroup" where that is the column's. The trace must outlive it, and the report's names of passes.
SpanArguments bench_span_arguments(const BenchReport& report, const Trace& trace);

}  // namespace undine
