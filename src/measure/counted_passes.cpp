// Includes the pass bodies with `float` redefined as a counting type. For that reason nothing here may include
// fluid_view.h, which includes them with the plain one.
#include "measure/counted_passes.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <glm/glm.hpp>

#include "internal_error.h"
#include "solver/variant.h"

namespace undine {
namespace {

thread_local uint64_t flop_count = 0;

struct Float {
    float value;
    Float() = default;
    Float(float v) : value(v) {}
    explicit Float(uint32_t v) : value(static_cast<float>(v)) {}
    explicit Float(int v) : value(static_cast<float>(v)) {}
    explicit operator uint32_t() const { return static_cast<uint32_t>(value); }
    explicit operator int() const { return static_cast<int>(value); }

    static Float counted(float result) { return ++flop_count, Float(result); }
    friend Float operator+(Float a, Float b) { return counted(a.value + b.value); }
    friend Float operator-(Float a, Float b) { return counted(a.value - b.value); }
    friend Float operator*(Float a, Float b) { return counted(a.value * b.value); }
    friend Float operator/(Float a, Float b) { return counted(a.value / b.value); }
    friend Float sqrt(Float a) { return counted(std::sqrt(a.value)); }
    friend Float floor(Float a) { return counted(std::floor(a.value)); }
    friend Float min(Float a, Float b) { return counted(glm::min(a.value, b.value)); }
    friend Float max(Float a, Float b) { return counted(glm::max(a.value, b.value)); }
    friend Float clamp(Float a, Float least, Float most) { return min(max(a, least), most); }
    friend Float operator-(Float a) { return {-a.value}; }
    friend bool operator<(Float a, Float b) { return a.value < b.value; }
    friend bool operator>(Float a, Float b) { return a.value > b.value; }
    friend bool operator<=(Float a, Float b) { return a.value <= b.value; }
    friend bool operator>=(Float a, Float b) { return a.value >= b.value; }
    Float& operator+=(Float b) { return *this = *this + b; }
    Float& operator-=(Float b) { return *this = *this - b; }
    Float& operator*=(Float b) { return *this = *this * b; }
    Float& operator/=(Float b) { return *this = *this / b; }
};

template <class T>
struct CountedArray {
    T* elements = nullptr;
    uint64_t accesses = 0;
    T& operator[](size_t e) { return ++accesses, elements[e]; }
};

namespace counted {

using uint = uint32_t;
using glm::clamp;
using glm::ivec3;
using glm::max;
using glm::min;
using glm::uvec2;
using glm::uvec4;
using vec3 = glm::vec<3, Float>;
using vec4 = glm::vec<4, Float>;
static_assert(sizeof(vec4) == sizeof(glm::vec4) && sizeof(Float) == sizeof(float), "the arrays are shared");

// With GLM's order of operations; GLM's own functions accept only built-in types.
Float length(const vec3& v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
vec3 cross(const vec3& a, const vec3& b) {
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}
Float uintBitsToFloat(uint u) { return std::bit_cast<float>(u); }
uint floatBitsToUint(Float f) { return std::bit_cast<uint>(f.value); }

#ifdef __clang__
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define float Float
#include "sim/language.glsl"
// Nothing here is vectorised: inlined into every pass of every variant, the leaf functions would take a minute to
// compile.
#undef PBF_FN
#undef PBF_PASS
#define PBF_FN inline
#define PBF_PASS inline void

#include "sim/fluid_params.glsl"

template <uint KERNEL, uint NEIGHBORS>
struct FluidView {
#define FIELD(type, name, ...) CountedArray<type> name;
#include "sim/fields.def"
#undef FIELD
    FluidParams params;
#include "pass_bodies.inc"
};
#undef float

}  // namespace counted

template <uint32_t KERNEL, uint32_t NEIGHBORS>
PassCount run_variant(const CountedPass& pass, std::span<const uint32_t> elements) {
    counted::FluidView<KERNEL, NEIGHBORS> view;
    size_t f = 0;
#define FIELD(type, name, ...) view.name.elements = static_cast<decltype(view.name.elements)>(pass.arrays[f++]);
#include "sim/fields.def"
#undef FIELD
    std::memcpy(static_cast<void*>(&view.params), pass.params, sizeof view.params);
    const uint64_t before = flop_count;
    switch (pass.pass) {
#define PASS(name, ...)                           \
    case Pass::name:                              \
        for (uint32_t i : elements) view.name(i); \
        break;
#define DEVICE_PASS(name, ...) case Pass::name:
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
        UNDINE_UNREACHABLE("a pass without a shared body is counted");
    }
    PassCount count{flop_count - before, {}};
    f = 0;
#define FIELD(type, name, ...) count.accesses[f++] = view.name.accesses;
#include "sim/fields.def"
#undef FIELD
    return count;
}

}  // namespace

PassCount run_counted(const CountedPass& pass, std::span<const uint32_t> elements) {
    return with_variant({pass.kernel, pass.neighbors}, [&]<uint32_t KERNEL, uint32_t NEIGHBORS>() {
        return run_variant<KERNEL, NEIGHBORS>(pass, elements);
    });
}

}  // namespace undine
