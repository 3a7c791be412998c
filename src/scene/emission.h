// When and where emitters let particles in: by the scene's time alone, so that every backend gets the same.
#pragma once
#include <cstdint>
#include <vector>

#include "scene/scene.h"

namespace undine {

// Particles that begin, in the order of their ids.
struct Arrivals {
    std::vector<glm::vec3> position, velocity;  // m, m/s
    size_t size() const { return position.size(); }
};

// One emitter as it goes through time.
class Emission {
  public:
    // Begins at `start`, s of the scene: what came before has come.
    Emission(const Emitter& emitter, const Parameters& parameters, double start);

    // Appends the particles of the time up to `end`, s, from where the last call ended; where they are at `now`, s, the
    // begin of a step that moves them on: one that begins later stands as far behind its place as it moves until then.
    void append(double now, double end, Arrivals& to);

  private:
    Emitter emitter_;
    std::vector<glm::vec3> places_;  // in the opening, m, in the order in which they are filled
    bool in_turn_;                   // one place after another; else all at once
    double period_;                  // s from one start, of a place or of all, to the next
    uint64_t next_ = 0;              // start, counted from `from`
};

struct Opening {
    std::vector<glm::vec3> places;  // m
    double depth = 0;               // m that they have to move until there is room for the next ones
};
Opening opening_of(const Emitter& emitter, const Parameters& parameters);

// How many there are, at most: before they are made.
double most_places(const Emitter& emitter, const Parameters& parameters);

// The greatest rate, particles a second: more would start nearer to one another than its places are.
double greatest_rate(const Emitter& emitter, const Parameters& parameters);

}  // namespace undine
