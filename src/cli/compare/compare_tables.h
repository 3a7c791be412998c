// The tables of `undine compare`, for a terminal and for Markdown.
#pragma once
#include "cli/compare/compare_report.h"
#include "report/text_table.h"

namespace undine {

// Every array that a pass writes on this candidate, against its limits.
TextTable candidate_table(const LockstepReport::Candidate& candidate, const ParityTolerance& tolerance);

// "steps 21 to 25"
std::string steps_text(const Comparands& what);

// Tables of free runs: when trajectories part; particles' distances from their twins; the figures that must agree.
TextTable parting_table(const FreeRunReport& report, const Comparands& what);
TextTable distance_table(const FreeRunReport& report, size_t run);
TextTable figure_table(const FreeRunReport& report, const Comparands& what, size_t run);

}  // namespace undine
