#include "viewer/core/pass_rows.h"

#include <algorithm>
#include <span>

#include "solver/backend.h"

namespace undine {
namespace {

// In the order in which a frame runs them.
constexpr std::string_view kParticlePasses[] = {"sum_health",  "finish_health", "mesh shadow", "obstacles", "sky map",
                                                "floor light", "sun map",       "particles",   "shade",     "tank",
                                                "legend",      "show",          "present",     "panel"};
constexpr std::string_view kWaterPasses[] = {
    "sum_health", "finish_health", "fit_ellipsoid", "mesh shadow", "obstacles", "water front",   "tiles",
    "smoothing",  "sun thickness", "water light",   "behind",      "thickness", "water surface", "antialias",
    "spray",      "tank",          "show",          "present",     "panel"};

std::span<const std::string_view> passes_of(Style style) {
    if (style == Style::water) return kWaterPasses;
    return kParticlePasses;
}

std::vector<PassTime> rows_of(std::span<const std::string_view> names, const std::vector<PassTime>& measured) {
    std::vector<PassTime> rows;
    for (const std::string_view name : names) rows.push_back({std::string(name)});
    for (const PassTime& t : measured) add_pass_time(rows, t.name, t.ms, t.runs);
    std::erase_if(rows, [&](const PassTime& row) { return !std::ranges::count(measured, row.name, &PassTime::name); });
    return rows;
}

}  // namespace

std::vector<PassTime> simulation_rows(const PassMeans& means) {
    static const std::vector<std::string> groups = [] {
        std::vector<std::string> names;
        for (size_t p = 0; p < kPassCount; ++p) {
            std::string group(group_of(timed_name(static_cast<Pass>(p))));
            if (!kPassesBesideSteps.contains(static_cast<Pass>(p)) && !std::ranges::count(names, group))
                names.push_back(group);
        }
        return names;
    }();
    const std::vector<std::string_view> names(groups.begin(), groups.end());
    return rows_of(names, means.simulation);
}

std::vector<PassTime> drawing_rows(const PassMeans& means, Style style) {
    return rows_of(passes_of(style), means.drawing);
}

bool has_place(std::string_view pass, Style style) { return std::ranges::count(passes_of(style), pass) > 0; }

}  // namespace undine
