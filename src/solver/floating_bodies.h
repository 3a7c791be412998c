// Solids that float: what moves them is their weight, the water, and each other. Bullet integrates them and keeps them
// apart; it knows the planes, the tank's walls and the solids that move on their own.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "scene/solid.h"

namespace undine {

struct Parameters;
struct Scene;

// The water's impulse on a solid in one step, N s, and its moment about the solid's centre, N m s.
struct Reaction {
    glm::dvec3 impulse{0}, moment{0};
};

// A hand that holds a solid: a critically damped spring from a point of the solid to one in space, which also keeps the
// solid from swinging.
struct Grip {
    size_t solid = 0;      // of the scene's, one that floats
    glm::dvec3 point{0};   // m, in the solid's axes, from its centre
    glm::dvec3 target{0};  // m
    double stiffness = 0;  // 1/s²: of the force on each kilogram
};

// A body's acceleration in the step before, without contacts: m/s², rad/s².
struct Acceleration {
    glm::dvec3 linear{0}, angular{0};
};

// What bodies have felt since their world was last made, and what it was made from: it follows from these alone, bit
// for bit. What Bullet remembers of contacts could not be saved as it is.
struct FloatingHistory {
    std::vector<SolidState> start;            // one for each solid of the scene
    std::vector<Acceleration> accelerations;  // likewise; empty: what their weight gives them
    struct Step {
        double end;                       // s of the scene
        std::vector<Reaction> reactions;  // one for each solid, or none
    };
    std::vector<Step> steps;
};

// The water reacts to a light body's acceleration with a force that may exceed the body's own inertia, and that force
// is known only steps later: coupled so, the body would shake ever harder. A virtual mass M, half of the displaced
// water's, calms it without changing what it calms down to:
//
//     (m + M) a_n = F_n + M a_{n−1},
//
// and in the same way for turning. m v_n + M Δt a_n is then exactly the sum of all impulses.
class FloatingBodies {
  public:
    // Begins with the history's start and repeats its steps.
    FloatingBodies(const Scene& scene, FloatingHistory history);
    ~FloatingBodies();

    static bool any(const Scene& scene);

    // Takes over another dt, gravity and limit of speed.
    void adopt(const Parameters& parameters);

    // From the next step on, until called again.
    void hold(const std::optional<Grip>& grip);

    // By one step, dt seconds to `end`, s of the scene, in which the bodies feel these reactions, one for each solid of
    // the scene. None: no water has touched them yet.
    void advance(std::vector<Reaction> reactions, double end);

    // Overwrites the states of those solids that float; states has one for each solid.
    void place(std::vector<SolidState>& states) const;

    // Enough to make these bodies again, if neither adopt() nor hold() has been called. It does not grow beyond
    // kMostSteps: then the world is made anew from where the bodies are, on every run, whether it is saved or not.
    const FloatingHistory& history() const { return history_; }
    static constexpr size_t kMostSteps = 1000;

    // kg m/s, of all of them together, with what their virtual mass still owes them.
    glm::dvec3 momentum() const;

  private:
    struct World;
    void make_world();
    void move(const FloatingHistory::Step& step);

    std::unique_ptr<Scene> scene_;
    FloatingHistory history_;
    std::optional<Grip> grip_;
    std::unique_ptr<World> world_;
};

}  // namespace undine
