// --probes, --probe-page and --probe-every: what a scene's probes read while it runs, as a table and as plots.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace undine {

struct Probe;
struct Scene;
class Solver;

struct ProbeOptions {
    std::string table, page;  // CSV, HTML; empty: none
    uint64_t every = 0;       // steps or frames; 0: a hundred samples a second of the scene, about, or every frame
    bool wanted() const { return !table.empty() || !page.empty(); }
};

// unit: what --probe-every counts, "steps" or "frames".
void add_probe_options(CLI::App& command, ProbeOptions& options, const std::string& unit);

class ProbeRecording {
  public:
    // probes: the scene's. resumed: of so many steps an earlier run may have written the rows before into the table;
    // they are read and kept. frame: steps of a frame, if --probe-every counts frames. Throws Error(bad_input) if the
    // scene has no probes, if a file cannot be written, or if the table is another's.
    ProbeRecording(const ProbeOptions& options, const Scene& scene, const std::vector<Probe>& probes, uint64_t resumed,
                   std::optional<uint64_t> frame = {});

    // The number of the next step after `done` that is sampled.
    uint64_t next_due(uint64_t done) const;
    // Reads the probes after `done` steps of the run, if that is due. Waits for the solver.
    void sample(Solver& solver, uint64_t done);

    // Throw Error(bad_input). from: probe_page().
    void write_table() const;
    void write_page(const std::string& title, bool flat, const std::string& from) const;

  private:
    const ProbeOptions& options_;
    const Scene& scene_;
    const std::vector<Probe>& probes_;
    uint64_t every_ = 0;
    std::string header_;
    std::vector<std::vector<double>> rows_;  // the step, the time (s), probe_row()
};

}  // namespace undine
