#include "solver/solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "internal_error.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "solver/boundary.h"
#include "solver/diffuse.h"
#include "solver/field_transfer.h"
#include "solver/fluid_params.h"
#include "solver/mesh_field.h"
#include "solver/solids.h"
#include "solver/wall_table.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {

namespace {
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

// Most particles admitted in one batch: their vec4s fill a write of 64 KiB. More arrive in several batches.
constexpr uint32_t kMostArrivals = 4096;

uint32_t capacity_of(const Scene& scene, const ParticleState& initial, uint32_t least) {
    if (initial.size() == 0 && scene.emitters.empty())
        throw Error(Exit::bad_input, scene.source + ": no particles to simulate");
    const uint32_t asked = scene.parameters.particle_capacity, room = std::max(asked, least);
    if (asked > 0 && room < initial.size())
        throw Error(Exit::bad_input, scene.source + ": particle_capacity is " + std::to_string(asked) +
                                         ", but the scene begins with " + std::to_string(initial.size()) +
                                         " particles; raise it" + (scene.emitters.empty() ? ", or leave it out" : ""));
    return std::max(room, static_cast<uint32_t>(initial.size()));
}

uint32_t mesh_nodes_of(const Scene& scene) {
    constexpr uint64_t kMost = 1 << 23;  // 128 MiB; also, places in the array are written as floats
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
      scene_(std::make_unique<Scene>(scene)),
      variant_(make_variant(scene.parameters)),
      solids_move_(solids_move(scene)) {
    const auto count = capacity_of(scene, initial, options.least_capacity);
    const FieldSet derived = options.derived;
    params_ = std::make_unique<FluidParams>(make_fluid_params(scene, count, static_cast<uint32_t>(boundary.size())));
    extents_ = {.particles = count,
                .boundary = params_->boundary_count,
                .cells = params_->cell_count,
                .list_capacity = params_->list_capacity,
                .vorticity = confines_vorticity(*params_) || derived.contains(Field::vorticity) ? count : 0,
                .surface_normals = has_tension(*params_) || params_->diffuse_capacity > 0 ? count : 0,
                .multipliers = params_->start_gradients != 0 ? count : 0,
                .coarse_cells = params_->coarse_sweeps > 0 ? params_->cell_count : 0,
                .shifts = params_->shift_scale > 0 ? count : 0,
                .diffuse = params_->diffuse_capacity,
                .adheres = adheres(*params_),
                .friction = params_->friction > 0,
                .restitution = params_->restitution > 0,
                .drags = params_->drag_scale > 0,
                .ellipsoids = derived.contains(Field::ellipsoid) ? count : 0,
                .planes = params_->plane_count,
                .solids = params_->solid_count,
                .solid_traits = solid_traits(scene, *params_),
                .mesh_nodes = mesh_nodes_of(scene),
                .reactions = params_->reaction_count};
    if (count > initial.size() || !scene.emitters.empty() || !scene.sinks.empty()) {
        extents_.arrivals = kMostArrivals;
        extents_.sinks = static_cast<uint32_t>(scene.sinks.size());
    }
    params_->counts_vary = extents_.counts_vary();
    extents_.passes = passes_of(*method_, extents_);
    require_derivable(scene, *method_, extents_, derived);

    const SortedBoundary sorted = sort_boundary(boundary, *params_, variant_);
    backend_->allocate(extents_, variant_);
    backend_->set_params(*params_);
    upload(*backend_, Field::boundary_position, sorted.position);
    upload(*backend_, Field::boundary_cell_start, sorted.cell_start);
    upload_solid_density();
    backend_->fill(Field::solid_term, 0);  // without solids it is never written
    if (extents_.counts_vary()) upload_sinks(scene);
    restart(initial, options.start);
}

Solver::~Solver() = default;

double Solver::particle_mass() const { return params_->particle_mass; }

const Parameters& Solver::parameters() const { return scene_->parameters; }

bool Solver::adopt(const Scene& scene) {
    const Parameters& p = scene.parameters;
    if (p.particle_capacity != scene_->parameters.particle_capacity) return false;
    const FluidParams params = make_fluid_params(scene, extents_.particles, extents_.boundary);
    const Variant variant = make_variant(p);
    const bool fits =
        method_ == &method_of(p.method) && params.cell_count == extents_.cells &&
        params.diffuse_capacity == extents_.diffuse && params.list_capacity == extents_.list_capacity &&
        mesh_nodes_of(scene) == extents_.mesh_nodes && (extents_.vorticity > 0 || !confines_vorticity(params)) &&
        (extents_.surface_normals > 0 || !has_tension(params)) &&
        (extents_.multipliers > 0 || params.start_gradients == 0) &&
        (extents_.coarse_cells > 0 || params.coarse_sweeps == 0) && (extents_.shifts > 0 || params.shift_scale == 0) &&
        (extents_.adheres > 0 || !adheres(params)) && (extents_.friction > 0 || params.friction == 0) &&
        (extents_.restitution > 0 || params.restitution == 0) && (extents_.drags > 0 || params.drag_scale == 0) &&
        variant.kernel == variant_.kernel && variant.neighbors == variant_.neighbors;
    const bool wants_particles = p.walls == WallModel::particles,
               has_them = scene_->parameters.walls == WallModel::particles;
    const bool boundary_stays =
        wants_particles == has_them && (extents_.boundary == 0 || same_boundary(p, scene_->parameters));
    if (!fits || !boundary_stays || !same_sampling(p, scene_->parameters)) return false;

    const bool table_stays = same_wall_table(p, params.particle_mass, scene_->parameters, params_->particle_mass);
    scene_->parameters = p;
    *params_ = params;
    params_->counts_vary = extents_.counts_vary();
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

void Solver::hold(const std::optional<Grip>& grip) {
    if (floating_) floating_->hold(grip);
}

void Solver::write_pull() {
    const bool flat = params_->dimensions == 2;  // nothing would bring a particle back into the plane
    auto in_space = [&](const vec3& v) { return vec4(v.x, v.y, flat ? 0 : v.z, 0); };
    params_->pull_target = in_space(pull_.target);
    params_->pull_velocity = in_space(pull_.velocity);
    params_->pull_inv_radius_sq = pull_.radius > 0 ? 1 / (pull_.radius * pull_.radius) : 0;
    params_->pull_rate = std::sqrt(pull_.stiffness);
    backend_->set_params(*params_);
}

void Solver::upload_solid_density() {
    const Parameters& p = scene_->parameters;
    upload(*backend_, Field::wall_table, make_wall_table(p, params_->particle_mass, scene_->solids));
    upload(*backend_, Field::mesh_field, mesh_fields(scene_->solids, RadialKernel(p)));
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
            if (scene_->solids[k].floats()) sum += step[k].impulse;
    return sum;
}

std::vector<vec4> Solver::solids_as_they_are() const {
    return solid_array(*scene_, solid_states_, floating_ ? floating_->masses() : std::vector<double>{});
}

// To where the solids are when the step ends: there x* meets them.
void Solver::move_solids() {
    const double end = time_.seconds + scene_->parameters.dt;
    if (floating_) {
        receive_reactions(kReactionLag - 1);
        std::vector<Reaction> felt;
        if (reactions_.size() + reactions_recorded_ == kReactionLag) {
            felt = std::move(reactions_.front());
            reactions_.pop_front();
        }
        floating_->advance(felt, end);
    }
    solid_states_ = states_at(scene_->solids, end);
    if (floating_) {
        floating_->place(solid_states_);
        time_.solids = solid_states_;
    }
    const std::vector<vec4> array = solids_as_they_are();
    backend_->write(Field::solid, array.data(), array.size() * sizeof(vec4));
}

void Solver::step() {
    const GroupScope group(*backend_, "step", time_.steps + 1);
    if (solids_move_) move_solids();
    if (extents_.counts_vary()) {
        bound_living();
        emit(time_.seconds + scene_->parameters.dt);
    }
    if (pulls(*params_)) backend_->run(Pass::pull);
    method_->step(*backend_, *params_);
    if (extents_.diffuse > 0) step_diffuse(*backend_, *params_);
    backend_->step_recorded();
    if (floating_) {
        backend_->record_copy(Field::reaction, element_count(Field::reaction, extents_) * sizeof(vec4));
        backend_->submit();
        ++reactions_recorded_;
    }
    ++steps_;
    ++time_.steps;
    time_.seconds += scene_->parameters.dt;
    in_state_order_ = true;
}

bool Solver::leaves_vorticity() const {
    return method_->passes.contains(Pass::confine_vorticity) && confines_vorticity(*params_);
}

bool Solver::is_closed() const {
    return !extents_.counts_vary() && !solids_move_ && !has_tension(*params_) && !adheres(*params_) && !pulls(*params_);
}

void Solver::sum_health() {
    backend_->run(Pass::sum_health);
    backend_->run(Pass::finish_health);
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

uint32_t Solver::iterations_used() {
    if (steps_ == 0 || !method_->iterates()) return 0;
    if (params_->density_tolerance <= 0) return params_->max_iterations;
    uint32_t words[2];
    backend_->download(Field::solver_state, words, sizeof words);
    return words[1];
}

}  // namespace undine
