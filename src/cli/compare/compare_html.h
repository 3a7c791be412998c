// `undine compare --html`: one self-contained page with everything that was measured.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/provenance.h"
#include "cli/compare/compare_pictures.h"
#include "cli/compare/compare_report.h"
#include "measure/bench.h"

namespace undine {

// What was measured. Members that are empty were not measured, and the page omits them.
struct ComparePage {
    Comparands what;        // of the lockstep run, or of the free runs if there is none
    Provenance provenance;  // with the devices of `what`, in its order, and one scene
    std::string title;      // of the scene; empty for a replay
    std::optional<LockstepReport> lockstep;
    std::optional<FreeRunReport> flow;
    Comparands flow_what;                // of `flow`
    std::vector<FlowPictures> pictures;  // ascending in time
    std::string no_pictures;             // why there are none
    std::optional<GroupMeasurement> times;
    BenchSettings times_settings;
    bool interrupted = false;  // by the user: there are fewer steps than were asked for, and perhaps no more parts

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

// What plots call the backends: "llvmpipe" for "vulkan:llvmpipe", but all of them in full if two would be the same.
std::vector<std::string> short_names(const Comparands& what);

// A plot with a heading and an optional caption.
std::string plot_card(const std::string& title, const std::string& svg, const std::string& caption_markup = {});

}  // namespace undine
