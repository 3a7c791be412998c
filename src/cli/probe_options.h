// --probes and --probe-every: what a scene's probes read while it runs, as a table.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace undine {

struct Scene;
class Solver;

struct ProbeOptions {
    std::string file;    // CSV; empty: none
    uint64_t every = 0;  // steps; 0: about a hundred samples a second of the scene
};

void add_probe_options(CLI::App& command, ProbeOptions& options);

class ProbeRecording {
  public:
    // resumed: of so many steps an earlier run may have written the rows before; they are read and kept. Throws
    // Error(bad_input) if the scene has no probes, if the file cannot be written, or if it is another table's.
    ProbeRecording(const ProbeOptions& options, const Scene& scene, uint64_t resumed);

    // The number of the next step after `done` that is sampled.
    uint64_t next_due(uint64_t done) const;
    // Reads the probes after `done` steps of the run, if that is due. Waits for the solver.
    void sample(Solver& solver, uint64_t done);
    // Throws Error(bad_input).
    void write() const;

  private:
    const ProbeOptions& options_;
    const Scene& scene_;
    uint64_t every_ = 0;
    std::string header_, rows_;
};

}  // namespace undine
