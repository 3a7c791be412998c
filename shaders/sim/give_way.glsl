// Takes from the water what a solid that floats is too light to give it. Particles were pushed out of it as if it could not be
// moved, by Δx in this step, and their velocity has all of Δx/dt; of that they keep the solid's share s, and the solid's
// reaction is that much smaller (finish_reactions.glsl): their positions are corrected in full, their momentum as in a
// collision of two bodies that may both move. Velocities, not positions, carry on, so a light body is not flung about.
PBF_PASS give_way(uint i) {
    vec4 early = avoided[source[i]];
    vec4 late = contact[i];
    vec3 taken = vec3(0.0f, 0.0f, 0.0f);
    if (early.w > 0.0f) taken = taken + (1.0f - reaction[2u * (uint(early.w) - 1u)].w) * vec3(early);
    if (late.w > 0.0f) taken = taken + (1.0f - reaction[2u * (uint(late.w) - 1u)].w) * vec3(late);
    velocity_star[i] = vec4(vec3(velocity_star[i]) - params.inv_dt * taken, velocity_star[i].w);
}
