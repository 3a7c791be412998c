// `population` as it was after steps that have been executed, without waiting for one that has not.
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

    // Whether record() has a place to copy to: there are a few, each taken until its copy has been executed.
    bool has_room() const { return copies_ < kPlaces; }

    // Records a copy into the submission that is being recorded. The caller has put a barrier before it.
    void record(const BufferRange& population);

    // The last copy that is known to be executed.
    std::optional<Population> latest();

    // Copies recorded before are of a population that is no more.
    void forget();

  private:
    static constexpr uint32_t kPlaces = 4;

    Context& context_;
    Commands& commands_;
    Buffer copied_;                               // a Population a place
    std::array<uint64_t, kPlaces> submission_{};  // that executes the copy into each place
    uint32_t oldest_ = 0, copies_ = 0;            // a ring
    std::optional<Population> latest_;
};

}  // namespace undine
