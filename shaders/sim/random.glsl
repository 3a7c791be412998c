// Random numbers that every device draws alike: hashes of whom they are for and of which draw it is.
#ifndef PBF_RANDOM
#define PBF_RANDOM

PBF_FN uint scrambled(uint x) {
    x ^= x >> 16u;
    x *= 0x7feb352du;
    x ^= x >> 15u;
    x *= 0x846ca68bu;
    x ^= x >> 16u;
    return x;
}

// In [0, 1), of 24 bits.
PBF_FN float random_number(uint whose, uint draw) {
    return float(scrambled(scrambled(draw + 1u) ^ whose) >> 8u) * 5.9604645e-8f;
}

#endif
