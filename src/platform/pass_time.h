// How long a pass took, as reported by backends and renderers, whatever clock they use.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace undine {

// Totals of one pass. "sort/scatter" belongs to the group "sort", as "draw/particles" does to "draw".
struct PassTime {
    std::string name;
    double ms = 0;      // on the clock of the device that executed it
    uint64_t runs = 0;  // how often it ran, regardless of the number of dispatches
};

// Adds to the entry of that name, or appends a new one.
inline void add_pass_time(std::vector<PassTime>& times, const std::string& name, double ms, uint64_t runs) {
    for (PassTime& t : times)
        if (t.name == name) {
            t.ms += ms;
            t.runs += runs;
            return;
        }
    times.push_back({name, ms, runs});
}

}  // namespace undine
