#include "undine/simulation.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "library/simulation_parts.h"
#include "library/vectors.h"
#include "render/source/particle_source.h"
#include "scene/cautions.h"
#include "scene/parameter_table.h"
#include "scene/sampling.h"
#include "text/text.h"

namespace undine::core {
namespace {

std::optional<Style> style_of(Drawn drawn, const undine::Scene& scene) {
    const bool flat = scene.parameters.dimensions == 2;
    if (drawn == Drawn::nothing) return std::nullopt;
    if (drawn == Drawn::water && flat)
        throw Error(Exit::usage, scene.source + ": two dimensions cannot be drawn as water; expected particles");
    return drawn == Drawn::particles || (drawn == Drawn::automatic && flat) ? Style::particles : Style::water;
}

Coloring coloring_of(const std::string& name) {
    std::vector<std::string> names;
    for (size_t c = 0; c < kColoringCount; ++c) {
        names.emplace_back(kColorings[c].name);
        if (names.back() == name) return static_cast<Coloring>(c);
    }
    throw Error(Exit::usage, "color = \"" + printable(name) + "\": expected one of " + list_text(names, "and") +
                                 did_you_mean(name, names));
}

undine::Simulation filled(const Scene& scene) {
    constexpr bool bar = false;  // the terminal is the host's
    return fill_scene(read_scene(scene.text(), scene.path(), scene.settings(), FluidBoxes::optional), "", bar);
}

template <class Vector>
std::array<double, 3> packed_double(const Vector& v) {
    return {v.x, v.y, v.z};
}

const ParameterInfo& parameter_named(const std::string& key, const std::string& source) {
    Parameters any;
    if (!find_parameter(key)) set_parameter(any, key, "0", source);  // throws, and says what there is
    return *find_parameter(key);
}

bool finite(const std::vector<Vec3>& vectors) {
    for (const Vec3& v : vectors)
        if (!std::isfinite(v[0]) || !std::isfinite(v[1]) || !std::isfinite(v[2])) return false;
    return true;
}

// Throws Error(bad_input) for members that do not fit each other.
ParticleState state_of(const Particles& particles) {
    const size_t count = particles.size();
    const auto require = [&](bool fits, const char* expected) {
        if (!fits) throw Error(Exit::bad_input, std::string("set_particles(): expected ") + expected);
    };
    require(count > 0, "at least one position");
    require(particles.velocity.empty() || particles.velocity.size() == count, "as many velocities as positions");
    require(particles.id.empty() || particles.id.size() == count, "as many ids as positions");
    require(finite(particles.position) && finite(particles.velocity), "finite numbers");
    ParticleState state;
    state.resize(count);
    for (size_t i = 0; i < count; ++i) {
        state.position[i] = unpacked(particles.position[i]);
        state.id[i] = particles.id.empty() ? static_cast<uint32_t>(i) : particles.id[i];
        if (!particles.velocity.empty()) state.velocity[i] = unpacked(particles.velocity[i]);
    }
    std::vector<uint32_t> ids = state.id;
    std::ranges::sort(ids);
    require(std::ranges::adjacent_find(ids) == ids.end(), "every id once");
    return state;
}

}  // namespace

Simulation::Parts::Parts(const Scene& scene, const SimulationOptions& options, Machine given)
    : machine(std::move(given)),
      specification(machine.context ? "vulkan" : options.backend),
      source(filled(scene)),
      style(style_of(options.drawn, source.scene)),
      coloring(coloring_of(options.color)) {
    cautions = cautions_of(source.scene);
    SolverOptions solved{.start = source.start};
    if (style) {
        if (*style == Style::water && coloring != Coloring::natural)
            throw Error(Exit::usage, "color = \"" + options.color +
                                         "\": only particles can be coloured; expected "
                                         "Drawn::particles");
        require_shown(coloring, source.scene);
        solved.derived = drawn_fields(*style, coloring);
        machine.draws = true;
    }
    // The application submits what it records; what the library does by itself begins while more is recorded.
    const VulkanOptions vulkan = machine.context ? VulkanOptions{} : kUndrawnSteps;
    solver = std::make_unique<Solver>(source.scene, source.initial, source.boundary,
                                      make_backend(specification, options.threads, machine, vulkan), solved);
    derive_at_rest();
    solver->finish();
}

Simulation::Parts::~Parts() {
    if (!machine.commands) return;
    // Work of the application's that uses our arrays, if it has not reported it: it may be in flight.
    if (machine.commands->lends()) machine.context->vk().vkQueueWaitIdle(machine.context->queue());
    machine.commands->report_executed(machine.commands->submissions());
}

void Simulation::Parts::require_own_commands(const char* call) const {
    if (machine.commands && machine.commands->lends())
        throw Error(Exit::usage, std::string(call) + ": the application's recordings up to " +
                                     std::to_string(machine.commands->submissions() + (recording ? 1 : 0)) +
                                     " must have been executed, and be reported, before");
}

void Simulation::Parts::derive_at_rest() {
    if (style && solver->backend().in_vulkan_queue()) solver->derive(derived_for(*solver, coloring));
}

Simulation::Simulation(const Scene& scene, const SimulationOptions& options)
    : parts_(std::make_unique<Parts>(scene, options)) {}
Simulation::Simulation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::step(uint32_t count) {
    if (!parts_->recording) parts_->require_own_commands("step()");
    for (uint32_t k = 0; k < count; ++k) parts_->solver->step();
    if (!parts_->recording) parts_->solver->backend().submit();
}

double Simulation::time() const { return parts_->solver->time().seconds; }
uint64_t Simulation::steps() const { return parts_->solver->time().steps; }
double Simulation::time_step() const { return parts_->solver->parameters().dt; }
double Simulation::particle_mass() const { return parts_->solver->particle_mass(); }
double Simulation::particle_spacing() const { return parts_->solver->parameters().particle_spacing; }
std::string Simulation::backend() const { return parts_->solver->backend().name(); }
const std::vector<std::string>& Simulation::cautions() const { return parts_->cautions; }

size_t Simulation::particle_count() {
    Solver& solver = *parts_->solver;
    if (!solver.extents().counts_vary()) return solver.extents().particles;
    parts_->require_own_commands("particle_count()");
    return solver.population().living;
}

Particles Simulation::particles() {
    parts_->require_own_commands("particles()");
    ParticleState state = parts_->solver->state();
    Particles out;
    for (const auto& x : state.position) out.position.push_back(packed(x));
    for (const auto& v : state.velocity) out.velocity.push_back(packed(v));
    out.density = std::move(state.density);
    out.pressure = std::move(state.pressure);
    out.id = std::move(state.id);
    return out;
}

std::vector<SolidPose> Simulation::solids() const {
    std::vector<SolidPose> poses;
    for (const SolidState& s : parts_->solver->solid_states())
        poses.push_back({packed_double(s.center),
                         {s.rotation.w, s.rotation.x, s.rotation.y, s.rotation.z},
                         packed_double(s.velocity),
                         packed_double(s.angular_velocity)});
    return poses;
}

void Simulation::set_particles(const Particles& particles) {
    parts_->require_own_commands("set_particles()");
    const ParticleState state = state_of(particles);
    Solver& solver = *parts_->solver;
    if (!solver.has_room_for(state.size()))
        throw Error(Exit::bad_input,
                    "set_particles(): expected " + std::string(solver.extents().counts_vary() ? "at most " : "") +
                        std::to_string(solver.extents().particles) + " particles, not " + std::to_string(state.size()));
    require_inside_tank(state, solver.parameters(), "set_particles()");
    solver.restart(state);
    parts_->derive_at_rest();
    solver.finish();
}

MappedParticles Simulation::map() {
    Solver& solver = *parts_->solver;
    const auto array = [&]<class T>(Field field, std::type_identity<T>) {
        const std::byte* data = solver.backend().on_host(field);
        if (!data) throw Error(Exit::usage, "map(): only the CPU backend's arrays are in memory; expected particles()");
        return std::span<const T>(reinterpret_cast<const T*>(data), particle_count());
    };
    return {array(Field::position, std::type_identity<Vec4>{}), array(Field::velocity, std::type_identity<Vec4>{}),
            array(Field::id, std::type_identity<uint32_t>{})};
}

void Simulation::set(const std::string& key, const std::string& value) {
    parts_->require_own_commands("set()");
    undine::Scene changed = parts_->source.scene;
    set_parameter(changed.parameters, key, value, path_text(changed.source) + ": " + key + "=" + printable(value));
    validate(changed, FluidBoxes::optional);
    if (!parts_->solver->adopt(changed))
        throw Error(Exit::usage, key + ": cannot change while it is simulated; expected in the scene");
    parts_->source.scene = std::move(changed);
}

void Simulation::set(const std::string& key, double value) { set(key, number_text(value)); }

void Simulation::set(const std::string& key, const Vec3& value) { set(key, vector_text(unpacked(value))); }

std::string Simulation::get(const std::string& key) const {
    const undine::Scene& scene = parts_->source.scene;
    return parameter_text(parts_->solver->parameters(), parameter_named(key, path_text(scene.source)));
}

}  // namespace undine::core
