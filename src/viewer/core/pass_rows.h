// The rows of the panel's table of passes: those that have run, in the order of a frame.
#pragma once
#include "render/look/style.h"
#include "viewer/core/pass_means.h"

namespace undine {

// Means per frame; runs is 0 if a pass did not run lately. Passes that the tables do not know come after the others.
std::vector<PassTime> simulation_rows(const PassMeans& means);
std::vector<PassTime> drawing_rows(const PassMeans& means, Style style);

// Whether the table of that style's pictures has a place for a pass, by the name of its group.
bool has_place(std::string_view pass, Style style);

}  // namespace undine
