// Where particles were at the moment that a picture shows, which may be a little before the step that the arrays hold: a
// display that refreshes more often than the fluid is simulated shows it between steps. Where
// nothing changes v after the positions (vorticity confinement, XSPH, restitution and the like do, by little), v dt is how
// far the last step moved a particle, and this is linear interpolation between the steps.
layout(std430, set = 0, binding = FRAME_VELOCITY) restrict readonly buffer Velocity { vec4 velocity[]; };

vec3 at_moment(vec3 x, uint particle) { return x - args.before * velocity[particle].xyz; }
