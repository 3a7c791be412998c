#include "solver/backend.h"

#include <algorithm>
#include <cstring>

#include "internal_error.h"
#include "sim/diffuse_words.glsl"
#include "sim/sizes.glsl"

namespace undine {
namespace {

constexpr uint64_t blocks_of(uint64_t elements, uint32_t size) { return (elements + size - 1) / size; }
constexpr uint64_t blocks(uint64_t elements) { return blocks_of(elements, kBlockSize); }

}  // namespace

uint64_t element_count(Field field, const Extents& e) {
    if (!arrays_of(e.passes).contains(field)) return 0;
    switch (info(field).extent) {
        case Extent::particles: return e.particles;
        case Extent::list: return std::max<uint64_t>(1, uint64_t{e.list_capacity} * e.particles);
        case Extent::cells: return uint64_t{e.cells} + 1;
        case Extent::scan_blocks: return blocks(uint64_t{e.cells} + 1);
        case Extent::partial_sums: return blocks(e.particles);
        case Extent::state_words: return 4;
        case Extent::population_words: return POPULATION_WORDS;
        case Extent::arrivals: return e.arrivals;
        case Extent::sink_corners: return std::max(1u, 2 * e.sinks);
        case Extent::solid_elements: return std::max(1u, e.planes + PBF_SOLID_SIZE * e.solids);
        case Extent::mesh_samples: return std::max<uint64_t>(1, 2 * uint64_t{e.mesh_nodes});
        case Extent::solid_terms: return e.solids > 0 ? 3 * uint64_t{e.particles} : 1;
        case Extent::pressings: return e.friction > 0 ? e.particles : 1;
        case Extent::contacts: return e.reactions > 0 ? e.particles : 1;
        case Extent::reaction_sums: return 2 * domain_size(Domain::reaction_lanes, e, e.particles);
        case Extent::reaction_group_sums: return 2 * domain_size(Domain::reaction_groups, e, e.particles);
        case Extent::reactions: return 2 * uint64_t{e.reactions};
        case Extent::health_counts: return 3 * domain_size(Domain::health_blocks, e, e.particles);
        case Extent::health_sums: return domain_size(Domain::health_blocks, e, e.particles);
        case Extent::health_part_counts: return 3 * domain_size(Domain::health_parts, e, e.particles);
        case Extent::health_part_sums: return domain_size(Domain::health_parts, e, e.particles);
        case Extent::boundary: return std::max(1u, e.boundary);
        case Extent::boundary_cells: return e.boundary > 0 ? uint64_t{e.cells} + 1 : 1;
        case Extent::wall_samples: return PBF_WALL_SAMPLES * (uint64_t{1} + e.solids);
        case Extent::vorticity: return std::max(1u, e.vorticity);
        case Extent::surface_normals: return e.surface_normals;
        case Extent::multipliers: return std::max(1u, e.multipliers);
        case Extent::coarse_cells: return std::max(1u, e.coarse_cells);
        case Extent::shifts: return std::max(1u, e.shifts);
        case Extent::potentials: return e.particles;
        case Extent::diffuse: return std::max(1u, e.diffuse);
        case Extent::diffuse_sums:
            return domain_size(Domain::slot_blocks, e, e.particles) + domain_size(Domain::birth_blocks, e, e.particles);
        case Extent::diffuse_words: return DIFFUSE_WORDS;
        case Extent::ellipsoids: return std::max<uint64_t>(1, 3 * uint64_t{e.ellipsoids});
    }
    return 0;
}

uint64_t domain_size(Domain domain, const Extents& e, uint32_t living) {
    switch (domain) {
        case Domain::particles: return living;
        case Domain::cells: return e.cells;
        case Domain::scan_blocks: return (uint64_t{e.cells} + kBlockSize) / kBlockSize;
        case Domain::partial_sums: return (uint64_t{living} + kBlockSize - 1) / kBlockSize;
        case Domain::reaction_lanes: return PBF_REACTION_LANES * domain_size(Domain::reaction_groups, e, living);
        case Domain::reaction_groups:
            return (uint64_t{e.particles} + PBF_REACTION_GROUP - 1) / PBF_REACTION_GROUP * e.reactions;
        case Domain::reactions: return e.reactions;
        case Domain::health_blocks: return blocks_of(e.particles, PBF_HEALTH_BLOCK);
        case Domain::health_parts: return PBF_HEALTH_PARTS;
        case Domain::diffuse: return e.diffuse;
        case Domain::slot_blocks: return blocks_of(e.diffuse, PBF_SLOT_BLOCK);
        case Domain::birth_blocks: return blocks_of(e.particles, PBF_BIRTH_BLOCK);
        case Domain::one: break;
    }
    return 1;
}

void Backend::record_copy(Field field, uint64_t bytes) { download(field, copies_.emplace_back(bytes).data(), bytes); }

void Backend::take_copy(void* data, uint64_t bytes) {
    UNDINE_CHECK(!copies_.empty() && copies_.front().size() == bytes, "a copy is taken that was not recorded");
    std::memcpy(data, copies_.front().data(), bytes);
    copies_.pop_front();
}

uint64_t memory_needed(const Extents& extents) {
    uint64_t bytes = 0;
    for (size_t f = 0; f < kFieldCount; ++f) bytes += element_count(static_cast<Field>(f), extents) * kFields[f].stride;
    return bytes;
}

std::string timed_name(Pass pass) {
    const PassInfo& p = info(pass);
    const std::string name(p.name);
    if (pass == Pass::order_in_cell) return "sort/" + name;
    return p.shared_body ? name : std::string(p.directory) + "/" + name;
}

bool is_simulation(std::string_view timed) {
    const std::string_view group = timed.substr(0, timed.find('/'));
    if (group == "sort" || group == "reduce") return true;
    return std::any_of(kPasses.begin(), kPasses.end(), [&](const PassInfo& pass) { return pass.name == group; });
}

}  // namespace undine
