// Particles that come and go: sinks, emitters, and how many are living.
#include <algorithm>
#include <utility>

#include "internal_error.h"
#include "scene/scene.h"
#include "solver/field_transfer.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine {

// The half spaces and boxes as `drain` reads them; in 2D a box is unbounded along z.
void Solver::upload_sinks(const Scene& scene) {
    std::vector<vec4> corners;
    for (const Sink& sink : scene.sinks) {
        if (sink.shape == Sink::Shape::half_space) {
            corners.insert(corners.end(), {vec4(sink.normal, 1), vec4(sink.offset, 0, 0, 0)});
            continue;
        }
        const bool flat = scene_->parameters.dimensions == 2;
        constexpr float kFar = 1e30f;
        corners.push_back(vec4(sink.min.x, sink.min.y, flat ? -kFar : sink.min.z, 0));
        corners.push_back(vec4(sink.max.x, sink.max.y, flat ? kFar : sink.max.z, 0));
    }
    upload(*backend_, Field::sink, corners);
}

void Solver::add(const Arrivals& arrivals) {
    UNDINE_CHECK(extents_.counts_vary(), "particles are added to a solver whose count is fixed");
    const uint32_t first_id = time_.next_id;
    let_in(arrivals);
    in_state_order_ = false;
    if (steps_ > 0) return;
    const uint32_t living = population().living;
    for (uint32_t k = 0; initial_.size() < living; ++k) {
        initial_.position.push_back(arrivals.position[k]);
        initial_.velocity.push_back(arrivals.velocity[k]);
        initial_.id.push_back(first_id + k);
        initial_.resize(initial_.position.size());
    }
}

// Lets in what the emitters release in the step from now to `end`, s.
void Solver::emit(double end) {
    Arrivals arrivals;
    for (Emission& emission : emissions_) emission.append(time_.seconds, end, arrivals);
    let_in(arrivals);
}

// In batches of at most extents_.arrivals.
void Solver::let_in(const Arrivals& arrivals) {
    std::vector<vec4> position, velocity;
    for (size_t first = 0; first < arrivals.size(); first += extents_.arrivals) {
        const auto count = static_cast<uint32_t>(std::min<size_t>(extents_.arrivals, arrivals.size() - first));
        position.clear(), velocity.clear();
        for (size_t k = first; k < first + count; ++k) {
            position.push_back(vec4(arrivals.position[k], 0));
            velocity.push_back(vec4(arrivals.velocity[k], 0));
        }
        if (time_.next_id > ~uint32_t{0} - count)
            throw Error(Exit::bad_input,
                        "four billion particles have arrived and no ids are left for others; "
                        "continue from a saved state");
        let_in_ += count;
        bound_living();
        const uint32_t waiting[] = {count, std::exchange(time_.next_id, time_.next_id + count)};
        static_assert(POPULATION_FIRST_ID == POPULATION_ARRIVALS + 1);
        backend_->write(Field::population, waiting, sizeof waiting, POPULATION_ARRIVALS * sizeof(uint32_t));
        backend_->write(Field::arrival_position, position.data(), count * sizeof(vec4));
        backend_->write(Field::arrival_velocity, velocity.data(), count * sizeof(vec4));
        backend_->run(Pass::admit);
        backend_->run(Pass::emit);
    }
}

// Tells the backend how many particles may be living: the last count that was read, plus all arrivals since. Rounded up
// to a sixteenth of the capacity, so that a backend can reuse what it prepared for a count.
void Solver::bound_living() {
    const Population known = latest_population();
    const uint64_t since = let_in_ - (uint64_t{known.admitted} + known.turned_away);
    const uint64_t most = uint64_t{known.living} + since, step = extents_.particles / 16 + 1;
    backend_->set_most_living(
        static_cast<uint32_t>(std::min<uint64_t>(extents_.particles, (most + step - 1) / step * step)));
}

Population Solver::population() {
    if (extents_.counts_vary()) backend_->download(Field::population, &population_, sizeof population_);
    return population_;
}

Population Solver::latest_population() {
    if (const auto latest = backend_->latest_population()) population_ = *latest;
    return population_;
}

}  // namespace undine
