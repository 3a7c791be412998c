// Copies the velocities into the sorted order of `reorder`, for methods that integrate them.
PBF_PASS reorder_velocity(uint slot) { velocity_star[slot] = vec4(vec3(velocity[source[slot]]), 0.0f); }
