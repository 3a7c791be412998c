// Sinks: a particle whose x* is inside one is assigned the cell behind the last. The sort puts it behind the living
// particles, whose number is where that cell begins (count_living).

PBF_PASS drain(uint i) {
    vec3 x = vec3(unsorted_predicted[i]);
    for (uint s = 0u; s < params.sink_count; ++s) {
        vec4 a = sink[2u * s];
        vec4 b = sink[2u * s + 1u];
        bool in_box = x.x >= a.x && x.y >= a.y && x.z >= a.z && x.x <= b.x && x.y <= b.y && x.z <= b.z;
        PBF_PRECISE float along = x.x * a.x + x.y * a.y + x.z * a.z;
        if (a.w > 0.5f ? along < b.x : in_box) cell[i] = params.cell_count;
    }
}
