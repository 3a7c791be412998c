#include "scene/resolution.h"

#include <algorithm>
#include <cmath>

#include "scene/particles.h"
#include "scene/scene.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {

Scene with_particles(Scene scene, uint64_t count, uint64_t wanted) {
    if (count == wanted) return scene;
    if (!scene.initial_file.empty())
        throw Error(Exit::bad_input, path_text(scene.source) + ": cannot be resampled to " + std::to_string(wanted) +
                                         " particles, because its particles come from " +
                                         path_text(scene.initial_file));
    if (!scene.boundary_file.empty())
        throw Error(Exit::bad_input, path_text(scene.source) + ": cannot be resampled to " + std::to_string(wanted) +
                                         " particles, because its boundary particles come from " +
                                         path_text(scene.boundary_file) + ", whose spacing is fixed");
    if (count == 0)
        throw Error(Exit::bad_input, path_text(scene.source) + ": cannot be resampled to " + std::to_string(wanted) +
                                         " particles, because it begins with none");
    Parameters& p = scene.parameters;
    const double volume = double(count) / double(wanted);
    const auto length = static_cast<float>(std::pow(volume, 1.0 / p.dimensions));
    p.particle_spacing *= length;
    p.support_radius *= length;
    p.boundary_spacing *= length;
    p.dt *= length;
    for (float Parameters::*rate : {&Parameters::error_rate, &Parameters::shift_rate, &Parameters::xsph_rate})
        p.*rate /= length;
    p.particle_mass *= static_cast<float>(volume);
    p.particle_capacity =
        static_cast<uint32_t>(std::min(std::ceil(p.particle_capacity / volume), double(kMaxParticles)));
    for (Emitter& emitter : scene.emitters) {
        emitter.spacing *= length;
        emitter.rate = static_cast<float>(emitter.rate / volume);
    }
    const std::string source = scene.source;
    scene.source += " with " + std::to_string(wanted) + " particles";
    validate(scene);
    scene.source = source;
    return scene;
}

}  // namespace undine
