// The passes of a picture. Each announces its cost, so that a picture becomes several submissions where one would keep
// the device busy for too long; a pass that draws particles then also becomes several parts.
//
// A unit of cost is a sample of the picture. Measured: an H200 takes 2 ns for one and 17 ns for a particle of water, of
// them 6.7 for thickness, 5.6 for the same from the sun, 3.5 for the front, 2.4 for spray (docs/results/h200.md);
// lavapipe spends ten times as much on a particle as on a sample.
#pragma once
#include <algorithm>

#include "gpu/commands.h"

namespace undine {

// Particles that a draw shows.
struct ParticleRange {
    uint32_t first = 0, count = 0;
};

struct PicturePasses {
    Commands& commands;
    double samples;      // of the picture
    uint32_t particles;  // that are drawn

    // record(commands) records the pass. cost: of a sample.
    template <class Record>
    void of_picture(const char* name, double cost, Record record) const {
        commands.begin_work(Work::pictures, cost * samples);
        const PassScope scope(commands, name);
        record(commands.get());
    }

    // record(commands, range) records a part of the pass: the first begins with 0 and clears what later ones add to.
    // cost: of a particle.
    template <class Record>
    void of_particles(const char* name, double cost, Record record) const {
        ParticleRange range;
        do {
            range.count = std::min(particles - range.first, commands.fitting(Work::pictures, cost));
            commands.begin_work(Work::pictures, range.count * cost);
            const PassScope scope(commands, name, range.first > 0);
            record(commands.get(), range);
            range.first += range.count;
        } while (range.first < particles);
    }
};

}  // namespace undine
