// fields.def and passes.def as C++ tables: what every backend, the shader build and the parity tests iterate over.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace undine {

enum class Field : uint32_t {
#define FIELD(type, name, extent, lifetime, unit) name,
#include "sim/fields.def"
#undef FIELD
};

enum class Extent {
    particles,
    list,
    cells,
    scan_blocks,
    partial_sums,
    state_words,
    boundary,
    boundary_cells,
    wall_samples,
    vorticity,
    ellipsoids
};
enum class Lifetime { persistent, scratch, fixed };

struct FieldInfo {
    std::string_view type, name;
    Extent extent;
    Lifetime lifetime;
    std::string_view unit;
    uint32_t stride;  // bytes an element
};

constexpr uint32_t stride_of(std::string_view type) { return type == "vec4" ? 16 : type == "uvec2" ? 8 : 4; }

inline constexpr auto kFields = std::to_array<FieldInfo>({
#define FIELD(type, name, extent, lifetime, unit) \
    {#type, #name, Extent::extent, Lifetime::lifetime, unit, stride_of(#type)},
#include "sim/fields.def"
#undef FIELD
});
inline constexpr size_t kFieldCount = kFields.size();
constexpr const FieldInfo& info(Field f) { return kFields[static_cast<size_t>(f)]; }

struct FieldSet {
    uint32_t bits = 0;
    constexpr bool contains(Field f) const { return bits >> static_cast<uint32_t>(f) & 1u; }
    constexpr FieldSet operator|(FieldSet o) const { return {bits | o.bits}; }
    constexpr FieldSet operator&(FieldSet o) const { return {bits & o.bits}; }
    constexpr bool empty() const { return bits == 0; }
    constexpr int size() const { return __builtin_popcount(bits); }
};
static_assert(kFieldCount <= 32, "FieldSet has 32 bits");

constexpr FieldSet field_set(std::initializer_list<Field> fields) {
    FieldSet set;
    for (Field f : fields) set.bits |= 1u << static_cast<uint32_t>(f);
    return set;
}

enum class Stage { every, density };
enum class Domain { particles, scan_blocks, partial_sums, one };

enum class Pass : uint32_t {
#define PASS(name, ...) name,
#define DEVICE_PASS(name, ...) name,
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
};

struct PassInfo {
    std::string_view name, directory;
    Stage stage;
    Domain domain;
    FieldSet gathers, reads, writes;
    bool shared_body;  // compiled for every backend; otherwise a GLSL program of the Vulkan backend
    constexpr FieldSet inputs() const { return gathers | reads; }
    constexpr FieldSet bound() const { return gathers | reads | writes; }
};

namespace pass_rows {
using enum Field;
#define GATHERS(...) field_set({__VA_ARGS__})
#define READS(...) field_set({__VA_ARGS__})
#define WRITES(...) field_set({__VA_ARGS__})
inline constexpr auto kRows = std::to_array<PassInfo>({
#define PASS(name, stage, domain, gathers, reads, writes) \
    {#name, "sim", Stage::stage, Domain::domain, gathers, reads, writes, true},
#define DEVICE_PASS(name, directory, domain, reads, writes) \
    {#name, #directory, Stage::every, Domain::domain, {}, reads, writes, false},
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
});
#undef GATHERS
#undef READS
#undef WRITES
}  // namespace pass_rows

inline constexpr const auto& kPasses = pass_rows::kRows;
inline constexpr size_t kPassCount = kPasses.size();
constexpr const PassInfo& info(Pass p) { return kPasses[static_cast<size_t>(p)]; }

constexpr bool no_pass_races() {
    for (const PassInfo& p : kPasses)
        if (!(p.gathers & p.writes).empty()) return false;
    return true;
}
static_assert(no_pass_races(), "a pass gathers from an array it writes: neighbours would see half-updated values");

constexpr bool passes_fit_portable_limits() {
    for (const PassInfo& p : kPasses)
        if (p.bound().size() > 10) return false;
    return true;
}
static_assert(passes_fit_portable_limits(), "more than 10 storage buffers in a pass: some drivers allow no more");

}  // namespace undine
