// When and where emitters let particles in: this depends on the scene's time alone, so every backend gets the same.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "scene/emitter.h"

namespace undine {

struct Parameters;

// Particles about to enter the scene, in the order of their ids.
struct Arrivals {
    std::vector<glm::vec3> position, velocity;  // m, m/s
    size_t size() const { return position.size(); }
};

// One emitter's releases over time.
class Emission {
  public:
    // Begins at scene time `start`, s; all earlier releases count as done.
    Emission(const Emitter& emitter, const Parameters& parameters, double start);

    // Appends the particles released between the end of the last call and `end`, s, with their positions at `now`, s,
    // the start of the step that will move them: a particle released later is set back from its place by the distance
    // that it moves until its release.
    void append(double now, double end, Arrivals& to);

  private:
    Emitter emitter_;
    std::vector<glm::vec3> places_;  // of the opening, m, in the order in which they are filled
    bool in_turn_;                   // one place after another; otherwise all at once
    double period_;                  // s from one release, of a place or of all, to the next
    uint64_t next_ = 0;              // index of the next release; 0 is the one at `from`
};

struct Opening {
    std::vector<glm::vec3> places;  // m
    double depth = 0;               // m that particles must move before there is room for the next ones
};
Opening opening_of(const Emitter& emitter, const Parameters& parameters);

// An upper bound on the number of places, known before they are made.
double most_places(const Emitter& emitter, const Parameters& parameters);

// The greatest rate, particles per second: beyond it particles would start closer together than the places are.
double greatest_rate(const Emitter& emitter, const Parameters& parameters);

}  // namespace undine
