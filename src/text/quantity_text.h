// Counts and sizes as messages and reports print them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace undine {

// "1 step", "12,000 steps", "0 pairs". plural: if it is not the noun plus s ("boxes").
std::string counted(uint64_t count, std::string_view noun, std::string_view plural = {});

// "12 %" for 0.12; decimals: digits after the point.
std::string percent_text(double part, int decimals = 0);

// A size in memory, in the unit that leaves one to four digits before the point: "512 bytes", "48 KiB", "128 MiB",
// "3.85 GiB".
std::string memory_text(uint64_t bytes);

// An energy to three digits, in the unit that leaves one to three before the point: "971 J", "5.30 kJ", "-12.0 mJ".
std::string energy_text(double joules);

// The size of a file, in powers of 1000, as file managers and web pages count: "512 bytes", "4.46 MB".
std::string file_size_text(uint64_t bytes);

}  // namespace undine
