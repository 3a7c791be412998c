// A simulation and its pictures, for as long as somebody plays with it: parameters change, scenes are exchanged, and
// what cannot be had leaves what there is as it was.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "app/drawing_options.h"
#include "app/drawn_simulation.h"
#include "scene/thrown_block.h"
#include "viewer/core/fluid_watch.h"

namespace undine {

class Session {
  public:
    // Opens the machine's device for a Vulkan backend; a machine that is open is used. slots: frames in flight.
    Session(Machine& machine, const SimulationOptions& options, const RenderOptions& drawing, Simulation simulation,
            uint32_t slots, uint32_t width, uint32_t height);

    // Before a last wait for what was submitted, also after an error of the solver's.
    void abandon() noexcept {
        if (drawn_) drawn_->source->abandon();
    }

    // False where even the old simulation could not be had back: there is nothing to go on with.
    bool alive() const { return drawn_ && drawn_->renderer; }

    const Scene& scene() const { return simulation_.scene; }  // with the parameters that run
    const Parameters& parameters() const { return simulation_.scene.parameters; }
    const Parameters& scene_parameters() const { return scene_parameters_; }      // those of its file
    const Parameters& started_parameters() const { return started_parameters_; }  // with what --set gave besides

    // What parameters that went wrong go back to: those that it was started with, and where they are what runs, the
    // file's.
    const Parameters& parameters_before() const {
        return parameters() == started_parameters_ ? scene_parameters_ : started_parameters_;
    }
    const Surroundings& surroundings() const { return drawn_->surroundings; }
    Solver& solver() const { return drawn_->solver; }
    FluidRenderer& renderer() { return *drawn_->renderer; }
    ParticleSource& source() const { return *drawn_->source; }
    FluidWatch& watch() { return *watch_; }
    // Of the scene: goes on from where a saved state was.
    const StateTime& time() const { return solver().time(); }
    double simulated() const {
        return time().seconds - simulation_.start.seconds;
    }                                                // s, since the state it starts from
    uint64_t pictures() const { return pictures_; }  // counts up when the renderer's picture is another image

    void step() { solver().step(); }
    void restart();  // the scene from the state it starts from, with the parameters that run; throws Error like
                     // throw_block()

    // Adds a block of fluid (scene/thrown_block.h), until a restart. Throws Error where it has no room or memory is
    // short; all is then as it was.
    void throw_block(const Throw& thrown);

    // Makes the parameters those that run. In the next step where the solver can; where it cannot: with `rebuild`, a
    // new solver goes on with the particles, or starts over where they are others; without, nothing is done. Returns
    // whether they run. Throws Error where they do not fit together or the machine has not enough; the old ones then
    // go on.
    bool apply(const Parameters& parameters, bool rebuild);

    // Another scene, from its start. Throws Error; the old one then goes on.
    void load(const std::string& scene);

    // How the fluid is drawn; 2D always as particles. Throws Error where memory is short; all is then as it was.
    void set_style(Style style);
    Style style() const { return style_; }
    void set_coloring(Coloring coloring);  // of particles; throws as set_style()

    // From the next picture on.
    void set_look(const Look& look);
    void set_view(View view);  // throws Error; the old one then stays
    const RenderSettings& drawn() const { return render_; }

    // Makes the renderer and, with `solver`, the solver anew from the programs that its context has now; the particles
    // go on. Where that throws Error, `undo` is called and all is made as it was.
    void remake(bool solver, const std::function<void()>& undo);

    // Of the pictures, in pixels. No frame is in flight.
    void resize(uint32_t width, uint32_t height);

  private:
    // What a solver goes on from.
    struct Beginning {
        ParticleState particles;
        StateTime time;
    };
    Beginning current() { return {solver().state(), time()}; }
    void replace(
        Simulation next, const Beginning& beginning, const std::function<void()>& undo = [] {});
    void make(Simulation simulation, const Beginning& beginning);
    void start_anew(Simulation next);

    Machine& machine_;
    SimulationOptions options_;
    uint32_t slots_;
    std::shared_ptr<const Environment> environment_;
    RenderSettings render_;
    Style style_ = Style::water;  // that was asked for
    Simulation simulation_;
    Parameters scene_parameters_, started_parameters_;
    uint32_t capacity_ = 0;  // particles to have room for, whatever the scene asks for: some were thrown in
    FieldSet room_;          // derived fields that the solver has arrays for
    std::unique_ptr<DrawnSimulation> drawn_;
    std::unique_ptr<FluidWatch> watch_;
    uint64_t pictures_ = 0;
};

}  // namespace undine
