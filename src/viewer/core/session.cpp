#include "viewer/core/session.h"

#include <utility>

#include "app/timeline.h"
#include "render/picture_limits.h"
#include "scene/dropped_mesh.h"
#include "scene/sampling.h"
#include "undine/error.h"

namespace undine {
namespace {

// The parameters without --set. A file that is not a valid scene without it has no values of its own to return to.
Parameters file_parameters(const SimulationOptions& options, const Scene& loaded) {
    if (options.overrides.empty()) return loaded.parameters;
    try {
        return load_scene(loaded.source, {}, {}, options.initial.empty() ? FluidBoxes::required : FluidBoxes::optional)
            .parameters;
    } catch (const Error&) {
        return loaded.parameters;
    }
}

}  // namespace

Session::Session(Machine& machine, const SimulationOptions& options, const RenderOptions& drawing,
                 Simulation simulation, uint32_t slots, uint32_t width, uint32_t height, Trace& trace,
                 std::function<void()> opened)
    : machine_(machine),
      trace_(trace),
      options_(options),
      opened_(std::move(opened)),
      slots_(slots),
      environment_(environment_of(drawing)),
      scene_parameters_(file_parameters(options, simulation.scene)),
      started_parameters_(simulation.scene.parameters) {
    const Style style = style_of(drawing, simulation.scene);
    style_ = drawing.style.value_or(simulation.scene.parameters.dimensions == 2 ? Style::water : style);
    render_.coloring = drawing.coloring;
    render_.view = drawing.view;
    render_.look = look_of(drawing);
    render_.environment = environment_.get();
    render_.width = width;
    render_.height = height;
    const Beginning start{simulation.initial, simulation.start};
    make(std::move(simulation), start);
}

void Session::make(Simulation simulation, const Beginning& beginning) {
    simulation_ = std::move(simulation);
    render_.style = parameters().dimensions == 2 ? Style::particles : style_;
    // At the start the renderer refuses a buffer that is not there; later, another scene goes back to the picture.
    if (!shows(render_.view, render_.style) ||
        (drawn_ && !what_lacks(render_.view, render_.style,
                               make_surroundings(simulation_.scene, simulation_.initial, simulation_.boundary))
                        .empty()))
        render_.view = View::picture;
    room_ = drawn_fields(render_.style, render_.coloring);
    auto backend = make_backend(options_.backend, options_.threads, machine_);
    machine_.open_to_draw(options_.backend);
    if (const auto opened = std::exchange(opened_, {})) opened();
    render_.supersample = supersample();
    drawn_ = std::make_unique<DrawnSimulation>(
        machine_, options_.backend, std::move(backend), simulation_, beginning.particles,
        DrawnOptions{render_, slots_, {.least_capacity = capacity_, .start = beginning.time}});
    if (element_count(Field::predicted_lambda, solver().extents()) > 0)  // the method has λ
        room_ = room_ | field_set({Field::predicted_lambda});
    record_timeline(trace_, solver(), machine_);
    timed_ = true;
    watch_ = std::make_unique<FluidWatch>(machine_.context.get(), solver(), time());
    ++pictures_;
    ++solvers_;
    ++revision_;
}

void Session::time_passes(bool on) {
    if (std::exchange(timed_, on) == on) return;
    solver().backend().time_passes(on);
    if (!source().in_queue()) machine_.commands->set_timing(on);
}

uint32_t Session::supersample() const {
    const uint32_t wanted = default_supersample(render_.style);
    const DeviceInfo& device = machine_.context->info();
    const bool fits = picture_problem(device.limits, device.name, render_.width, render_.height, wanted).empty();
    return fits ? wanted : 1;
}

void Session::make_renderer() {
    drawn_->renderer.reset();
    drawn_->renderer = std::make_unique<FluidRenderer>(*machine_.context, render_, surroundings(), source().view());
    ++pictures_;
    ++revision_;
}

void Session::set_style(Style style) {
    const Style before = std::exchange(style_, style);
    replace(Simulation(simulation_), current(), [&] { style_ = before; });
}

void Session::set_coloring(Coloring coloring) {
    require_shown(coloring, simulation_.scene);
    const Coloring before = std::exchange(render_.coloring, coloring);
    const FieldSet needed = drawn_fields(render_.style, coloring) &
                            field_set({Field::vorticity, Field::ellipsoid, Field::predicted_lambda});
    if ((needed & room_).bits != needed.bits)
        return replace(Simulation(simulation_), current(), [&] { render_.coloring = before; });
    machine_.commands->submit();
    machine_.commands->wait();
    source().recolor(coloring);
    renderer().recolor(coloring, source().view());
    ++revision_;
}

void Session::set_look(const Look& look) {
    render_.look = look;
    renderer().set_look(look);
    ++revision_;
}

void Session::set_view(View view) {
    machine_.commands->submit();
    machine_.commands->wait();
    renderer().set_view(view);
    render_.view = view;
    ++revision_;
}

void Session::remake(bool solver, const std::function<void()>& undo) {
    if (solver) return replace(Simulation(simulation_), current(), undo);
    machine_.commands->submit();
    machine_.commands->wait();
    try {
        make_renderer();
    } catch (const std::exception&) {
        undo();
        make_renderer();
        throw;
    }
}

// Destroys the old solver before making the new one, so that the device need not hold both.
void Session::replace(Simulation next, const Beginning& beginning, const std::function<void()>& undo) {
    const Beginning before = current();
    machine_.commands->wait();
    Simulation old = std::exchange(simulation_, {});
    auto release = [&] {
        watch_.reset();
        drawn_.reset();
    };
    release();
    try {
        make(std::move(next), beginning);
    } catch (const std::exception&) {
        release();
        undo();
        make(std::move(old), before);
        throw;
    }
}

void Session::restart() {
    const Beginning start{simulation_.initial, simulation_.start};
    if (solver().has_room_for(start.particles.size())) solver().restart(start.particles, start.time);
    else replace(Simulation(simulation_), start);
    ++revision_;
    watch_->restarted(time());
}

void Session::start_anew(Simulation next) {
    const uint32_t before = std::exchange(capacity_, 0);
    const Beginning start{next.initial, next.start};
    replace(std::move(next), start, [&] { capacity_ = before; });
    watch_->restarted(time());
}

void Session::throw_block(Throw thrown) {
    const ParticleState all = solver().state();
    const Box& tank = surroundings().tank;
    thrown.solids = solver().solid_states();
    const ParticleState block = thrown_block(simulation_.scene, tank.min, tank.max, thrown, all, simulation_.boundary);
    if (block.size() == 0) throw Error(Exit::bad_input, "There is no room for a block of water there.");
    const uint64_t needed = all.size() + block.size();
    if (needed > kMaxParticles)
        throw Error(Exit::bad_input, "The largest possible number of particles is reached; no more can be thrown in.");
    if (!solver().extents().counts_vary() || needed > solver().extents().particles) {
        // With room for several more blocks, which then need no new solver.
        const uint32_t before = std::exchange(
            capacity_, static_cast<uint32_t>(std::min(needed + needed / 4 + 8 * block.size(), kMaxParticles)));
        replace(Simulation(simulation_), current(), [&] { capacity_ = before; });
    }
    solver().add({block.position, block.velocity});
    ++revision_;
}

void Session::drop_mesh(const std::string& file) {
    const Box& tank = surroundings().tank;
    const Solid dropped = dropped_mesh(file, tank.min, tank.max);
    Simulation next = simulation_;
    next.scene.solids.push_back(dropped);
    validate(next.scene, FluidBoxes::optional);
    Beginning goes_on = current();
    if (!next.start.solids.empty()) next.start.solids.push_back(state_at(dropped, 0));
    goes_on.time.solids = solver().solid_states();
    goes_on.time.solids.push_back(state_at(dropped, 0));
    replace(std::move(next), goes_on);
}

bool Session::apply(const Parameters& p, bool rebuild) {
    Scene scene = simulation_.scene;
    scene.parameters = p;
    validate(scene, options_.initial.empty() ? FluidBoxes::required : FluidBoxes::optional);
    require_shown(render_.coloring, scene);
    if (solver().adopt(scene)) {
        simulation_.scene = std::move(scene);
        drawn_->surroundings = make_surroundings(simulation_.scene, simulation_.initial, simulation_.boundary);
        renderer().set_surroundings(surroundings());
        ++revision_;
        watch_->parameters_changed();
        return true;
    }
    if (!rebuild) return false;
    if (same_sampling(p, parameters())) {
        replace(fill_scene(std::move(scene), options_.initial), current());
        return true;
    }
    Simulation next = fill_scene(std::move(scene), options_.initial);
    start_anew(std::move(next));
    return true;
}

void Session::load(const std::string& name) {
    SimulationOptions options = options_;
    options.scene = name;
    // These were meant for the scene that they were given with.
    options.initial.clear();
    options.boundary.clear();
    options.overrides.clear();
    Simulation next = load_simulation(options);
    const Parameters as_loaded = next.scene.parameters;
    start_anew(std::move(next));
    options_ = options;
    scene_parameters_ = started_parameters_ = as_loaded;
}

void Session::resize(uint32_t width, uint32_t height) {
    render_.width = width;
    render_.height = height;
    if (const uint32_t samples = supersample(); std::exchange(render_.supersample, samples) != samples)
        return make_renderer();
    renderer().resize(width, height);
    ++pictures_;
    ++revision_;
}

}  // namespace undine
