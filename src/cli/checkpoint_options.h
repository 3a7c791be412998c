// --checkpoint, --checkpoint-every and --resume: long work survives whatever ends the program.
#pragma once
#include <optional>
#include <string>

#include "app/checkpoint.h"
#include "app/simulation_options.h"
#include "solver/solver.h"

namespace CLI {
class App;
}

namespace undine {

struct Simulation;

struct CheckpointOptions {
    std::string directory;  // empty: no checkpoints
    uint64_t every = 100;
    std::string resume;  // a directory; empty: from the start
};

// unit: what --checkpoint-every counts, "steps" or "frames".
void add_checkpoint_options(CLI::App& command, CheckpointOptions& options, const std::string& unit);

class Checkpoints {
  public:
    // Reads what is to be resumed: the newest checkpoint that is whole; says so if an older one is taken. work: names
    // the command and what else a run must share to continue another. Throws Error(bad_input) if there is none, if it
    // is of another simulation or work, or if --checkpoint cannot write.
    Checkpoints(const CheckpointOptions& options, const Simulation& simulation, const std::string& work);

    // To be called before the first step. Continues from the checkpoint, if one is resumed.
    void resume(Solver& solver) const;
    uint64_t resumed_steps() const { return resumed_ ? resumed_->steps : 0; }
    uint64_t resumed_pictures() const { return resumed_ ? resumed_->pictures : 0; }
    bool resumes() const { return resumed_.has_value(); }

    bool wanted() const { return !options_.directory.empty(); }

    // done: units so far. Whether a checkpoint is due there; the number of the next that has one.
    bool due(uint64_t done) const { return wanted() && done > 0 && done % options_.every == 0; }
    uint64_t next_due(uint64_t done) const {
        return wanted() ? (done / options_.every + 1) * options_.every : ~uint64_t{0};
    }

    // Waits for the device. Throws Error(bad_input).
    void save(Solver& solver, uint64_t steps, uint64_t pictures = 0);

    // The same at the end of the work, if the state there is not saved already.
    void save_end(Solver& solver, uint64_t steps, uint64_t pictures = 0);

    // "; the same command with --resume DIR continues", or nothing if no checkpoint has been saved.
    std::string how_to_resume() const;

  private:
    const CheckpointOptions& options_;
    std::string title_, scene_;
    std::optional<Checkpoint> resumed_;
    bool saved_ = false;
    uint64_t saved_steps_ = 0;
};

}  // namespace undine
