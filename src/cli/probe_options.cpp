#include "cli/probe_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "cli/number_option.h"
#include "error.h"
#include "platform/staged_file.h"
#include "platform/whole_file.h"
#include "scene/probe_reading.h"
#include "solver/fluid_params.h"
#include "solver/solver.h"

namespace undine {
namespace {

constexpr double kSampleTime = 0.01;  // s of the scene between samples, unless asked otherwise

// Nine digits tell floats apart; what is not known is left empty.
std::string cell(double value) {
    char text[32] = "";
    if (std::isfinite(value)) std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

}  // namespace

void add_probe_options(CLI::App& command, ProbeOptions& options) {
    command
        .add_option("--probes", options.file, "write what the scene's [[probe]]s read while it runs, a line per sample")
        ->type_name("FILE.csv");
    command
        .add_option("--probe-every", options.every, "steps between samples; default: a hundred a second of the scene")
        ->check(number_between(uint64_t{1}, uint64_t{1} << 40))
        ->type_name("N")
        ->needs("--probes");
}

ProbeRecording::ProbeRecording(const ProbeOptions& options, const Scene& scene, uint64_t resumed)
    : options_(options), scene_(scene) {
    if (options.file.empty()) return;
    const std::vector<std::string> columns = probe_columns(scene);
    if (columns.empty())
        throw Error(Exit::bad_input, options.file + ": would be empty, as the scene has no [[probe]]; add one");
    require_writable(options.file);
    every_ = options.every > 0 ? options.every : steps_within(scene, kSampleTime);
    header_ = "step,time (s)";
    for (const std::string& column : columns) header_ += "," + column;
    header_ += "\n";
    if (resumed == 0 || !std::filesystem::is_regular_file(options.file)) return;
    const std::string before = read_whole_file(options.file, "a table of probes", uint64_t{1} << 32);
    if (!before.starts_with(header_))
        throw Error(Exit::bad_input, options.file +
                                         ": is not a table of these probes, which the resumed run would "
                                         "continue; name another file");
    for (size_t at = header_.size(); at < before.size();) {
        const size_t end = std::min(before.find('\n', at), before.size() - 1) + 1;
        if (std::strtoull(before.c_str() + at, nullptr, 10) > resumed) break;
        rows_ += before.substr(at, end - at);
        at = end;
    }
}

uint64_t ProbeRecording::next_due(uint64_t done) const {
    return every_ > 0 ? (done / every_ + 1) * every_ : ~uint64_t{0};
}

void ProbeRecording::sample(Solver& solver, uint64_t done) {
    if (every_ == 0 || done % every_ > 0) return;
    rows_ += std::to_string(done) + "," + cell(solver.time().seconds);
    for (const double value : probe_row(scene_, solver.state(), solver.params().particle_mass))
        rows_ += "," + cell(value);
    rows_ += "\n";
}

void ProbeRecording::write() const {
    if (every_ > 0) write_file(options_.file, header_ + rows_);
}

}  // namespace undine
