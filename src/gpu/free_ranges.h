// Tracks which ranges of a memory block are free: first fit, adjacent ranges merged. Offsets only; it owns no memory.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

namespace undine {

class FreeRanges {
  public:
    explicit FreeRanges(uint64_t size) : size_(size) { ranges_[0] = size; }

    // Takes `size` bytes and returns their offset, a multiple of `alignment`; nothing if no free range can hold them.
    std::optional<uint64_t> take(uint64_t size, uint64_t alignment);

    // Frees what take() returned for this size.
    void give_back(uint64_t offset, uint64_t size);

    bool all_free() const { return ranges_.size() == 1 && ranges_.begin()->second == size_; }
    uint64_t size() const { return size_; }

  private:
    uint64_t size_;
    std::map<uint64_t, uint64_t> ranges_;  // offset → size; never adjacent
};

}  // namespace undine
