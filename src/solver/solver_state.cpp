// The state of the particles: set, saved, restored, measured and read.
#include <algorithm>
#include <numeric>

#include "internal_error.h"
#include "scene/scene.h"
#include "solver/diffuse.h"
#include "solver/field_transfer.h"
#include "solver/fluid_params.h"
#include "solver/solids.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine {
namespace {

bool fits_diffuse(const SavedDiffuse& saved, uint32_t capacity) {
    return saved.position.size() == capacity && saved.velocity.size() == capacity && saved.id.size() == capacity;
}

}  // namespace

void Solver::restart(const ParticleState& initial, const StateTime& start) {
    const size_t count = initial.size();
    UNDINE_CHECK(initial.velocity.size() == count && initial.density.size() == count &&
                     initial.pressure.size() == count && initial.id.size() == count,
                 "the arrays of a particle state differ in length");
    UNDINE_CHECK(has_room_for(count), "restart() is given a number of particles that has_room_for() refuses");
    std::vector<vec4> position(count), velocity(count);
    for (size_t i = 0; i < count; ++i) {
        position[i] = vec4(initial.position[i], initial.density[i]);
        velocity[i] = vec4(initial.velocity[i], initial.pressure[i]);
    }
    upload(*backend_, Field::position, position);
    upload(*backend_, Field::velocity, velocity);
    upload(*backend_, Field::id, initial.id);
    backend_->fill(Field::tally, 0);
    if (extents_.diffuse > 0) clear_diffuse(*backend_);
    initial_ = initial;
    steps_ = 0;
    in_state_order_ = false;

    time_ = start;
    let_in_ = 0;
    population_ = {.living = static_cast<uint32_t>(count), .before = static_cast<uint32_t>(count)};
    emissions_.clear();
    for (const Emitter& emitter : scene_->emitters) emissions_.emplace_back(emitter, scene_->parameters, start.seconds);
    receive_reactions();
    reactions_.clear();
    solid_states_ = start.solids.empty() ? states_at(scene_->solids, time_.seconds) : start.solids;
    floating_ = extents_.reactions > 0
                    ? std::make_unique<FloatingBodies>(*scene_, FloatingHistory{.start = solid_states_})
                    : nullptr;
    upload(*backend_, Field::solid, solids_as_they_are());
    if (extents_.counts_vary()) {
        for (const uint32_t id : initial.id) time_.next_id = std::max(time_.next_id, id + 1);
        backend_->upload(Field::population, &population_, sizeof population_);
        bound_living();
    }
    // The error that a step may leave is that of the densities before it, which a state from a lattice does not know.
    const auto unknown = [](float density) { return density == 0; };
    if (extents_.multipliers > 0 && params_->error_per_step > 0 && std::ranges::all_of(initial.density, unknown)) {
        sort_state();
        backend_->fill(Field::tally, 0);
    }
}

SavedState Solver::save() {
    receive_reactions();
    const Tally counted = tally();
    return {.particles = state(),
            .time = time_,
            .population = population(),
            .let_in = let_in_,
            .dropped_neighbors = counted.dropped_neighbors,
            .clamped_speeds = counted.clamped_speeds,
            .floating = floating_ ? floating_->history() : FloatingHistory{},
            .reactions = reactions_,
            .diffuse = extents_.diffuse > 0 ? save_diffuse(*backend_, extents_) : SavedDiffuse{}};
}

void Solver::restore(const SavedState& state) {
    const size_t solids = scene_->solids.size();
    const auto fits = [&](const std::vector<Reaction>& step) { return step.empty() || step.size() == solids; };
    const FloatingHistory& history = state.floating;
    if (!has_room_for(state.particles.size()) || history.start.size() != (floating_ ? solids : 0) ||
        !std::ranges::all_of(history.steps, fits, &FloatingHistory::Step::reactions) ||
        !std::ranges::all_of(state.reactions, fits) || state.reactions.size() > kReactionLag ||
        history.steps.size() > FloatingBodies::kMostSteps || !fits_diffuse(state.diffuse, extents_.diffuse))
        throw Error(Exit::bad_input,
                    scene_->source + ": a saved state of other particles or solids cannot continue it");
    restart(state.particles, state.time);
    write_tally({state.dropped_neighbors, state.clamped_speeds});
    if (floating_) floating_ = std::make_unique<FloatingBodies>(*scene_, history);
    reactions_ = state.reactions;
    if (extents_.diffuse > 0) restore_diffuse(*backend_, state.diffuse);
    if (!extents_.counts_vary()) return;
    let_in_ = state.let_in;
    population_ = state.population;
    backend_->upload(Field::population, &population_, sizeof population_);
    bound_living();
}

ParticleState Solver::state() {
    if (steps_ == 0) return initial_;
    const auto position = download<vec4>(*backend_, Field::position, extents_),
               velocity = download<vec4>(*backend_, Field::velocity, extents_),
               predicted_lambda = download<vec4>(*backend_, Field::predicted_lambda, extents_);
    const auto id = download<uint32_t>(*backend_, Field::id, extents_);
    std::vector<uint32_t> order(population().living);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return id[a] < id[b]; });
    ParticleState s;
    s.resize(order.size());
    for (size_t k = 0; k < order.size(); ++k) {
        const uint32_t i = order[k];
        s.position[k] = vec3(position[i]);
        s.velocity[k] = vec3(velocity[i]);
        s.pressure[k] = velocity[i].w;
        s.density[k] = position[i].w;
        s.lambda[k] = predicted_lambda.empty() ? 0 : predicted_lambda[i].w;
        s.id[k] = id[i];
    }
    return s;
}

DiffuseState Solver::diffuse() { return extents_.diffuse > 0 ? diffuse_state(*backend_, extents_) : DiffuseState{}; }

DiffusePopulation Solver::diffuse_population() {
    return extents_.diffuse > 0 ? undine::diffuse_population(*backend_) : DiffusePopulation{};
}

// Reorders the state to match the neighbours and lambda of a measurement.
void Solver::sort_state() {
    sort_at_rest();
    method_->density(*backend_);
    const auto source = download<uint32_t>(*backend_, Field::source, extents_),
               id = download<uint32_t>(*backend_, Field::id, extents_);
    const auto position = download<vec4>(*backend_, Field::position, extents_),
               velocity = download<vec4>(*backend_, Field::velocity, extents_);
    const auto density = download<float>(*backend_, Field::density, extents_);
    std::vector<vec4> sorted_position, sorted_velocity;
    std::vector<uint32_t> sorted_id;
    for (size_t slot = 0; slot < population().living; ++slot) {
        const uint32_t i = source[slot];
        sorted_position.push_back(vec4(vec3(position[i]), density[slot]));
        sorted_velocity.push_back(velocity[i]);
        sorted_id.push_back(id[i]);
    }
    upload(*backend_, Field::position, sorted_position);
    upload(*backend_, Field::velocity, sorted_velocity);
    upload(*backend_, Field::velocity_star, sorted_velocity);
    upload(*backend_, Field::id, sorted_id);
    in_state_order_ = true;
}

// Sorts the particles and finds their neighbours at their current positions, draining none: for measure(), and for
// derive() if the arrays do not match the state.
void Solver::sort_at_rest() {
    backend_->run(Pass::locate);
    sort_and_list(*backend_, *params_);
}

Solver::Measurement Solver::measure() {
    Backend& b = *backend_;
    const GroupScope group(b, "measurement", time_.steps);  // no part of a step
    sort_at_rest();
    in_state_order_ = false;
    if (variant_.neighbors == PBF_NEIGHBORS_GRID) b.run(Pass::find_neighbors);
    method_->density(b);
    Measurement m{download<float>(*backend_, Field::density, extents_),
                  download<uvec2>(*backend_, Field::neighbor_count, extents_),
                  download<vec4>(*backend_, Field::solid, extents_),
                  download<uvec2>(*backend_, Field::mesh_field, extents_),
                  0,
                  0};
    const uint32_t living = population().living;
    m.density.resize(living);
    m.neighbor_count.resize(living);
    const Tally counted = tally();
    m.dropped_neighbors = counted.dropped_neighbors;
    m.clamped_speeds = counted.clamped_speeds;
    return m;
}

Solver::Tally Solver::tally() {
    Tally sum;
    for (uvec2 t : download<uvec2>(*backend_, Field::tally, extents_)) {
        sum.dropped_neighbors += t.x;
        sum.clamped_speeds += t.y;
    }
    return sum;
}

// Only the sums have a meaning; none of the words may overflow.
void Solver::write_tally(Tally sum) {
    constexpr uint64_t kMost = 1u << 31;
    std::vector<uvec2> words(element_count(Field::tally, extents_));
    for (uvec2& t : words) {
        t = {std::min(sum.dropped_neighbors, kMost), std::min(sum.clamped_speeds, kMost)};
        sum.dropped_neighbors -= t.x;
        sum.clamped_speeds -= t.y;
    }
    upload(*backend_, Field::tally, words);
}

}  // namespace undine
