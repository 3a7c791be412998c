// An interactive simulation and its pictures: parameters change and scenes are replaced while it runs, and a change
// that fails leaves everything as it was.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "app/drawing_options.h"
#include "app/drawn_simulation.h"
#include "app/fluid_watch.h"
#include "app/simulation.h"
#include "scene/thrown_block.h"

namespace undine {

class Session {
  public:
    // Opens a device on the machine if none is open yet. slots: frames in flight. trace: outlives machine and session.
    // opened: called once all options have been checked and the device is open, before anything is compiled.
    Session(Machine& machine, const SimulationOptions& options, const RenderOptions& drawing, Simulation simulation,
            uint32_t slots, uint32_t width, uint32_t height, Trace& trace, std::function<void()> opened = {});

    // Called before a last wait for submitted work, also after the solver has failed.
    void abandon() noexcept {
        if (drawn_) drawn_->source->abandon();
    }

    // False if not even the old simulation could be restored: there is nothing to continue with.
    bool alive() const { return drawn_ && drawn_->renderer; }

    const Scene& scene() const { return simulation_.scene; }  // with the parameters in effect
    const Parameters& parameters() const { return simulation_.scene.parameters; }
    const Parameters& scene_parameters() const { return scene_parameters_; }      // those of the scene's file
    const Parameters& started_parameters() const { return started_parameters_; }  // the same with those of --set

    // What to return to from parameters that went wrong: those that it was started with, or if these are in effect
    // already, the file's.
    const Parameters& parameters_before() const {
        return parameters() == started_parameters_ ? scene_parameters_ : started_parameters_;
    }
    const Surroundings& surroundings() const { return drawn_->surroundings; }
    Solver& solver() const { return drawn_->solver; }
    FluidRenderer& renderer() { return *drawn_->renderer; }
    ParticleSource& source() const { return *drawn_->source; }
    FluidWatch& watch() { return *watch_; }

    // Whether passes recorded from here on, of steps and pictures, are timed.
    void time_passes(bool on);
    bool times_passes() const { return timed_; }

    // Time of the scene; continues that of a saved state.
    const StateTime& time() const { return solver().time(); }
    double simulated() const {
        return time().seconds - simulation_.start.seconds;
    }                                                // s, since the state it starts from
    uint64_t pictures() const { return pictures_; }  // increases when the renderer's picture is a new image
    uint64_t solvers() const { return solvers_; }    // increases when the solver is a new one

    uint64_t revision() const { return revision_; }  // increases whenever a picture would be another

    void step() {
        solver().step();
        ++revision_;
    }
    void restart();  // from the state that the scene starts from, with the parameters in effect; throws Error like
                     // throw_block()

    // Adds a block of fluid (scene/thrown_block.h), until a restart. Throws Error if there is no room for it or memory
    // is short, and leaves everything as it was.
    void throw_block(Throw thrown);

    // Adds the mesh of a file as a solid that floats (scene/dropped_mesh.h); restart() keeps it. Throws Error if the
    // file is no mesh, solids cannot float in this scene, or memory is short, and leaves everything as it was.
    void drop_mesh(const std::string& file);

    // Puts the parameters into effect, from the next step on if the solver can adopt them. If it cannot: with
    // `rebuild`, a new solver continues with the particles, or starts over if the parameters sample others; without,
    // nothing is done. Returns whether they are in effect. Throws Error if they are inconsistent or the machine lacks
    // memory, and keeps the old ones.
    bool apply(const Parameters& parameters, bool rebuild);

    // Loads another scene and starts it. Throws Error and continues with the old one.
    void load(const std::string& scene);

    // How the fluid is drawn; 2D always as particles. Throws Error if memory is short, and leaves everything as it was.
    void set_style(Style style);
    Style style() const { return style_; }
    void set_coloring(Coloring coloring);  // of particles; throws as set_style()

    // From the next picture on.
    void set_look(const Look& look);
    void set_view(View view);  // throws Error and keeps the old one
    const RenderSettings& drawn() const { return render_; }

    // Remakes the renderer and, with `solver`, the solver from the shaders that the context has now; the particles
    // stay. If that throws, calls `undo`, remakes everything as it was and throws the same error.
    void remake(bool solver, const std::function<void()>& undo);

    // Sets the size of the pictures, in pixels. No frame may be in flight. Where the device cannot draw as many samples
    // as the style should have, a pixel has one.
    void resize(uint32_t width, uint32_t height);

  private:
    // What a solver starts or continues from.
    struct Beginning {
        ParticleState particles;
        StateTime time;
    };
    Beginning current() { return {solver().state(), time()}; }
    void replace(
        Simulation next, const Beginning& beginning, const std::function<void()>& undo = [] {});
    void make(Simulation simulation, const Beginning& beginning);
    void start_anew(Simulation next);
    void make_renderer();
    uint32_t supersample() const;

    Machine& machine_;
    Trace& trace_;
    SimulationOptions options_;
    std::function<void()> opened_;  // until it has been called
    uint32_t slots_;
    std::shared_ptr<const Environment> environment_;
    RenderSettings render_;
    Style style_ = Style::water;  // the one asked for, even in 2D
    Simulation simulation_;
    Parameters scene_parameters_, started_parameters_;
    uint32_t capacity_ = 0;  // least room for particles, whatever the scene asks for: some were thrown in
    FieldSet room_;          // derived fields that the solver has arrays for
    std::unique_ptr<DrawnSimulation> drawn_;
    std::unique_ptr<FluidWatch> watch_;
    uint64_t pictures_ = 0, solvers_ = 0, revision_ = 0;
    bool timed_ = true;
};

}  // namespace undine
