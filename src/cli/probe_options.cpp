#include "cli/probe_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "cli/number_option.h"
#include "cli/probe_page.h"
#include "platform/staged_file.h"
#include "platform/whole_file.h"
#include "scene/probe_reading.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr double kSampleTime = 0.01;  // s of the scene between samples, unless asked otherwise

// Nine digits tell floats apart; what is not known is left empty.
std::string cell(double value) {
    char text[32] = "";
    if (std::isfinite(value)) std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

// The values of a line that cell() has written.
std::vector<double> values_of(const std::string& line) {
    std::vector<double> values;
    for (size_t at = 0; at <= line.size();) {
        const size_t end = std::min(line.find(',', at), line.size());
        values.push_back(end > at ? std::strtod(line.c_str() + at, nullptr) : std::numeric_limits<double>::quiet_NaN());
        at = end + 1;
    }
    return values;
}

}  // namespace

void add_probe_options(CLI::App& command, ProbeOptions& options, const std::string& unit) {
    command
        .add_option("--probes", options.table,
                    "write what the scene's [[probe]]s read while it runs, a line per sample")
        ->type_name("FILE.csv");
    command.add_option("--probe-page", options.page, "write the same as a page with a plot of each")
        ->type_name("FILE.html");
    command
        .add_option("--probe-every", options.every,
                    unit + " between samples; default: " +
                        (unit == "steps" ? "a hundred a second of the scene" : "every frame"))
        ->check(number_between(uint64_t{1}, uint64_t{1} << 40))
        ->type_name("N");
}

ProbeRecording::ProbeRecording(const ProbeOptions& options, const Scene& scene, const std::vector<Probe>& probes,
                               uint64_t resumed, std::optional<uint64_t> frame)
    : options_(options), scene_(scene), probes_(probes) {
    if (!options.wanted()) {
        if (options.every > 0)
            throw Error(Exit::usage, "--probe-every is of use only with --probes or --probe-page; name a file for one");
        return;
    }
    const std::vector<std::string> columns = probe_columns(scene);
    for (const std::string& file : {options.table, options.page}) {
        if (file.empty()) continue;
        if (columns.empty())
            throw Error(Exit::bad_input, file + ": would be empty, as the scene has no [[probe]]; add one");
        require_writable(file);
    }
    every_ = options.every > 0 ? options.every * frame.value_or(1) : frame ? *frame : steps_within(scene, kSampleTime);
    header_ = "step,time (s)";
    for (const std::string& column : columns) header_ += "," + column;
    if (resumed == 0 || options.table.empty() || !std::filesystem::is_regular_file(options.table)) return;
    const std::string before = read_whole_file(options.table, "a table of probes", uint64_t{1} << 32);
    for (size_t at = 0; at < before.size();) {
        const size_t end = std::min(before.find('\n', at), before.size());
        const std::string line = before.substr(at, end - at);
        const std::vector<double> values = values_of(line);
        if (at == 0 ? line != header_ : values.size() != columns.size() + 2)
            throw Error(Exit::bad_input, options.table +
                                             ": is not a table of these probes, which the resumed run would "
                                             "continue; name another file");
        if (at > 0 && values[0] <= double(resumed)) rows_.push_back(values);
        at = end + 1;
    }
}

uint64_t ProbeRecording::next_due(uint64_t done) const {
    return every_ > 0 ? (done / every_ + 1) * every_ : ~uint64_t{0};
}

void ProbeRecording::sample(Solver& solver, uint64_t done) {
    if (every_ == 0 || done % every_ > 0) return;
    std::vector<double> row{double(done), solver.time().seconds};
    for (const double value : probe_row(scene_, solver.state(), solver.particle_mass())) row.push_back(value);
    rows_.push_back(row);
}

void ProbeRecording::write_table() const {
    if (options_.table.empty()) return;
    std::string text = header_ + "\n";
    for (const std::vector<double>& row : rows_) {
        text += std::to_string(uint64_t(row[0]));
        for (size_t k = 1; k < row.size(); ++k) text += "," + cell(row[k]);
        text += "\n";
    }
    write_file(options_.table, text);
}

void ProbeRecording::write_page(const std::string& title, bool flat, const std::string& from) const {
    if (!options_.page.empty()) write_file(options_.page, probe_page(title, probes_, flat, rows_, from));
}

}  // namespace undine
