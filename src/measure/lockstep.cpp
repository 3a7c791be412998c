#include "measure/lockstep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "measure/neighbor_sets.h"

namespace undine {
namespace {

// A new position is a sum whose first operand would hide errors of the second, so it is compared as the displacement
// from that operand.
std::optional<Field> start_of_motion(std::string_view pass, Field field) {
    if (pass == "predict" && field == Field::unsorted_predicted) return Field::position;
    if (pass == "apply_delta_p" && field == Field::predicted) return Field::predicted;
    if (field == Field::diffuse_position && pass == "advect_diffuse") return field;
    if (pass == "shift_positions" && field == Field::position) return Field::position;
    if (pass == "advect" && (field == Field::position || field == Field::predicted)) return Field::predicted;
    return {};
}

constexpr FieldSet kAllFields{(uint64_t{1} << kFieldCount) - 1};
constexpr FieldSet operator-(FieldSet a, FieldSet b) { return {a.bits & ~b.bits}; }

const std::vector<uint32_t>& words_of(const std::vector<std::vector<uint32_t>>& arrays, Field field) {
    return arrays[static_cast<size_t>(field)];
}
std::vector<uint32_t>& words_of(std::vector<std::vector<uint32_t>>& arrays, Field field) {
    return arrays[static_cast<size_t>(field)];
}

ChannelDifference& entry(std::vector<ChannelDifference>& differences, std::string_view pass, Field field,
                         const Channel& channel) {
    const std::string name = std::string(info(field).name) + channel.suffix;
    for (ChannelDifference& d : differences)
        if (d.pass == pass && d.channel == name) return d;
    differences.push_back({.pass = std::string(pass), .channel = name, .field = field, .unit = channel.unit});
    return differences.back();
}

}  // namespace

LockstepBackend::LockstepBackend(std::unique_ptr<Backend> reference, std::vector<std::unique_ptr<Backend>> candidates,
                                 const ParityTolerance& tolerance)
    : reference_(std::move(reference)), candidates_(std::move(candidates)) {
    report_.reference = reference_->name();
    report_.tolerance = tolerance;
    for (const auto& candidate : candidates_) report_.candidates.push_back({.name = candidate->name()});
}

void LockstepBackend::begin_step(uint64_t step, bool compared) {
    step_ = step;
    comparing_ = compared;
    runs_in_step_.clear();
}

LockstepReport LockstepBackend::report() {
    LockstepReport report = report_;
    for (const ComparedPass& pass : compared_passes())
        if (extents_.passes.contains(pass.last) && std::ranges::find(report.passes, pass.name) == report.passes.end())
            report.not_run.emplace_back(pass.name);
    for (size_t k = 0; k < candidates_.size(); ++k)
        report.candidates[k].guards_intact = candidates_[k]->guards_intact();
    return report;
}

template <class Action>
void LockstepBackend::on_all(Action action) {
    action(*reference_);
    for (const auto& candidate : candidates_) action(*candidate);
}

std::string LockstepBackend::name() const {
    std::string names = reference_->name();
    for (const auto& candidate : candidates_) names += " and " + candidate->name();
    return names;
}

void LockstepBackend::allocate(const Extents& extents, Variant variant) {
    extents_ = extents;
    on_all([&](Backend& b) { b.allocate(extents, variant); });
}

void LockstepBackend::upload(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    on_all([&](Backend& b) { b.upload(field, data, bytes, offset); });
}

void LockstepBackend::write(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    on_all([&](Backend& b) { b.write(field, data, bytes, offset); });
}

void LockstepBackend::set_most_living(uint32_t particles) {
    on_all([&](Backend& b) { b.set_most_living(particles); });
}

void LockstepBackend::download(Field field, void* data, uint64_t bytes, uint64_t offset) {
    reference_->download(field, data, bytes, offset);
}

void LockstepBackend::fill(Field field, uint32_t word) {
    on_all([&](Backend& b) { b.fill(field, word); });
}

void LockstepBackend::set_params(const FluidParams& params) {
    params_ = params;
    on_all([&](Backend& b) { b.set_params(params); });
}

void LockstepBackend::run(Pass pass) { execute_and_compare(compared(pass, extents_.counts_vary())); }

void LockstepBackend::sort_particles() { execute_and_compare(compared_sort(extents_.counts_vary())); }

void LockstepBackend::check_convergence() { execute_and_compare(compared_convergence(extents_.counts_vary())); }

void LockstepBackend::finish() {
    on_all([](Backend& b) { b.finish(); });
}

bool LockstepBackend::guards_intact() {
    bool intact = true;
    on_all([&](Backend& b) { intact = b.guards_intact() && intact; });
    return intact;
}

LockstepBackend::Arrays LockstepBackend::read(Backend& backend, FieldSet fields) const {
    Arrays arrays(kFieldCount);
    for_each_field(fields, [&](Field field) {
        Words& words = words_of(arrays, field);
        words.resize(element_count(field, extents_) * info(field).stride / 4);
        backend.download(field, words.data(), words.size() * 4);
    });
    return arrays;
}

void LockstepBackend::execute_and_compare(const ComparedPass& run) {
    if (!comparing_) return run.run_on(*reference_);
    const Moment moment{step_, ++runs_in_step_[std::string(run.name)], ++order_};
    if (std::ranges::find(report_.passes, run.name) == report_.passes.end()) report_.passes.emplace_back(run.name);

    // Arrays that are written must start equal too: a pass may leave elements as they are.
    const Arrays before = read(*reference_, run.inputs | run.writes);
    run.run_on(*reference_);
    const Arrays after = read(*reference_, run.writes);
    for (size_t k = 0; k < candidates_.size(); ++k) compare(run, moment, k, {before, after});
}

void LockstepBackend::compare(const ComparedPass& run, Moment moment, size_t candidate, const Values& reference) {
    Backend& backend = *candidates_[candidate];
    for_each_field(run.inputs | run.writes, [&](Field field) {
        const Words& same = words_of(reference.before, field);
        backend.upload(field, same.data(), same.size() * 4);
    });
    const FieldSet untouched = kAllFields - run.writes - run.ignored;
    const Arrays before = read(backend, untouched);
    run.run_on(backend);
    Arrays after = read(backend, kAllFields - run.ignored);
    for_each_field(untouched, [&](Field field) {
        if (words_of(after, field) != words_of(before, field))
            report_.candidates[candidate].trespasses.push_back(
                {std::string(run.name), std::string(info(field).name), moment});
    });
    for_each_field(run.writes, [&](Field field) { compare_field(run, moment, candidate, field, reference, after); });
}

void LockstepBackend::compare_field(const ComparedPass& run, Moment moment, size_t candidate, Field field,
                                    const Values& reference, Arrays& own) {
    const Words* a = &words_of(reference.after, field);
    Words& b = words_of(own, field);
    Words without_unused;
    uint64_t pairs_differing = 0;
    if (field == Field::neighbors && extents_.list_capacity > 0) {
        without_unused = *a;
        a = &without_unused;
        const NeighborLists of_a{without_unused, words_of(reference.after, Field::neighbor_count)};
        const NeighborLists of_b{b, words_of(own, Field::neighbor_count)};
        clear_unused_entries(of_a, extents_);
        clear_unused_entries(of_b, extents_);
        if (*a != b) pairs_differing = count_differing_pairs(of_a, of_b, extents_);
    }
    const std::optional<Field> start = start_of_motion(run.name, field);
    for (const Channel& channel : channels_of(field, params_.dimensions)) {
        ChannelDifference& d = entry(report_.candidates[candidate].differences, run.name, field, channel);
        const bool moves = start && channel.first == 0;
        ChannelComparison c =
            compare_channel(channel, *a, b, moves ? words_of(reference.before, *start) : Words{}, d.ulps);
        const bool from_start = field == Field::multiplier && channel.first == 0;
        if (from_start || (field == Field::predicted_lambda && channel.first == 3))
            c.rounding = lambda_rounding(run, reference.after);
        c.moment = moment;
        if (c.max_difference > 0 || c.unequal_integers + c.not_finite > 0) name_particle(run, field, c.place);
        d.add(c, report_.tolerance);
        d.pairs_differing += pairs_differing;
    }
}

void LockstepBackend::name_particle(const ComparedPass& run, Field field, Place& place) const {
    const Extent extent = info(field).extent;
    if ((extent != Extent::particles && extent != Extent::list) || run.name == "sort_particles") return;
    const bool before_sort = run.name == "pull" || run.name == "predict" || run.name == "locate" ||
                             run.name == "emit" || run.name == "drain";
    const Field ids = before_sort ? Field::id : Field::sorted_id;
    uint32_t id = 0;
    reference_->download(ids, &id, sizeof id, sizeof id * (place.element % extents_.particles));
    place.particle = id;
}

uint32_t LockstepBackend::living() const {
    uint32_t count = extents_.particles;
    if (extents_.counts_vary())
        reference_->download(Field::population, &count, sizeof count, POPULATION_LIVING * sizeof count);
    return count;
}

// λ = −C/(Σ|∇C|² + ε) with C = ρ/ρ0 − 1: when ρ is near ρ0, all that is left of C is the rounding of a sum of some
// thirty weights. Tolerated are eight roundings of 1 (measured: four), times the largest |λ/C| of this state or, if no
// |C| is large enough to tell, as in a falling lattice, times its upper bound 1/ε.
double LockstepBackend::lambda_rounding(const ComparedPass& run, const Arrays& after) const {
    const auto value = [](uint32_t word) { return double{std::bit_cast<float>(word)}; };
    double gain = 0;
    const size_t count = living();
    if (run.writes.contains(Field::multiplier)) {  // Λ changes by C over a denominator that is known
        const Words& multiplier = words_of(after, Field::multiplier);
        for (size_t i = 0; i < count; ++i)
            if (const double denominator = value(multiplier[4 * i + 1]); denominator > 0)
                gain = std::max(gain, 1 / denominator);
    } else {
        const Words &density = words_of(after, Field::density),
                    &predicted_lambda = words_of(after, Field::predicted_lambda);
        for (size_t i = 0; i < count; ++i) {
            const double c = value(density[i]) * double{params_.inv_rest_density} - 1;
            if (std::abs(c) > 1e-3) gain = std::max(gain, std::abs(value(predicted_lambda[4 * i + 3]) / c));
        }
    }
    if (gain == 0) gain = 1 / double{params_.relaxation};
    return 8 * std::numeric_limits<float>::epsilon() * gain;
}

}  // namespace undine
