// A sample of the water's front: its view distance, m, whose last bit says that it belongs to a drop (ellipsoid.glsl).
float sample_of(float view_distance, bool drop) {
    return uintBitsToFloat((floatBitsToUint(view_distance) & ~1u) | (drop ? 1u : 0u));
}
bool is_drop_sample(float front) { return (floatBitsToUint(front) & 1u) == 1u; }
