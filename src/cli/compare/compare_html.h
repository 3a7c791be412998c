// `undine compare --html`: one page with everything that was measured, which needs nothing but itself.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/provenance.h"
#include "cli/compare/compare_pictures.h"
#include "cli/compare/compare_report.h"
#include "measure/bench.h"

namespace undine {

// What was measured; what is empty was not, and the page has nothing in its place.
struct ComparePage {
    Comparands what;        // of the lockstep run, or of the free runs where there is no other
    Provenance provenance;  // its devices are those of `what`, in this order, its scene is the only one
    std::string title;      // of the scene; empty of a replay
    std::optional<LockstepReport> lockstep;
    std::optional<FreeRunReport> flow;
    Comparands flow_what;                // of `flow`
    std::vector<FlowPictures> pictures;  // ascending in time
    std::string no_pictures;             // why there are none
    std::optional<GroupMeasurement> times;
    BenchSettings times_settings;

    bool within() const;
    std::string verdict() const;  // one sentence
};

std::string compare_html(const ComparePage& page);

// The report of `--markdown`: the verdict and the tables, ready to be pasted.
std::string compare_markdown(const ComparePage& page);

// The report of `--json`, with every number of the page. What was not measured is null.
nlohmann::ordered_json compare_json(const ComparePage& page);

// The parts of the page, in compare_html_*.cpp.
std::string lockstep_section(const ComparePage& page);
std::string flow_section(const ComparePage& page);
std::string pictures_section(const ComparePage& page);
std::string times_section(const ComparePage& page);

// "llvmpipe" of "vulkan:llvmpipe": what a plot calls a backend; the whole where two would be the same.
std::vector<std::string> short_names(const Comparands& what);

// A plot with a heading and a few words under it.
std::string plot_card(const std::string& title, const std::string& svg, const std::string& caption_markup = {});

}  // namespace undine
