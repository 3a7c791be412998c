// The particles of a scene and their steps, by the scene's method, on any backend.
#pragma once
#include <memory>

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

class Solver {
  public:
    // Allocates the backend's arrays and uploads the initial state; with room for what derive() will be asked for.
    // Throws Error for scenes that cannot run.
    Solver(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
           std::unique_ptr<Backend> backend, FieldSet derived = {});

    // Starts over from these particles: as many as there were at the start, with the same ids.
    void restart(const ParticleState& initial);

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

    // The particles in the order of their ids. density and lambda are those of the last iteration of the last step
    // (before any step: of the initial state); lambda is 0 for methods without.
    ParticleState state();

    // What a step's first half finds at the positions as they are, on fresh neighbours. Moves nothing; density and
    // lambda of state() are lost until the next step.
    struct Measurement {
        std::vector<float> density;         // kg/m³, in the backend's order
        std::vector<uvec2> neighbor_count;  // fluid, boundary; the same order
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
    void find_neighbors_at_rest();
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
    uint64_t steps_ = 0;
    bool in_state_order_ = false;  // the scratch arrays describe the state, element by element
    ParticleState initial_;        // until the first step
};

}  // namespace undine
