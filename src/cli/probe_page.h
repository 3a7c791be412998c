// What probes read as a page: a plot over time for each.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "scene/probe.h"

namespace undine {

// rows: the step, the time (s) and the values, one of each probe, of a velocity one for each axis; not finite: none.
// from: a line that says where they come from.
std::string probe_page(const std::string& title, std::span<const Probe> probes, bool flat,
                       const std::vector<std::vector<double>>& rows, const std::string& from);

}  // namespace undine
