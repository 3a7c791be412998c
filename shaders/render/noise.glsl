// Random values, 0 … 1, in the plane.
#ifndef RENDER_NOISE
#define RENDER_NOISE

float hash(ivec2 at) {
    uint h = uint(at.x) * 0x8da6b343u ^ uint(at.y) * 0xd8163841u;
    h = (h ^ (h >> 15)) * 0x2c1b3c6du;
    return float((h ^ (h >> 12)) & 0xffffu) / 65535.0;
}

// Smoothly interpolated between those at whole coordinates.
float noise(vec2 x) {
    ivec2 i = ivec2(floor(x));
    vec2 t = x - floor(x), s = t * t * (3.0 - 2.0 * t);
    return mix(mix(hash(i), hash(i + ivec2(1, 0)), s.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), s.x), s.y);
}

#endif
