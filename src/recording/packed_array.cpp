#include "recording/packed_array.h"

#include "internal_error.h"

namespace undine {
namespace {

// Outputs that a pass copies or changes only a little. All others are predicted by the previous element in memory.
struct Expectation {
    std::string_view pass;
    Field field, from;
    bool sorted = false;  // slot by slot, the value at its `source`
};
constexpr Expectation kExpectations[] = {
    {"predict", Field::unsorted_predicted, Field::position},
    {"predict", Field::tally, Field::tally},
    {"find_neighbors", Field::tally, Field::tally},
    {"reorder", Field::previous, Field::position, true},
    {"reorder", Field::predicted, Field::unsorted_predicted, true},
    {"reorder", Field::sorted_id, Field::id, true},
    {"apply_delta_p", Field::predicted, Field::predicted},
    {"compute_lambda", Field::predicted_lambda, Field::predicted},
    {"compute_lambda", Field::density, Field::density},
    {"update_velocity", Field::position, Field::predicted},
    {"update_velocity", Field::id, Field::sorted_id},
    {"confine_vorticity", Field::velocity_star, Field::velocity_star},
    {"apply_surface_tension", Field::velocity_star, Field::velocity_star},
    {"apply_adhesion", Field::velocity_star, Field::velocity_star},
    {"drag_free_surface", Field::velocity_star, Field::velocity_star},
    {"drag_at_solids", Field::velocity_star, Field::velocity_star},
    {"apply_xsph", Field::velocity, Field::velocity_star},
};

// Small differences of either sign become small numbers: 0, −1, 1, −2 … as 0, 1, 2, 3 …
uint32_t folded(uint32_t difference) { return (difference << 1) ^ (difference >> 31 ? ~0u : 0u); }
uint32_t unfolded(uint32_t number) { return (number >> 1) ^ (number & 1 ? ~0u : 0u); }

uint32_t nearly(const Words& words, const std::optional<Words>& expected, uint32_t stride, size_t at) {
    if (expected) return (*expected)[at];
    return at >= stride ? words[at - stride] : 0;
}

}  // namespace

void ArrayMirror::set(Field field, Words words) {
    UNDINE_CHECK(words.size() == word_count(field), "an array is set with the wrong number of words");
    arrays_[static_cast<size_t>(field)] = std::move(words);
    known_ = known_ | field_set({field});
}

std::optional<Words> ArrayMirror::expectation(std::string_view pass, Field field) const {
    for (const Expectation& e : kExpectations) {
        if (e.pass != pass || e.field != field || !knows(e.from)) continue;
        if (!e.sorted) return words(e.from);
        if (!knows(Field::source)) return {};
        const Words &from = words(e.from), &source = words(Field::source);
        const size_t stride = info(field).stride / 4;
        Words gathered;
        gathered.reserve(from.size());
        for (const uint32_t i : source)
            for (size_t k = 0; k < stride; ++k) gathered.push_back(i < source.size() ? from[i * stride + k] : 0);
        return gathered;
    }
    return {};
}

std::vector<unsigned char> pack(const Words& words, const std::optional<Words>& expected, uint32_t stride) {
    std::vector<unsigned char> bytes(words.size() * 4);
    for (size_t k = 0; k < words.size(); ++k) {
        const uint32_t number = folded(words[k] - nearly(words, expected, stride, k));
        for (size_t plane = 0; plane < 4; ++plane)
            bytes[plane * words.size() + k] = static_cast<unsigned char>(number >> (8 * plane));
    }
    return bytes;
}

Words unpack(std::span<const unsigned char> bytes, const std::optional<Words>& expected, uint32_t stride) {
    Words words(bytes.size() / 4);
    for (size_t k = 0; k < words.size(); ++k) {
        uint32_t number = 0;
        for (size_t plane = 0; plane < 4; ++plane) number |= uint32_t{bytes[plane * words.size() + k]} << (8 * plane);
        words[k] = nearly(words, expected, stride, k) + unfolded(number);
    }
    return words;
}

}  // namespace undine
