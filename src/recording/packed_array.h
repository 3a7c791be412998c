// Arrays as a recording stores them: words as differences from values known already, in planes of bytes, which zlib
// then compresses well. Lossless.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "measure/compared_pass.h"

namespace undine {

using Words = std::vector<uint32_t>;

// All arrays on the host, and which of them are known from the recording; the others hold nothing.
class ArrayMirror {
  public:
    explicit ArrayMirror(const Extents& extents) : extents_(extents), arrays_(kFieldCount) {}

    uint64_t word_count(Field field) const { return element_count(field, extents_) * info(field).stride / 4; }
    bool knows(Field field) const { return known_.contains(field); }
    FieldSet known() const { return known_; }
    const Words& words(Field field) const { return arrays_[static_cast<size_t>(field)]; }

    void set(Field field, Words words);
    void fill(Field field, uint32_t word) { set(field, Words(word_count(field), word)); }
    void forget(FieldSet fields) { known_ = {known_.bits & ~fields.bits}; }

    // A prediction of a pass's output from what is known before the pass; empty if there is none.
    std::optional<Words> expectation(std::string_view pass, Field field) const;

  private:
    Extents extents_;
    std::vector<Words> arrays_;
    FieldSet known_;
};

// expected: as many words as `words`; without it, differences are taken from the previous element, `stride` words back.
std::vector<unsigned char> pack(const Words& words, const std::optional<Words>& expected, uint32_t stride);
// `bytes`: what pack() made.
Words unpack(std::span<const unsigned char> bytes, const std::optional<Words>& expected, uint32_t stride);

}  // namespace undine
