// Surroundings of our own: skies by formula, and a photographer's studio.
#pragma once
#include "render/look/environment.h"
#include "render/look/look.h"

namespace undine {

// Made at the first call, and kept.
const Environment& sky_of(Sky sky);

}  // namespace undine
