// Push-out of bodies, after a correction of x*.
#include "sim/solid_collision.glsl"

PBF_PASS leave_solids(uint i) { predicted[i] = vec4(push_out_of_solids(vec3(predicted[i])), predicted[i].w); }
