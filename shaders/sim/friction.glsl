// Friction of solids, after [Macklin14] eq. 24 with one coefficient: where solids have pushed a particle by N, they take up
// to μN from how far it has slid across the direction of that push since the step began. Over a step the pushes add up to
// dt²/m times the normal force, and the slides taken to that of Coulomb's friction. The direction of the push is the
// normal even in the tank's edges, where no one surface is the nearest. Rounded the same everywhere, since x* decides the
// cell.
#ifndef PBF_FRICTION
#define PBF_FRICTION

#include "sim/kernels.glsl"
#include "sim/surface.glsl"

PBF_FN bool rubs() { return (SOLID_TRAITS & PBF_SOLIDS_FRICTION) != 0u && params.friction > 0.0f; }

// How far friction moves a particle at x, which began the step at `start`. push: of solids, m; body: 1 + the one that
// pushed, 0: planes.
PBF_FN vec3 friction_move(vec3 x, vec3 start, vec3 push, float body) {
    vec3 velocity = vec3(0.0f, 0.0f, 0.0f);
    if (body > 0.0f) velocity = body_velocity(uint(body) - 1u, x);
    float push_sq = squared_length(push);
    float inverse = portable_inverse_sqrt(max(push_sq, 1e-20f));
    PBF_PRECISE vec3 normal = push * inverse;
    PBF_PRECISE vec3 moved = x - start - params.dt * velocity;
    PBF_PRECISE float away = moved.x * normal.x + moved.y * normal.y + moved.z * normal.z;
    PBF_PRECISE vec3 slid = moved - away * normal;
    PBF_PRECISE float share =
        params.friction * (push_sq * inverse) * portable_inverse_sqrt(max(squared_length(slid), 1e-20f));
    PBF_PRECISE vec3 back = -min(share, 1.0f) * slid;
    return back;
}

#endif
