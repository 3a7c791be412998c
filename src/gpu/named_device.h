// Finds the device that a user names by index, UUID or part of a name; the rules are the same for every API.
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
    std::string names;        // any part of it, in either case, selects the device
    std::string description;  // for messages
    std::string problem;      // why it cannot run Undine, as a clause, or empty
};

// The device's position in the list. kind: e.g. "CUDA device", for messages. Throws Error(no_device) if none matches or
// several do, listing the choices, or if the device cannot run Undine.
size_t choose_named_device(std::span<const NamedDevice> devices, std::string_view selection, const std::string& kind);

// For messages: " 0: one; 1: another cannot run Undine: why".
std::string listing(std::span<const NamedDevice> devices);

// Grouped 8-4-4-4-12, as tools print it.
std::string uuid_text(const std::array<uint8_t, 16>& uuid);

}  // namespace undine
