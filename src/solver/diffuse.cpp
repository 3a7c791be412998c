#include "solver/diffuse.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "sim/diffuse_words.glsl"
#include "solver/field_transfer.h"
#include "solver/fluid_params.h"
#include "solver/method.h"

namespace undine {

#define UNDINE_DIFFUSE_WORD(member, word) static_assert(offsetof(DiffusePopulation, member) == 4 * word)
UNDINE_DIFFUSE_WORD(living, DIFFUSE_LIVING);
UNDINE_DIFFUSE_WORD(created, DIFFUSE_CREATED);
UNDINE_DIFFUSE_WORD(turned_away, DIFFUSE_TURNED_AWAY);
UNDINE_DIFFUSE_WORD(admitted, DIFFUSE_ADMITTED);
UNDINE_DIFFUSE_WORD(steps, DIFFUSE_STEPS);
#undef UNDINE_DIFFUSE_WORD
static_assert(sizeof(DiffusePopulation) == 4 * DIFFUSE_WORDS);

namespace {

DiffuseKind kind_of(float wetness) {
    return wetness < PBF_SPRAY_BELOW    ? DiffuseKind::spray
           : wetness > PBF_BUBBLE_ABOVE ? DiffuseKind::bubble
                                        : DiffuseKind::foam;
}

}  // namespace

void step_diffuse(Backend& b, const FluidParams& p) {
    if (p.crest_births > 0 && !has_tension(p)) b.run(Pass::compute_surface_normal);  // else the step has
    b.run(Pass::estimate_births);
    b.run(Pass::count_births);
    b.run(Pass::advect_diffuse);
    if (p.solid_count > 0) b.run(Pass::stop_diffuse_at_solids);
    b.run(Pass::count_free);
    b.run(Pass::admit_diffuse);
    b.run(Pass::spawn_diffuse);
}

void clear_diffuse(Backend& b) {
    for (Field field : {Field::diffuse_position, Field::diffuse_velocity, Field::diffuse_id, Field::diffuse_population})
        b.fill(field, 0);
}

SavedDiffuse save_diffuse(Backend& b, const Extents& extents) {
    return {.position = download<vec4>(b, Field::diffuse_position, extents),
            .velocity = download<vec4>(b, Field::diffuse_velocity, extents),
            .id = download<uvec2>(b, Field::diffuse_id, extents),
            .population = diffuse_population(b)};
}

void restore_diffuse(Backend& b, const SavedDiffuse& saved) {
    upload(b, Field::diffuse_position, saved.position);
    upload(b, Field::diffuse_velocity, saved.velocity);
    upload(b, Field::diffuse_id, saved.id);
    b.upload(Field::diffuse_population, &saved.population, sizeof saved.population);
}

DiffusePopulation diffuse_population(Backend& b) {
    DiffusePopulation p;
    b.download(Field::diffuse_population, &p, sizeof p);
    return p;
}

DiffuseState diffuse_state(Backend& b, const Extents& extents) {
    const auto position = download<vec4>(b, Field::diffuse_position, extents),
               velocity = download<vec4>(b, Field::diffuse_velocity, extents);
    const auto id = download<uvec2>(b, Field::diffuse_id, extents);
    std::vector<uint32_t> order;
    for (uint32_t k = 0; k < position.size(); ++k)
        if (position[k].w > 0) order.push_back(k);
    std::ranges::sort(order, {}, [&](uint32_t k) { return id[k].x; });
    DiffuseState s;
    for (const uint32_t k : order) {
        s.position.emplace_back(position[k]);
        s.velocity.emplace_back(velocity[k]);
        s.life.push_back(position[k].w);
        s.wetness.push_back(velocity[k].w);
        s.kind.push_back(kind_of(velocity[k].w));
        s.id.push_back(id[k].x);
        s.born.push_back(id[k].y);
    }
    return s;
}

}  // namespace undine
