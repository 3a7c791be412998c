// The particles of a scene and their steps, by the scene's method, on any backend.
#pragma once
#include <memory>

#include "scene/emission.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "solver/backend.h"
#include "solver/method.h"
#include "solver/pull.h"

namespace undine {

// What pictures show of particles beyond their place, velocity and id: arrays of their particles' order, made current
// by Solver::derive(). position stands for its w, the density.
inline constexpr FieldSet kDerivedFields =
    field_set({Field::position, Field::predicted_lambda, Field::neighbor_count, Field::vorticity, Field::ellipsoid});

struct SolverOptions {
    FieldSet derived;             // that derive() will be asked for
    uint32_t least_capacity = 0;  // particles to have room for, whatever the scene asks for
    StateTime start;              // of the initial state
};

class Solver {
  public:
    // Allocates the backend's arrays and uploads the initial state. Throws Error for scenes that cannot run.
    Solver(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
           std::unique_ptr<Backend> backend, const SolverOptions& options = {});

    // Starts over from these particles, as many as there were at the start, or, where counts vary, as there is room
    // for. start: of these.
    void restart(const ParticleState& initial, const StateTime& start = {});

    // Whether restart() takes so many.
    bool has_room_for(size_t particles) const {
        return extents_.counts_vary() ? particles <= extents_.particles : particles == extents_.particles;
    }

    // Lets these particles in, with ids of their own, as far as there is room. Only where counts vary.
    void add(const Arrivals& arrivals);

    // Takes another scene's parameters from the next step on, where arrays, compiled choices and particles stay what
    // they are; otherwise returns false and nothing has changed: a new solver is needed. Throws as the constructor.
    bool adopt(const Scene& scene);

    // Pulls the particles around a point from the next step on, through restart() and adopt(), until it is set again.
    void set_pull(const Pull& pull);

    // Records one substep. Returns before it is executed; finish(), state() and measure() wait.
    void step();
    void finish() { backend_->finish(); }

    // Records what makes these of kDerivedFields current, element i for the i-th particle of `position`. ellipsoid and
    // vorticity only where the constructor was told. Before a first step, and after measure(), it sorts the particles:
    // it waits then, and density and lambda of state() are measured ones until the next step.
    void derive(FieldSet fields);

    // How many live and what came and went: now, for which it waits; and after the last step that is known to be
    // executed.
    Population population();
    Population latest_population();
    // After the steps so far, of this solver and before it. next_id is set where counts vary.
    const StateTime& time() const { return time_; }

    // The particles in the order of their ids. density and lambda are those of the last iteration of the last step
    // (before any step: of the initial state); lambda is 0 for methods without.
    ParticleState state();

    // What a step's first half finds at the positions as they are, on fresh neighbours. Moves nothing; density and
    // lambda of state() are lost until the next step.
    struct Measurement {
        std::vector<float> density;         // kg/m³, in the backend's order
        std::vector<uvec2> neighbor_count;  // fluid, boundary; the same order
        std::vector<vec4> solid;            // planes and other solids as they are: shaders/sim/solid.glsl
        uint64_t dropped_neighbors = 0;     // since the start
        uint64_t clamped_speeds = 0;        // since the start
    };
    Measurement measure();

    // Corrections applied by the last step; max_iterations unless density_tolerance ended it. 0 for methods without.
    uint32_t iterations_used();

    const Method& method() const { return *method_; }
    const FluidParams& params() const { return params_; }
    Backend& backend() { return *backend_; }
    const Extents& extents() const { return extents_; }

  private:
    void write_pull();
    void upload_wall_table();
    void move_solids();
    void upload_sinks(const Scene& scene);
    void let_in(const Arrivals& arrivals);
    void emit(double end);
    void bound_living();
    void sort_at_rest();
    void sort_state();
    bool leaves_vorticity() const;
    template <class T>
    std::vector<T> download(Field field);

    std::unique_ptr<Backend> backend_;
    const Method* method_;
    Parameters parameters_;  // that params_ were made from
    FluidParams params_;
    Extents extents_;
    Variant variant_;
    Pull pull_;
    uint64_t steps_ = 0;  // since the start
    StateTime time_;
    Scene scene_;  // its solids and emitters
    bool solids_move_;
    std::vector<Emission> emissions_;
    uint64_t let_in_ = 0;          // since the start, admitted or not
    Population population_;        // the latest that is known
    bool in_state_order_ = false;  // the scratch arrays describe the state, element by element
    ParticleState initial_;        // the state until the first step
};

}  // namespace undine
