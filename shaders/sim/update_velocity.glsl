// [MM13] Alg. 1 lines 21, 23: v ← (x* − x)/dt and x ← x*. From here on the state is in sorted order.
PBF_PASS update_velocity(uint i) {
    vec3 x = vec3(predicted[i]);
    vec3 v = (x - vec3(previous[i])) * params.inv_dt;
    position[i] = vec4(x, density[i]);
    velocity_star[i] = vec4(v, 0.0f);
    id[i] = sorted_id[i];
}
