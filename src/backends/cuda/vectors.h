// The vector types of shaders/sim for CUDA, as far as the pass bodies use them; each operation computes as GLM does, so
// that results agree bit for bit. GLM itself is not used because its vec4 is aligned to only 4 bytes, so that a GPU
// loads its floats one by one. Also compiles as plain C++: tests run the kernels' threads on the CPU.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define UNDINE_DEVICE __device__ inline
#else
#define UNDINE_DEVICE inline
#endif

namespace undine::cuda {

using uint = uint32_t;

struct alignas(16) vec4 {
    float x, y, z, w;
    vec4() = default;
    UNDINE_DEVICE vec4(float x, float y, float z, float w) : x(x), y(y), z(z), w(w) {}
    UNDINE_DEVICE vec4(const struct vec3& v, float w);
};

struct vec3 {
    float x, y, z;
    vec3() = default;
    UNDINE_DEVICE vec3(float x, float y, float z) : x(x), y(y), z(z) {}
    UNDINE_DEVICE explicit vec3(const vec4& v) : x(v.x), y(v.y), z(v.z) {}
};

UNDINE_DEVICE vec4::vec4(const vec3& v, float w) : x(v.x), y(v.y), z(v.z), w(w) {}

struct ivec3 {
    int x, y, z;
    ivec3() = default;
    UNDINE_DEVICE ivec3(int x, int y, int z) : x(x), y(y), z(z) {}
};

struct alignas(8) uvec2 {
    uint x, y;
    uvec2() = default;
    UNDINE_DEVICE uvec2(uint x, uint y) : x(x), y(y) {}
};

struct alignas(16) uvec4 {
    uint x, y, z, w;
};

UNDINE_DEVICE vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
UNDINE_DEVICE vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
UNDINE_DEVICE vec3 operator*(vec3 a, vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
UNDINE_DEVICE vec3 operator*(vec3 v, float s) { return {v.x * s, v.y * s, v.z * s}; }
UNDINE_DEVICE vec3 operator*(float s, vec3 v) { return {s * v.x, s * v.y, s * v.z}; }
UNDINE_DEVICE vec3 operator/(vec3 v, float s) { return {v.x / s, v.y / s, v.z / s}; }
UNDINE_DEVICE vec4 operator+(vec4 a, vec4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
UNDINE_DEVICE vec4 operator*(vec4 v, float s) { return {v.x * s, v.y * s, v.z * s, v.w * s}; }

// As GLM defines them, including which operand is returned if one is NaN or if they are zeros of opposite sign.
template <class T>
UNDINE_DEVICE T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
UNDINE_DEVICE T max(T a, T b) {
    return a < b ? b : a;
}
template <class T>
UNDINE_DEVICE T clamp(T v, T least, T most) {
    return min(max(v, least), most);
}

UNDINE_DEVICE float sqrt(float v) { return ::sqrtf(v); }
UNDINE_DEVICE float floor(float v) { return ::floorf(v); }
UNDINE_DEVICE float length(vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
UNDINE_DEVICE vec3 cross(vec3 a, vec3 b) {
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}

UNDINE_DEVICE float uintBitsToFloat(uint u) {
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}
UNDINE_DEVICE uint floatBitsToUint(float f) {
    uint u;
    memcpy(&u, &f, sizeof u);
    return u;
}

}  // namespace undine::cuda
