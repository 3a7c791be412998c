// Sinks: boxes and half spaces, two elements of `sink` each.
#ifndef PBF_SINKS
#define PBF_SINKS

PBF_FN bool is_in_sink(vec3 x) {
    for (uint s = 0u; s < params.sink_count; ++s) {
        vec4 a = sink[2u * s];
        vec4 b = sink[2u * s + 1u];
        bool in_box = x.x >= a.x && x.y >= a.y && x.z >= a.z && x.x <= b.x && x.y <= b.y && x.z <= b.z;
        PBF_PRECISE float along = x.x * a.x + x.y * a.y + x.z * a.z;
        if (a.w > 0.5f ? along < b.x : in_box) return true;
    }
    return false;
}

#endif
