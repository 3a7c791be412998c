// Random numbers that stay the same for a number.

// A bijection of 32 bits: https://github.com/skeeto/hash-prospector.
uint scrambled(uint k) {
    k = (k ^ (k >> 16)) * 0x7feb352du;
    k = (k ^ (k >> 15)) * 0x846ca68bu;
    return k ^ (k >> 16);
}

float unit_interval(uint bits) { return float(bits >> 8) / 16777216.0; }

float random_of(uint k) { return unit_interval(scrambled(k)); }

// Three, −1 … 1.
vec3 scattered(uint k) {
    uvec3 bits;
    bits.x = scrambled(k ^ 0x9e3779b9u);
    bits.y = scrambled(bits.x);
    bits.z = scrambled(bits.y);
    return vec3(bits >> 8) / 8388608.0 - 1.0;
}
