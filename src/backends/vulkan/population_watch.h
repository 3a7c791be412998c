// Reads `population` as of the last step that is known to have finished, without waiting for later ones.
#pragma once
#include <array>
#include <optional>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "solver/population.h"

namespace undine {

class PopulationWatch {
  public:
    PopulationWatch(Context& context, Commands& commands);

    // Whether record() has a free place to copy to. There are a few; each stays taken until latest() finds that its
    // copy has been executed.
    bool has_room() const { return copies_ < kPlaces; }

    // Records a copy into the current submission. The caller has already recorded the barrier that it needs.
    void record(const BufferRange& population);

    // The latest copy that is known to have been executed; nothing before the first.
    std::optional<Population> latest();

    // Discards all copies so far: the population has been replaced.
    void forget();

  private:
    static constexpr uint32_t kPlaces = 4;

    Context& context_;
    Commands& commands_;
    Buffer copied_;                               // one Population per place
    std::array<uint64_t, kPlaces> submission_{};  // the submission that executes the copy into each place
    uint32_t oldest_ = 0, copies_ = 0;            // the places form a ring
    std::optional<Population> latest_;
};

}  // namespace undine
