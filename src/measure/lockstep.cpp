#include "measure/lockstep.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace undine {
namespace {

// How a field's words are compared. A vec4 is a vector and a scalar of another unit: together, the larger would hide
// the smaller one's error.
struct Channel {
    const char* suffix;
    uint32_t first, count, stride;  // words
    bool integers;
};

std::vector<Channel> channels_of(Field field) {
    const auto type = info(field).type;
    if (type == "vec4") return {{".xyz", 0, 3, 4, false}, {".w", 3, 1, 4, field == Field::predicted}};
    if (type == "float") return {{"", 0, 1, 1, false}};
    if (type == "uvec2") return {{"", 0, 2, 2, true}};
    if (field == Field::solver_state) return {{".done", 0, 1, 4, true}, {".iterations", 1, 1, 4, true}, {".error", 2, 1, 4, false}};
    return {{"", 0, 1, 1, true}};
}

// A new position is a sum whose first operand hides errors of the second: compared as displacement from that operand.
bool moves_from(const std::string& pass, Field field, Field& base) {
    if (pass == "predict" && field == Field::unsorted_predicted) return base = Field::position, true;
    if (pass == "apply_delta_p" && field == Field::predicted) return base = Field::predicted_lambda, true;
    return false;
}

double value(uint32_t word) { return std::bit_cast<float>(word); }

// List entries beyond a particle's count were never written.
void clear_unused_entries(std::vector<uint32_t>& list, const std::vector<uint32_t>& counts, const Extents& e) {
    for (uint32_t i = 0; i < e.particles; ++i)
        for (uint64_t k = uint64_t{counts[2 * i]} + counts[2 * i + 1]; k < e.list_capacity; ++k)
            list[k * e.particles + i] = 0;
}

}  // namespace

bool ChannelDifference::within(double max_error, double max_nmse) const {
    if (unequal_integers > 0 || not_finite > 0) return false;
    if (integers || max_difference <= rounding) return true;
    return max_difference <= max_error * rms + rounding && nmse <= max_nmse + (rounding / rms) * (rounding / rms);
}

LockstepBackend::LockstepBackend(std::unique_ptr<Backend> reference, std::unique_ptr<Backend> candidate)
    : reference_(std::move(reference)), candidate_(std::move(candidate)) {}

std::string LockstepBackend::name() const { return reference_->name() + " and " + candidate_->name(); }

void LockstepBackend::allocate(const Extents& extents, Variant variant) {
    extents_ = extents;
    reference_->allocate(extents, variant);
    candidate_->allocate(extents, variant);
}

void LockstepBackend::upload(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    reference_->upload(field, data, bytes, offset);
    candidate_->upload(field, data, bytes, offset);
}

void LockstepBackend::download(Field field, void* data, uint64_t bytes, uint64_t offset) {
    reference_->download(field, data, bytes, offset);
}

void LockstepBackend::fill(Field field, uint32_t word) {
    reference_->fill(field, word);
    candidate_->fill(field, word);
}

void LockstepBackend::set_params(const FluidParams& params) {
    params_ = params;
    reference_->set_params(params);
    candidate_->set_params(params);
}

void LockstepBackend::run(Pass pass) {
    const PassInfo& p = info(pass);
    compare(std::string(p.name), p.inputs(), p.writes, {}, [&](Backend& b) { b.run(pass); });
}

void LockstepBackend::sort_particles() {
    // The order inside `scattered` is any; block_sum exists only where the scan runs on the device.
    compare("sort_particles", field_set({Field::cell, Field::id, Field::cell_count}),
            field_set({Field::cell_start, Field::source, Field::cell_count}), field_set({Field::scattered, Field::block_sum}),
            [](Backend& b) { b.sort_particles(); });
}

void LockstepBackend::check_convergence() {
    compare("check_convergence", field_set({Field::density, Field::solver_state}),
            field_set({Field::partial_sum, Field::solver_state}), {}, [](Backend& b) { b.check_convergence(); });
}

void LockstepBackend::finish() {
    reference_->finish();
    candidate_->finish();
}

bool LockstepBackend::guards_intact() { return reference_->guards_intact() && candidate_->guards_intact(); }

LockstepBackend::Words LockstepBackend::read(Backend& backend, Field field) const {
    Words words(element_count(field, extents_) * info(field).stride / 4);
    backend.download(field, words.data(), words.size() * 4);
    return words;
}

template <class Execute>
void LockstepBackend::compare(const std::string& pass, FieldSet inputs, FieldSet writes, FieldSet ignored, Execute execute) {
    std::vector<Words> before(kFieldCount);
    for (size_t f = 0; f < kFieldCount; ++f) {
        const auto field = static_cast<Field>(f);
        // Written arrays start equal too: a pass may leave elements as they are.
        if ((inputs | writes).contains(field)) {
            const Words same = read(*reference_, field);
            candidate_->upload(field, same.data(), same.size() * 4);
        }
        Field base;
        if (moves_from(pass, field, base)) base_ = read(*reference_, base);
        if (!(writes | ignored).contains(field)) before[f] = read(*candidate_, field);
    }
    execute(*reference_);
    execute(*candidate_);
    for (size_t f = 0; f < kFieldCount; ++f) {
        const auto field = static_cast<Field>(f);
        if (ignored.contains(field)) continue;
        const Words after = read(*candidate_, field);
        if (writes.contains(field)) compare_field(pass, field, read(*reference_, field), after);
        else if (after != before[f]) trespasses_.push_back(pass + ": " + std::string(info(field).name));
    }
}

// λ = −C/(Σ|∇C|² + ε) with C = ρ/ρ0 − 1: where ρ is near ρ0, the rounding of a sum of some thirty weights is all that is
// left of C. Eight roundings of 1 (measured: four), times |λ/C| of this state.
double LockstepBackend::lambda_rounding(const Words& predicted_lambda) const {
    const Words density = read(*reference_, Field::density);
    double gain = 0;
    for (size_t i = 0; i < density.size(); ++i) {
        const double c = value(density[i]) * double{params_.inv_rest_density} - 1;
        if (std::abs(c) > 1e-3) gain = std::max(gain, std::abs(value(predicted_lambda[4 * i + 3]) / c));
    }
    return 8 * std::numeric_limits<float>::epsilon() * gain;
}

void LockstepBackend::compare_field(const std::string& pass, Field field, const Words& reference, const Words& candidate) {
    Words a = reference, b = candidate;
    if (field == Field::neighbors) {
        clear_unused_entries(a, read(*reference_, Field::neighbor_count), extents_);
        clear_unused_entries(b, read(*candidate_, Field::neighbor_count), extents_);
    }
    Field base;
    const bool moves = moves_from(pass, field, base);
    for (const Channel& c : channels_of(field)) {
        ChannelDifference& d = entry(pass, std::string(info(field).name) + c.suffix);
        d.integers = c.integers;
        double sum_sq = 0, difference_sq = 0, largest = 0, largest_operand = 0;
        uint64_t n = 0;
        for (size_t e = 0; e < a.size(); e += c.stride)
            for (uint32_t k = c.first; k < c.first + c.count; ++k, ++n) {
                if (c.integers) {
                    d.unequal_integers += a[e + k] != b[e + k];
                    continue;
                }
                const double from = moves && c.count == 3 ? value(base_[e + k]) : 0;
                const double x = value(a[e + k]) - from, y = value(b[e + k]) - from;
                if (!std::isfinite(x) || !std::isfinite(y)) {
                    ++d.not_finite;  // in either: no pass may make one
                    continue;
                }
                sum_sq += x * x;
                difference_sq += (x - y) * (x - y);
                largest = std::max(largest, std::abs(x - y));
                if (from != 0) largest_operand = std::max(largest_operand, std::abs(value(a[e + k])));
            }
        d.compared += n;
        if (c.integers || largest < d.max_difference) continue;
        d.max_difference = largest;
        d.rms = std::sqrt(sum_sq / double(n));
        d.rounding = largest_operand * std::numeric_limits<float>::epsilon();
        if (field == Field::predicted_lambda && c.count == 1) d.rounding = lambda_rounding(a);
        d.nmse = sum_sq > 0 ? difference_sq / sum_sq : difference_sq;
    }
}

ChannelDifference& LockstepBackend::entry(const std::string& pass, const std::string& channel) {
    for (ChannelDifference& d : differences_)
        if (d.pass == pass && d.channel == channel) return d;
    differences_.push_back({.pass = pass, .channel = channel});
    return differences_.back();
}

}  // namespace undine
