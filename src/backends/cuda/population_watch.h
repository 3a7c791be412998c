// Reads `population` as of the last step that is known to have finished, without waiting for later ones.
#pragma once
#include <array>
#include <optional>

#include "backends/cuda/device_array.h"
#include "solver/population.h"

namespace undine::cuda {

class PopulationWatch {  // destroyed when the stream has executed everything
  public:
    // Enqueues a copy on the stream, unless all places hold copies that have not been executed yet.
    void record(const void* population, cudaStream_t stream);

    // The latest copy that has been executed; nothing before the first.
    std::optional<Population> latest();

    // Discards all copies so far, because the population has been replaced; the stream must have executed everything.
    void forget();

  private:
    static constexpr uint32_t kPlaces = 4;

    Population* place(uint32_t p) const { return static_cast<Population*>(copied_.data()) + p; }

    PinnedMemory copied_;  // kPlaces; allocated for the first copy
    std::array<Event, kPlaces> executed_;
    uint32_t oldest_ = 0, copies_ = 0;  // the places form a ring
    std::optional<Population> latest_;
};

}  // namespace undine::cuda
