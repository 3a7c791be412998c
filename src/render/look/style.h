// How a fluid is drawn.
#pragma once

namespace undine {

enum class Style { particles, water };  // water needs the particles' ellipsoids

}  // namespace undine
