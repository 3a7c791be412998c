// Which device of a list a user means, by index, UUID or part of a name: the same rules for every API.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace undine {

struct NamedDevice {
    uint32_t index = 0;
    std::array<uint8_t, 16> uuid{};
    std::string names;        // a part of it, in upper or lower case, is a name
    std::string description;  // for messages
    std::string problem;      // why it cannot run, or empty
};

// The place of the device in the list. kind: "CUDA device", say. Throws Error(no_device) that lists what there is.
size_t choose_named_device(std::span<const NamedDevice> devices, std::string_view selection, const std::string& kind);

// " 0: one; 1: another cannot run Undine: why": for messages.
std::string listing(std::span<const NamedDevice> devices);

// Grouped 8-4-4-4-12, as tools print it.
std::string uuid_text(const std::array<uint8_t, 16>& uuid);

}  // namespace undine
