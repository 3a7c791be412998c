#include "solver/solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "error.h"
#include "internal_error.h"
#include "scene/sampling.h"
#include "solver/boundary.h"
#include "solver/fluid_params.h"
#include "solver/mesh_field.h"
#include "solver/solids.h"
#include "solver/wall_table.h"
#include "text/text.h"

namespace undine {

namespace {
template <class T>
void upload(Backend& backend, Field field, const std::vector<T>& data) {
    backend.upload(field, data.data(), data.size() * sizeof(T));
}

bool pulls(const FluidParams& p) { return p.pull_inv_radius_sq > 0 && p.pull_rate > 0; }

// Compares everything that make_wall_table() reads.
bool same_wall_table(const Parameters& a, float mass_a, const Parameters& b, float mass_b) {
    return a.kernel == b.kernel && a.dimensions == b.dimensions && a.support_radius == b.support_radius &&
           a.particle_spacing == b.particle_spacing && a.rest_density == b.rest_density && mass_a == mass_b;
}

// Compares the parameters that the boundary particles and sort_boundary() depend on.
bool same_boundary(const Parameters& a, const Parameters& b) {
    return a.kernel == b.kernel && a.support_radius == b.support_radius && a.rest_density == b.rest_density &&
           a.walls == b.walls && a.boundary_spacing == b.boundary_spacing && a.grid == b.grid;
}

// Bodies that float feel the water of the step before the last: then the device has a step to work on while the host
// waits for what the one before it did. On every backend, so that all compute the same.
constexpr uint32_t kReactionLag = 2;

// Most particles admitted in one batch: their vec4s fill a write of 64 KiB. More arrive in several batches.
constexpr uint32_t kMostArrivals = 4096;

uint32_t capacity_of(const Scene& scene, const ParticleState& initial, uint32_t least) {
    if (initial.size() == 0 && scene.emitters.empty())
        throw Error(Exit::bad_input, scene.source + ": no particles to simulate");
    const uint32_t asked = scene.parameters.particle_capacity, room = std::max(asked, least);
    if (asked > 0 && room < initial.size())
        throw Error(Exit::bad_input, scene.source + ": particle_capacity is " + std::to_string(asked) +
                                         ", but the scene begins with " + std::to_string(initial.size()) +
                                         " particles; raise it, or leave it out");
    return std::max(room, static_cast<uint32_t>(initial.size()));
}

uint32_t mesh_nodes_of(const Scene& scene) {
    constexpr uint64_t kMost = 1 << 23;  // 256 MiB; also, places in the array are written as floats
    const uint64_t nodes = field_places(scene.solids, scene.parameters.support_radius).nodes;
    if (nodes > kMost)
        throw Error(Exit::bad_input, scene.source + ": the meshes are too large for the support_radius, " +
                                         number_text(scene.parameters.support_radius) + " m: their fields need " +
                                         grouped_text(nodes) + " nodes, and at most " + grouped_text(kMost) +
                                         " are allowed; scale them down, or raise support_radius");
    return static_cast<uint32_t>(nodes);
}

// A picture can show only those quantities that the method's passes leave behind.
void require_derivable(const Scene& scene, const Method& method, const Extents& extents, FieldSet derived) {
    for (Field field : {Field::predicted_lambda})
        if (derived.contains(field) && element_count(field, extents) == 0)
            throw Error(Exit::bad_input, scene.source + ": method = \"" + std::string(method.name) +
                                             "\" has no λ to colour particles by; choose another colouring");
}
}  // namespace

Solver::Solver(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
               std::unique_ptr<Backend> backend, const SolverOptions& options)
    : backend_(std::move(backend)),
      method_(&method_of(scene.parameters.method)),
      scene_(scene),
      variant_(make_variant(scene.parameters)),
      solids_move_(solids_move(scene)) {
    const auto count = capacity_of(scene, initial, options.least_capacity);
    const FieldSet derived = options.derived;
    params_ = make_fluid_params(scene, count, static_cast<uint32_t>(boundary.size()));
    extents_ = {.particles = count,
                .boundary = params_.boundary_count,
                .cells = params_.cell_count,
                .list_capacity = params_.list_capacity,
                .vorticity = confines_vorticity(params_) || derived.contains(Field::vorticity) ? count : 0,
                .surface_normals = has_tension(params_) ? count : 0,
                .adheres = adheres(params_),
                .friction = params_.friction > 0,
                .restitution = params_.restitution > 0,
                .ellipsoids = derived.contains(Field::ellipsoid) ? count : 0,
                .planes = params_.plane_count,
                .solids = params_.solid_count,
                .mesh_nodes = mesh_nodes_of(scene)};
    extents_.reactions = params_.reaction_count;
    if (count > initial.size() || !scene.emitters.empty() || !scene.sinks.empty()) {
        extents_.arrivals = kMostArrivals;
        extents_.sinks = static_cast<uint32_t>(scene.sinks.size());
    }
    params_.counts_vary = extents_.counts_vary();
    extents_.passes = passes_of(*method_, extents_);
    require_derivable(scene, *method_, extents_, derived);

    const SortedBoundary sorted = sort_boundary(boundary, params_, variant_);
    backend_->allocate(extents_, variant_);
    backend_->set_params(params_);
    upload(*backend_, Field::boundary_position, sorted.position);
    upload(*backend_, Field::boundary_cell_start, sorted.cell_start);
    upload_solid_density();
    backend_->fill(Field::solid_term, 0);  // without solids it is never written
    if (extents_.counts_vary()) upload_sinks(scene);
    restart(initial, options.start);
}

void Solver::restart(const ParticleState& initial, const StateTime& start) {
    const size_t count = initial.size();
    UNDINE_CHECK(has_room_for(count), "restart() is given a number of particles that has_room_for() refuses");
    std::vector<vec4> position(count), velocity(count);
    for (size_t i = 0; i < count; ++i) {
        position[i] = vec4(initial.position[i], initial.density[i]);
        velocity[i] = vec4(initial.velocity[i], 0);
    }
    upload(*backend_, Field::position, position);
    upload(*backend_, Field::velocity, velocity);
    upload(*backend_, Field::id, initial.id);
    backend_->fill(Field::tally, 0);
    initial_ = initial;
    steps_ = 0;
    in_state_order_ = false;

    time_ = start;
    let_in_ = 0;
    population_ = {.living = static_cast<uint32_t>(count), .before = static_cast<uint32_t>(count)};
    emissions_.clear();
    for (const Emitter& emitter : scene_.emitters) emissions_.emplace_back(emitter, scene_.parameters, start.seconds);
    receive_reactions();
    reactions_.clear();
    solid_states_ = start.solids.empty() ? states_at(scene_.solids, time_.seconds) : start.solids;
    floating_ = extents_.reactions > 0
                    ? std::make_unique<FloatingBodies>(scene_, FloatingHistory{.start = solid_states_})
                    : nullptr;
    upload(*backend_, Field::solid, solid_array(scene_, solid_states_));
    if (!extents_.counts_vary()) return;
    for (const uint32_t id : initial.id) time_.next_id = std::max(time_.next_id, id + 1);
    backend_->upload(Field::population, &population_, sizeof population_);
    bound_living();
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
            .reactions = reactions_};
}

void Solver::restore(const SavedState& state) {
    const size_t solids = scene_.solids.size();
    const auto fits = [&](const std::vector<Reaction>& step) { return step.empty() || step.size() == solids; };
    const FloatingHistory& history = state.floating;
    if (!has_room_for(state.particles.size()) || history.start.size() != (floating_ ? solids : 0) ||
        (!history.accelerations.empty() && history.accelerations.size() != solids) ||
        !std::ranges::all_of(history.steps, fits, &FloatingHistory::Step::reactions) ||
        !std::ranges::all_of(state.reactions, fits) || state.reactions.size() > kReactionLag ||
        history.steps.size() > FloatingBodies::kMostSteps)
        throw Error(Exit::bad_input, scene_.source + ": a saved state of other particles or solids cannot continue it");
    restart(state.particles, state.time);
    write_tally({state.dropped_neighbors, state.clamped_speeds});
    if (floating_) floating_ = std::make_unique<FloatingBodies>(scene_, history);
    reactions_ = state.reactions;
    if (!extents_.counts_vary()) return;
    let_in_ = state.let_in;
    population_ = state.population;
    backend_->upload(Field::population, &population_, sizeof population_);
    bound_living();
}

// The half spaces and boxes as `drain` reads them; in 2D a box is unbounded along z.
void Solver::upload_sinks(const Scene& scene) {
    std::vector<vec4> corners;
    for (const Sink& sink : scene.sinks) {
        if (sink.shape == Sink::Shape::half_space) {
            corners.insert(corners.end(), {vec4(sink.normal, 1), vec4(sink.offset, 0, 0, 0)});
            continue;
        }
        const bool flat = scene_.parameters.dimensions == 2;
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

bool Solver::adopt(const Scene& scene) {
    const Parameters& p = scene.parameters;
    if (p.particle_capacity != scene_.parameters.particle_capacity) return false;
    const FluidParams params = make_fluid_params(scene, extents_.particles, extents_.boundary);
    const Variant variant = make_variant(p);
    const bool fits = method_ == &method_of(p.method) && params.cell_count == extents_.cells &&
                      params.list_capacity == extents_.list_capacity && mesh_nodes_of(scene) == extents_.mesh_nodes &&
                      (extents_.vorticity > 0 || !confines_vorticity(params)) &&
                      (extents_.surface_normals > 0 || !has_tension(params)) &&
                      (extents_.adheres > 0 || !adheres(params)) && (extents_.friction > 0 || params.friction == 0) &&
                      (extents_.restitution > 0 || params.restitution == 0) && variant.kernel == variant_.kernel &&
                      variant.neighbors == variant_.neighbors;
    const bool wants_particles = p.walls == WallModel::particles,
               has_them = scene_.parameters.walls == WallModel::particles;
    const bool boundary_stays =
        wants_particles == has_them && (extents_.boundary == 0 || same_boundary(p, scene_.parameters));
    if (!fits || !boundary_stays || !same_sampling(p, scene_.parameters)) return false;

    const bool table_stays = same_wall_table(p, params.particle_mass, scene_.parameters, params_.particle_mass);
    scene_.parameters = p;
    params_ = params;
    params_.counts_vary = extents_.counts_vary();
    write_pull();
    if (floating_) floating_->adopt(p);
    if (steps_ == 0) in_state_order_ = false;  // the density at rest may have changed
    if (!table_stays) upload_solid_density();
    return true;
}

void Solver::set_pull(const Pull& pull) {
    pull_ = pull;
    write_pull();
}

void Solver::write_pull() {
    const bool flat = params_.dimensions == 2;  // nothing would bring a particle back into the plane
    auto in_space = [&](const vec3& v) { return vec4(v.x, v.y, flat ? 0 : v.z, 0); };
    params_.pull_target = in_space(pull_.target);
    params_.pull_velocity = in_space(pull_.velocity);
    params_.pull_inv_radius_sq = pull_.radius > 0 ? 1 / (pull_.radius * pull_.radius) : 0;
    params_.pull_rate = std::sqrt(pull_.stiffness);
    backend_->set_params(params_);
}

void Solver::upload_solid_density() {
    const Parameters& p = scene_.parameters;
    upload(*backend_, Field::wall_table, make_wall_table(p, params_.particle_mass, scene_.solids));
    upload(*backend_, Field::mesh_field,
           mesh_fields(scene_.solids, RadialKernel(p), solid_weight(p, params_.particle_mass)));
}

// Takes the water's reactions in all steps from the backend, but those in the last `except`.
void Solver::receive_reactions(uint32_t except) {
    for (; reactions_recorded_ > except; --reactions_recorded_) {
        std::vector<vec4> array(2 * size_t{extents_.reactions});
        backend_->take_copy(array.data(), array.size() * sizeof(vec4));
        std::vector<Reaction>& step = reactions_.emplace_back();
        for (size_t k = 0; k < array.size(); k += 2) step.push_back({vec3(array[k]), vec3(array[k + 1])});
    }
}

glm::dvec3 Solver::floating_momentum() {
    receive_reactions();
    glm::dvec3 sum = floating_->momentum();
    for (const std::vector<Reaction>& step : reactions_)
        for (size_t k = 0; k < step.size(); ++k)
            if (scene_.solids[k].floats()) sum += step[k].impulse;
    return sum;
}

// To where the solids are when the step ends: there x* meets them.
void Solver::move_solids() {
    const double end = time_.seconds + scene_.parameters.dt;
    if (floating_) {
        receive_reactions(kReactionLag - 1);
        std::vector<Reaction> felt;
        if (reactions_.size() + reactions_recorded_ == kReactionLag) {
            felt = std::move(reactions_.front());
            reactions_.pop_front();
        }
        floating_->advance(felt, end);
    }
    solid_states_ = states_at(scene_.solids, end);
    if (floating_) {
        floating_->place(solid_states_);
        time_.solids = solid_states_;
    }
    const std::vector<vec4> array = solid_array(scene_, solid_states_);
    backend_->write(Field::solid, array.data(), array.size() * sizeof(vec4));
}

void Solver::step() {
    const GroupScope group(*backend_, "step", time_.steps + 1);
    if (solids_move_) move_solids();
    if (extents_.counts_vary()) {
        bound_living();
        emit(time_.seconds + scene_.parameters.dt);
    }
    if (pulls(params_)) backend_->run(Pass::pull);
    method_->step(*backend_, params_);
    backend_->step_recorded();
    if (floating_) {
        backend_->record_copy(Field::reaction, element_count(Field::reaction, extents_) * sizeof(vec4));
        backend_->submit();
        ++reactions_recorded_;
    }
    ++steps_;
    ++time_.steps;
    time_.seconds += scene_.parameters.dt;
    in_state_order_ = true;
}

bool Solver::leaves_vorticity() const {
    return method_->passes.contains(Pass::confine_vorticity) && confines_vorticity(params_);
}

void Solver::derive(FieldSet fields) {
    const bool has_room = (!fields.contains(Field::ellipsoid) || extents_.ellipsoids > 0) &&
                          (!fields.contains(Field::vorticity) || extents_.vorticity > 0);
    UNDINE_CHECK(has_room && (fields & kDerivedFields).bits == fields.bits,
                 "derive() is asked for a field that the solver was not made for");
    if (fields.empty()) return;
    const bool was_current = in_state_order_;
    if (!was_current) sort_state();
    if (fields.contains(Field::neighbor_count) && variant_.neighbors == PBF_NEIGHBORS_GRID)
        backend_->run(Pass::find_neighbors);  // for its counts; there is no list to fill
    // A step that confines vorticity has already computed it, from the velocity before confinement.
    if (fields.contains(Field::vorticity) && !(was_current && leaves_vorticity()))
        backend_->run(Pass::compute_vorticity);
    if (fields.contains(Field::ellipsoid)) backend_->run(Pass::fit_ellipsoid);
}

// Reorders the state to match the neighbours and lambda of a measurement.
void Solver::sort_state() {
    sort_at_rest();
    method_->density(*backend_);
    const auto source = download<uint32_t>(Field::source), id = download<uint32_t>(Field::id);
    const auto position = download<vec4>(Field::position), velocity = download<vec4>(Field::velocity);
    const auto density = download<float>(Field::density);
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
    sort_and_list(*backend_, params_);
}

Solver::Measurement Solver::measure() {
    Backend& b = *backend_;
    sort_at_rest();
    in_state_order_ = false;
    if (variant_.neighbors == PBF_NEIGHBORS_GRID) b.run(Pass::find_neighbors);
    method_->density(b);
    Measurement m{download<float>(Field::density),
                  download<uvec2>(Field::neighbor_count),
                  download<vec4>(Field::solid),
                  download<vec4>(Field::mesh_field),
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
    for (uvec2 t : download<uvec2>(Field::tally)) {
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

uint32_t Solver::iterations_used() {
    if (steps_ == 0 || !method_->iterates()) return 0;
    if (params_.density_tolerance <= 0) return params_.max_iterations;
    uint32_t words[2];
    backend_->download(Field::solver_state, words, sizeof words);
    return words[1];
}

ParticleState Solver::state() {
    if (steps_ == 0) return initial_;
    const auto position = download<vec4>(Field::position), velocity = download<vec4>(Field::velocity),
               predicted_lambda = download<vec4>(Field::predicted_lambda);
    const auto id = download<uint32_t>(Field::id);
    std::vector<uint32_t> order(population().living);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return id[a] < id[b]; });
    ParticleState s;
    s.resize(order.size());
    for (size_t k = 0; k < order.size(); ++k) {
        const uint32_t i = order[k];
        s.position[k] = vec3(position[i]);
        s.velocity[k] = vec3(velocity[i]);
        s.density[k] = position[i].w;
        s.lambda[k] = predicted_lambda.empty() ? 0 : predicted_lambda[i].w;
        s.id[k] = id[i];
    }
    return s;
}

template <class T>
std::vector<T> Solver::download(Field field) {
    std::vector<T> out(element_count(field, extents_));
    backend_->download(field, out.data(), out.size() * sizeof(T));
    return out;
}

}  // namespace undine
