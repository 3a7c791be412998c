// For what is added up to tell whether the fluid is well.
#ifndef PBF_HEALTH
#define PBF_HEALTH

// By its bits: compilers may take for granted that numbers are finite.
PBF_FN bool is_finite(float number) { return (floatBitsToUint(number) & 0x7f800000u) != 0x7f800000u; }

PBF_FN uint add_saturated(uint a, uint b) {
    uint sum = a + b;
    return sum < a ? 0xffffffffu : sum;
}

#endif
