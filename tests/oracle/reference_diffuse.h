// The independent oracle's spray, foam and bubbles [Ihmsen12], in double precision over all pairs: written from the
// equations with the normalisations that shaders/README.md names. Includes nothing from src/.
#pragma once
#include <cstdint>
#include <vector>

#include "oracle/reference_solver.h"

namespace undine::reference {

// In SI units, as scenes give them.
struct DiffuseParameters {
    double trapped_air_rate = 0.0, trapped_air_min = 0.0, trapped_air_max = 1.0;  // [1/(m^3 s)], [m/s]
    double crest_rate = 0.0, crest_min = 0.0, crest_max = 1.0;                    // [1/(m^3 s)], [1/m]
    double energy_min = 0.0, energy_max = 1.0;                                    // [m^2/s^2]
    double life_min = 1.0, life_max = 2.0;                                        // [s]
    double spray_drag = 0.0;                                                      // [1/s]
    double bubble_buoyancy = 2.0, bubble_drag = 30.0;                             // , [1/s]
};

// Water at the end of a step, in an order that newborns follow.
struct Water {
    std::vector<Vec3> position, velocity;
    std::vector<double> density;
    std::vector<std::uint32_t> id;
};

struct DiffuseParticle {
    Vec3 position, velocity;
    double life;     // left [s]
    double wetness;  // of the water around it, smoothed
    std::uint32_t id;
    std::uint32_t slot;  // the lowest that was free when it was born
};

struct Diffuse {
    std::vector<DiffuseParticle> living;
    std::uint32_t created = 0, steps = 0;
};

// One step: what lives moves, what the water creates is added.
void step_diffuse(const Parameters& parameters, const DiffuseParameters& diffuse, const Water& water,
                  Diffuse& particles);

}  // namespace undine::reference
