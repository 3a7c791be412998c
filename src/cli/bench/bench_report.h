// What `undine bench` found, as JSON, as CSV and as tables.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/provenance.h"
#include "measure/bench.h"
#include "measure/spread.h"
#include "solver/copy_times.h"

namespace undine {

// A backend with its options; every group is measured on every column.
struct BenchColumn {
    std::string backend;  // as --backend names it
    std::string label;    // the same, with what distinguishes columns of one backend
    std::string device;   // for display: name, driver, versions
    DeviceFacts facts;
    int threads = 0;         // of the CPU backend; 0 for others
    uint32_t workgroup = 0;  // of a Vulkan backend; 0 for others
    CopyTimes copy;

    std::vector<double> copy_speeds() const;  // bytes a second, read and written
};

struct BenchGroup {
    std::string scene;
    std::vector<std::string> overrides;  // key=value
    std::string neighbors;               // list, grid
    GroupMeasurement measured;           // one backend per column

    std::string title() const;  // "cube_drop:dt=0.002"
};

struct BenchReport {
    Provenance provenance;  // with the devices of the columns and the scenes of the groups
    BenchSettings settings;
    std::vector<BenchColumn> columns;
    std::vector<BenchGroup> groups;
    bool interrupted = false;  // by the user: the groups are those that were measured whole until then
};

// Figures derived from a pass's time and its work; those that need the work are empty if it is not known.
struct PassFigures {
    Spread ms;                                                                     // per step
    double runs = 0;                                                               // per step
    double ns_per_run = 0;                                                         // per particle
    double share = 0;                                                              // of all passes' time
    std::optional<double> bytes, bytes_per_second, share_of_copy, accessed_bytes;  // bytes: per particle and run
    std::optional<double> flop, flop_per_second, flop_per_byte;                    // flop: per particle and run
};

// One for each pass of the group's measurement in that column.
std::vector<PassFigures> pass_figures(const BenchGroup& group, const BenchColumn& column, const BackendMeasurement& m);

// Whether the pass moved more bytes a second than the fastest of the device's own copies.
bool is_beyond_copies(const PassFigures& figures, const BenchColumn& column);

// Time per step relative to that of the group's first column that has one.
double ratio_to_first(const GroupMeasurement& group, const BackendMeasurement& m);

nlohmann::ordered_json bench_json(const BenchReport& report);

// A line for each case as a whole (pass "step") and for each of its passes.
std::string bench_csv(const BenchReport& report);

// passes: whether to add a table of the passes for each case.
std::string bench_tables(const BenchReport& report, bool passes);
std::string bench_markdown(const BenchReport& report, bool passes);

}  // namespace undine
