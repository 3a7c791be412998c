// `population` as it was after steps that have been executed, without waiting for one that has not.
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
    ~PopulationWatch();  // the stream has executed everything

    // Puts a copy on the stream, unless too many are still to be executed.
    void record(const void* population, cudaStream_t stream);

    // The last copy that has been executed.
    std::optional<Population> latest();

    // Copies recorded before are of a population that is no more; the stream has executed everything.
    void forget();

  private:
    static constexpr uint32_t kPlaces = 4;

    Population* copied_ = nullptr;  // kPlaces in page-locked memory: copies into other memory wait
    std::array<Event, kPlaces> executed_;
    uint32_t oldest_ = 0, copies_ = 0;  // a ring
    std::optional<Population> latest_;
};

}  // namespace undine::cuda
