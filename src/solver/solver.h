// Simulates the particles of a scene, by the scene's method, on any backend.
#pragma once
#include <deque>
#include <memory>

#include "scene/emission.h"
#include "scene/particles.h"
#include "solver/backend.h"
#include "solver/diffuse.h"
#include "solver/floating_bodies.h"
#include "solver/method.h"
#include "solver/pull.h"
#include "solver/saved_state.h"
#include "solver/shader_types.h"

namespace undine {

struct Scene;

// What pictures show of particles besides position, velocity and id: arrays in the particles' order, brought up to date
// by Solver::derive(). Field::position stands for its w, the density.
inline constexpr FieldSet kDerivedFields =
    field_set({Field::position, Field::predicted_lambda, Field::neighbor_count, Field::vorticity, Field::ellipsoid});

struct SolverOptions {
    FieldSet derived;             // the fields that derive() will be asked for
    uint32_t least_capacity = 0;  // particles to have room for at least, whatever the scene asks for
    StateTime start;              // of the initial state
};

class Solver {
  public:
    // Allocates the backend's arrays and uploads the initial state. Throws Error for scenes that cannot run.
    Solver(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
           std::unique_ptr<Backend> backend, const SolverOptions& options = {});
    ~Solver();

    // Starts over from these particles: as many as at the start or, if counts vary, at most as many as there is room
    // for. start: the time of that state.
    void restart(const ParticleState& initial, const StateTime& start = {});

    // What restore() continues from: bit for bit, on the same backend and device, if neither adopt() nor hold() has
    // been called. Waits for the device. Of the last step's iterations nothing is saved: iterations_used() is then 0.
    SavedState save();

    // The solver must be one of the same scene. Throws Error(bad_input) if the state does not fit it.
    void restore(const SavedState& state);

    // Whether restart() accepts this many.
    bool has_room_for(size_t particles) const {
        return extents_.counts_vary() ? particles <= extents_.particles : particles == extents_.particles;
    }

    // Admits these particles, with new ids, as far as there is room. Only if counts vary.
    void add(const Arrivals& arrivals);

    // Takes over another scene's parameters from the next step on, if arrays, compiled choices and particles can stay
    // as they are. If not, returns false and changes nothing: a new solver is needed. Throws as the constructor does.
    bool adopt(const Scene& scene);

    // Pulls the particles around a point from the next step on, until set again; restart() and adopt() keep the pull.
    void set_pull(const Pull& pull);

    // Holds a solid that floats by a point of it from the next step on, until called again, or restart().
    void hold(const std::optional<Grip>& grip);

    // Records one substep. Returns before it has executed; finish(), state() and measure() wait.
    void step();
    void finish() { backend_->finish(); }

    // Records what adds up, on the device, how the fluid fares: health_part_count and health_part_sum.
    void sum_health();

    // Records what brings these fields of kDerivedFields up to date; element i then describes the i-th particle of
    // `position`. ellipsoid and vorticity must have been named in SolverOptions::derived. Before a first step, and
    // after measure() or add(), it also sorts the particles: it then waits, and density and lambda of state() are
    // measured ones until the next step.
    void derive(FieldSet fields);

    // The current counts of living, admitted and drained particles; waits for the device. latest_population() does not
    // wait: it returns the counts after the last step known to have executed.
    Population population();
    Population latest_population();

    // Spray, foam and bubbles; both wait for the device. None if the scene has no room for any.
    DiffuseState diffuse();
    DiffusePopulation diffuse_population();

    // The scene's time after all steps so far, including those before the initial state. next_id is set if counts vary.
    const StateTime& time() const { return time_; }

    // Where the scene's solids are at that time, one for each.
    const std::vector<SolidState>& solid_states() const { return solid_states_; }

    // Whether energy is the water's own: the kinetic one and that of gravity, of which it can only lose. Not where
    // particles come and go, solids move, a surface or a wall pulls, or a hand does.
    bool is_closed() const;

    // How often one that floats was slowed to greatest_speed_of_solids(), since the start; 0 if none floats.
    uint64_t clamped_solid_speeds() const { return floating_ ? floating_->clamped_speeds() : 0; }

    // kg m/s: of the solids that float, with what the water gave them in steps whose reactions they have not felt yet.
    // Waits for the device.
    glm::dvec3 floating_momentum();

    // The particles in the order of their ids. density and lambda are those of the last iteration of the last step
    // (before any step: of the initial state); lambda is 0 for methods that have none.
    ParticleState state();

    // Density and neighbours at the current positions, after a new neighbour search. Moves nothing; density and lambda
    // of state() are invalid until the next step.
    struct Measurement {
        std::vector<float> density;         // kg/m³, in the backend's order
        std::vector<uvec2> neighbor_count;  // fluid, boundary; the same order
        std::vector<vec4> solid;            // planes and other solids as they are: shaders/sim/solid.glsl
        std::vector<uvec2> mesh_field;      // of solids that are meshes
        uint64_t dropped_neighbors = 0;     // since the start
        uint64_t clamped_speeds = 0;        // since the start
    };
    Measurement measure();

    // Corrections applied by the last step; max_iterations unless density_tolerance ended it early. 0 for methods that
    // do not iterate.
    uint32_t iterations_used();

    // Whether each step leaves `vorticity`, that of the velocity before its confinement, without derive().
    bool leaves_vorticity() const;

    const Method& method() const { return *method_; }
    const FluidParams& params() const { return *params_; }
    double particle_mass() const;          // kg, of one; in 2D too
    const Parameters& parameters() const;  // in effect: the scene's, as last adopted
    Backend& backend() { return *backend_; }
    const Extents& extents() const { return extents_; }

  private:
    void write_pull();
    void upload_solid_density();
    void move_solids();
    std::vector<vec4> solids_as_they_are() const;
    void receive_reactions(uint32_t except = 0);
    void upload_sinks(const Scene& scene);
    void let_in(const Arrivals& arrivals);
    void emit(double end);
    void bound_living();
    void sort_at_rest();
    void sort_state();
    struct Tally {
        uint64_t dropped_neighbors = 0, clamped_speeds = 0;
    };
    Tally tally();
    void write_tally(Tally sum);

    // Bodies that float feel the water of the step before the last: then the device has a step to work on while the
    // host waits for what the one before it did. On every backend, so that all compute the same.
    static constexpr uint32_t kReactionLag = 2;

    std::unique_ptr<Backend> backend_;
    const Method* method_;
    std::unique_ptr<Scene> scene_;         // its parameters as last adopted
    std::unique_ptr<FluidParams> params_;  // made from them
    Extents extents_;
    Variant variant_;
    Pull pull_;
    uint64_t steps_ = 0;  // since the start, or restart()
    StateTime time_;
    bool solids_move_;
    std::vector<SolidState> solid_states_;
    std::unique_ptr<FloatingBodies> floating_;     // if there are any
    std::deque<std::vector<Reaction>> reactions_;  // taken from the backend, oldest first
    uint32_t reactions_recorded_ = 0;              // not yet taken
    std::vector<Emission> emissions_;
    uint64_t let_in_ = 0;          // arrivals since the start, or restart(), admitted or not
    Population population_;        // the latest known
    bool in_state_order_ = false;  // the scratch arrays describe the state, element by element
    ParticleState initial_;        // the state until the first step
};

}  // namespace undine
