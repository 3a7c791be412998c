// A device's counter of timestamps: of so many valid bits, after which it starts over.
#pragma once
#include <cstdint>
#include <optional>

namespace undine {

class TickCounter {
  public:
    // valid_bits: VkQueueFamilyProperties::timestampValidBits; 0: the queue has no counter.
    explicit TickCounter(uint32_t valid_bits)
        : round_(valid_bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << valid_bits) - 1) {}

    bool exists() const { return round_ != 0; }

    // Ticks from begin to end; 0 if the driver has them the wrong way round, which shows as more than half a round.
    uint64_t between(uint64_t begin, uint64_t end) const {
        const uint64_t ticks = (end - begin) & round_;
        return ticks <= round_ / 2 ? ticks : 0;
    }

    // Ticks since the first call's, over any number of rounds, if each call is less than half a round from the one
    // before, earlier or later. Small numbers: a double holds them exactly where ticks since 1970 would lose 256 ns.
    int64_t since_first(uint64_t ticks) {
        if (last_) {
            const uint64_t later = (ticks - *last_) & round_, earlier = (*last_ - ticks) & round_;
            since_first_ += later <= round_ / 2 ? static_cast<int64_t>(later) : -static_cast<int64_t>(earlier);
        }
        last_ = ticks;
        return since_first_;
    }

  private:
    uint64_t round_;
    std::optional<uint64_t> last_;
    int64_t since_first_ = 0;
};

}  // namespace undine
