// In place of the inverse square roots of GPUs, each of which rounds in its own way.
#ifndef PBF_INVERSE_SQRT
#define PBF_INVERSE_SQRT

// 1/√x of x > 0 by Newton's method: an error of a few units in the last place.
PBF_FN float portable_inverse_sqrt(float x) {
    PBF_PRECISE float y = uintBitsToFloat(0x5f375a86u - (floatBitsToUint(x) >> 1u));
    PBF_PRECISE float half_x = 0.5f * x;
    for (uint k = 0u; k < 4u; ++k) {
        PBF_PRECISE float next = y * (1.5f - half_x * y * y);
        y = next;
    }
    return y;
}

#endif
