#include "gpu/free_ranges.h"

#include <iterator>

namespace undine {

std::optional<uint64_t> FreeRanges::take(uint64_t size, uint64_t alignment) {
    for (auto range = ranges_.begin(); range != ranges_.end(); ++range) {
        const auto [begin, length] = *range;
        const uint64_t offset = (begin + alignment - 1) / alignment * alignment;
        if (offset - begin > length || length - (offset - begin) < size) continue;
        ranges_.erase(range);
        if (offset > begin) ranges_[begin] = offset - begin;
        if (offset + size < begin + length) ranges_[offset + size] = begin + length - (offset + size);
        return offset;
    }
    return std::nullopt;
}

void FreeRanges::give_back(uint64_t offset, uint64_t size) {
    auto next = ranges_.lower_bound(offset);
    if (next != ranges_.end() && next->first == offset + size) {
        size += next->second;
        next = ranges_.erase(next);
    }
    if (next != ranges_.begin()) {
        auto before = std::prev(next);
        if (before->first + before->second == offset) {
            before->second += size;
            return;
        }
    }
    ranges_[offset] = size;
}

}  // namespace undine
