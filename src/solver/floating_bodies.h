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

// What bodies have felt since their world was last made, and what it was made from: it follows from these alone, bit
// for bit. What Bullet remembers of contacts could not be saved as it is.
struct FloatingHistory {
    std::vector<SolidState> start;  // one for each solid of the scene
    uint64_t clamped_speeds = 0;    // before `start`
    struct Step {
        double end;                       // s of the scene
        std::vector<Reaction> reactions;  // one for each solid, or none
    };
    std::vector<Step> steps;
};

// Their reactions are what is left of the water's push on a body that may move (shaders/sim/finish_reactions.glsl): no
// more than a collision with the water that touches them. Without that, a body much lighter than this water would be
// flung about by it, since it feels it only steps later.
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

    // kg, one for each solid of the scene; 0: it does not float.
    std::vector<double> masses() const;

    // How often one of them was slowed to greatest_speed_of_solids(), since the scene began.
    uint64_t clamped_speeds() const;

    // kg m/s, of all of them together.
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
