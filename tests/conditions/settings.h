// What the layer is asked for in UNDINE_CONDITIONS: "timestamp_bits=0 submit_waits=1 devices=llvmpipe".
#pragma once
#include <cstdint>
#include <map>
#include <string>

namespace conditions {

// Numbers are 0, and texts empty, where nothing was asked for.
struct Settings {
    std::map<std::string, int64_t> numbers;
    std::string devices;   // only those devices whose name contains it have the conditions
    std::string counters;  // the file that counts are written to

    int64_t operator[](const std::string& key) const {
        const auto at = numbers.find(key);
        return at == numbers.end() ? 0 : at->second;
    }
    bool has(const std::string& key) const { return numbers.contains(key); }
};

// Ends the process with a sentence if the variable names a condition that there is not: a test must not pass without
// it.
Settings read_settings();

}  // namespace conditions
