// Reads `population` as of the last step that is known to have finished, without waiting for later ones.
#pragma once
#include <array>
#include <optional>

#include "backends/cuda/device_array.h"
#include "solver/population.h"

namespace undine::cuda {

class PopulationWatch {
  public:
    PopulationWatch() = default;
    PopulationWatch(const PopulationWatch&) = delete;
    PopulationWatch& operator=(const PopulationWatch&) = delete;
    ~PopulationWatch();  // the stream must have executed everything

    // Enqueues a copy on the stream, unless all places hold copies that have not been executed yet.
    void record(const void* population, cudaStream_t stream);

    // The latest copy that has been executed; nothing before the first.
    std::optional<Population> latest();

    // Discards all copies so far, because the population has been replaced; the stream must have executed everything.
    void forget();

  private:
    static constexpr uint32_t kPlaces = 4;

    Population* copied_ = nullptr;  // kPlaces, in page-locked memory: copies to pageable memory would wait
    std::array<Event, kPlaces> executed_;
    uint32_t oldest_ = 0, copies_ = 0;  // the places form a ring
    std::optional<Population> latest_;
};

}  // namespace undine::cuda
