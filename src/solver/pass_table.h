// fields.def and passes.def as C++ tables: what every backend, the shader build and the parity tests iterate over.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "gpu/device_needs.h"
#include "solver/variant.h"

namespace undine {

enum class Field : uint32_t {
#define FIELD(type, name, ...) name,
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
    population_words,
    arrivals,
    sink_corners,
    solid_elements,
    solid_terms,
    pressings,
    contacts,
    reaction_sums,
    reaction_group_sums,
    reactions,
    health_counts,
    health_sums,
    health_part_counts,
    health_part_sums,
    boundary,
    boundary_cells,
    wall_samples,
    mesh_samples,
    vorticity,
    surface_normals,
    multipliers,
    coarse_cells,
    shifts,
    potentials,
    diffuse,
    diffuse_sums,
    diffuse_words,
    ellipsoids
};
enum class Lifetime { persistent, scratch, fixed };

struct FieldInfo {
    std::string_view type, name;
    Extent extent;
    Lifetime lifetime;
    std::string_view unit, w_unit;  // of the values, in 3D, and of a vec4's w
    uint32_t stride;                // bytes per element
};

constexpr uint32_t stride_of(std::string_view type) { return type == "vec4" ? 16 : type == "uvec2" ? 8 : 4; }

inline constexpr auto kFields = std::to_array<FieldInfo>({
#define FIELD(type, name, extent, lifetime, unit, w_unit, meaning) \
    {#type, #name, Extent::extent, Lifetime::lifetime, unit, w_unit, stride_of(#type)},
#include "sim/fields.def"
#undef FIELD
});
inline constexpr size_t kFieldCount = kFields.size();
constexpr const FieldInfo& info(Field f) { return kFields[static_cast<size_t>(f)]; }

struct FieldSet {
    uint64_t bits = 0;
    constexpr bool contains(Field f) const { return bits >> static_cast<uint32_t>(f) & 1u; }
    constexpr FieldSet operator|(FieldSet o) const { return {bits | o.bits}; }
    constexpr FieldSet operator&(FieldSet o) const { return {bits & o.bits}; }
    constexpr bool empty() const { return bits == 0; }
    constexpr uint32_t size() const { return static_cast<uint32_t>(__builtin_popcountll(bits)); }
};
static_assert(kFieldCount < 63, "FieldSet has 64 bits, of which barriers use one more");

constexpr FieldSet field_set(std::initializer_list<Field> fields) {
    FieldSet set;
    for (Field f : fields) set.bits |= uint64_t{1} << static_cast<uint32_t>(f);
    return set;
}

// Bound as uniform buffers, of kMostUniformBytes.
inline constexpr FieldSet kUniformFields = field_set({Field::solid});
// Bound as uniform texel buffers of vec4s.
inline constexpr FieldSet kTexelFields = field_set({Field::wall_table});
static_assert(info(Field::wall_table).type == "vec4");

enum class Stage { every, density };
enum class Walks { nobody, fluid, boundary, fluid_and_boundary };
enum class Domain {
    particles,
    cells,
    scan_blocks,
    partial_sums,
    reaction_lanes,
    reaction_groups,
    reactions,
    health_blocks,
    health_parts,
    diffuse,
    slot_blocks,
    birth_blocks,
    one
};

enum class Pass : uint32_t {
#define PASS(name, ...) name,
#define DEVICE_PASS(name, ...) name,
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
};

// The arrays that hold the neighbours a pass walks over: the list's entries and counts, or the cells' ranges and the
// particle's own cell. gathers: read at any element; reads: at the invocation's own.
struct Accessed {
    FieldSet gathers, reads;
};
constexpr Accessed arrays_walked(Walks walks, uint32_t neighbors) {
    if (walks == Walks::nobody) return {};
    if (neighbors == PBF_NEIGHBORS_LIST) return {{}, field_set({Field::neighbors, Field::neighbor_count})};
    FieldSet ranges;
    if (walks != Walks::boundary) ranges = ranges | field_set({Field::cell_start});
    if (walks != Walks::fluid) ranges = ranges | field_set({Field::boundary_cell_start});
    return {ranges, field_set({Field::predicted})};
}

struct PassInfo {
    std::string_view name, directory;
    Stage stage;
    Domain domain;
    Walks walks;
    FieldSet gathers, reads, writes;  // besides the arrays of what it walks over
    bool shared_body;                 // compiled for every backend; otherwise a GLSL program of the Vulkan backend

    // For the variant with that neighbour search (PBF_NEIGHBORS_…).
    constexpr FieldSet all_gathers(uint32_t neighbors) const {
        return gathers | arrays_walked(walks, neighbors).gathers;
    }
    constexpr FieldSet inputs(uint32_t neighbors) const {
        return all_gathers(neighbors) | reads | arrays_walked(walks, neighbors).reads;
    }
    constexpr FieldSet bound(uint32_t neighbors) const { return inputs(neighbors) | writes; }
    constexpr uint32_t storage_buffers(uint32_t neighbors) const {
        const FieldSet all = bound(neighbors);
        return all.size() - (all & (kUniformFields | kTexelFields)).size();
    }

    // For all variants together.
    constexpr FieldSet inputs() const { return inputs(PBF_NEIGHBORS_LIST) | inputs(PBF_NEIGHBORS_GRID); }
    constexpr FieldSet bound() const { return inputs() | writes; }
};

namespace pass_rows {
using enum Field;
#define GATHERS(...) field_set({__VA_ARGS__})
#define READS(...) field_set({__VA_ARGS__})
#define WRITES(...) field_set({__VA_ARGS__})
inline constexpr auto kRows = std::to_array<PassInfo>({
#define PASS(name, stage, domain, walks, gathers, reads, writes) \
    {#name, "sim", Stage::stage, Domain::domain, Walks::walks, gathers, reads, writes, true},
#define DEVICE_PASS(name, directory, domain, reads, writes) \
    {#name, #directory, Stage::every, Domain::domain, Walks::nobody, {}, reads, writes, false},
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

struct PassSet {
    uint64_t bits = 0;
    constexpr bool contains(Pass p) const { return bits >> static_cast<uint32_t>(p) & 1u; }
    constexpr PassSet operator|(PassSet o) const { return {bits | o.bits}; }
    bool operator==(const PassSet&) const = default;
};
static_assert(kPassCount < 64, "PassSet has 64 bits");
inline constexpr PassSet kEveryPass{(uint64_t{1} << kPassCount) - 1};

constexpr PassSet pass_set(std::initializer_list<Pass> passes) {
    PassSet set;
    for (Pass p : passes) set.bits |= uint64_t{1} << static_cast<uint32_t>(p);
    return set;
}

// Every array that these passes touch, in any variant.
constexpr FieldSet arrays_of(PassSet passes) {
    FieldSet arrays;
    for (uint32_t p = 0; p < kPassCount; ++p)
        if (passes.contains(Pass(p))) arrays = arrays | kPasses[p].bound();
    return arrays;
}

constexpr bool no_pass_races() {
    for (const PassInfo& p : kPasses)
        for (const Variant& v : kVariants)
            if (!(p.all_gathers(v.neighbors) & p.writes).empty()) return false;
    return true;
}
static_assert(no_pass_races(), "a pass gathers from an array it writes: neighbours would see half-updated values");

constexpr bool no_pass_writes_what_is_read_alone() {
    for (const PassInfo& p : kPasses)
        if (!(p.writes & (kUniformFields | kTexelFields)).empty()) return false;
    return true;
}
static_assert(no_pass_writes_what_is_read_alone(),
              "a pass writes an array that is bound as a uniform or a texel buffer");

constexpr bool passes_fit_portable_limits() {
    for (const PassInfo& p : kPasses)
        for (const Variant& v : kVariants)
            if (p.storage_buffers(v.neighbors) > kMostStorageBuffers) return false;
    return true;
}
static_assert(passes_fit_portable_limits(),
              "a pass has more than kMostStorageBuffers arrays: some drivers cannot bind as many");

}  // namespace undine
