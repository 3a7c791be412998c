// [MM13] Alg. 1 lines 21, 23: v ← (x* − x)/dt and x ← x*. From here on the state is in sorted order. With gradients at the
// step's start the density of the last iteration lies with the multiplier until here, and the pressure p = −Λ ρ0/dt²
// (multiplier.glsl) goes with the velocity from here on.
PBF_PASS update_velocity(uint i) {
    vec3 x = vec3(predicted[i]);
    vec3 v = (x - vec3(previous[i])) * params.inv_dt;
    float rho = density[i];
    float pressure = 0.0f;
    if (params.start_gradients != 0u) {
        rho = multiplier[i].z;
        density[i] = rho;
        pressure = 0.0f - params.multiplier_pressure * multiplier[i].x;
    }
    position[i] = vec4(x, rho);
    velocity_star[i] = vec4(v, pressure);
    id[i] = sorted_id[i];
}
