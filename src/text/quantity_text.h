// Counts and sizes as messages and reports print them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace undine {

// "1 step", "12,000 steps", "0 pairs". plural: where it is not the noun and an s ("boxes").
std::string counted(uint64_t count, std::string_view noun, std::string_view plural = {});

// "12 %" of 0.12; decimals: digits behind the point.
std::string percent_text(double part, int decimals = 0);

// Of memory, with the unit that leaves one to four digits before the point: "512 bytes", "48 KiB", "128 MiB", "3.85
// GiB".
std::string memory_text(uint64_t bytes);

// Of a file, in powers of 1000, as file managers and web pages count: "512 bytes", "4.46 MB".
std::string file_size_text(uint64_t bytes);

}  // namespace undine
