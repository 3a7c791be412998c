// How a fluid is drawn.
#pragma once

namespace undine {

enum class Style { particles, water };  // water asks for the particles' ellipsoids

}  // namespace undine
