// The compile-time choices of the pass bodies (specialised GLSL, template arguments).
#pragma once
#include <array>
#include <cstdint>

#include "internal_error.h"
#include "sim/choices.glsl"

namespace undine {

struct Variant {
    uint32_t kernel = PBF_KERNEL_POLY6_SPIKY;
    uint32_t neighbors = PBF_NEIGHBORS_LIST;
    bool operator==(const Variant&) const = default;
};

// The variants that are compiled.
inline constexpr auto kVariants = std::to_array<Variant>({
#define VARIANT(kernel, neighbors) {kernel, neighbors},
#include "sim/variants.def"
#undef VARIANT
});

// Calls run.operator()<KERNEL, NEIGHBORS>() with the variant's values.
template <class Run>
decltype(auto) with_variant(Variant v, Run run) {
#define VARIANT(kernel_, neighbors_) \
    if (v == Variant{kernel_, neighbors_}) return run.template operator()<kernel_, neighbors_>();
#include "sim/variants.def"
#undef VARIANT
    UNDINE_UNREACHABLE("no such variant is compiled");
}

}  // namespace undine
