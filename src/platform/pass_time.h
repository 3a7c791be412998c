// How long a pass took: what backends and renderers report, whatever clock they have.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace undine {

// Totals of one pass. "sort/scatter" is a part of the group "sort", as "draw/particles" is of "draw".
struct PassTime {
    std::string name;
    double ms = 0;      // on the clock of the device that executed it
    uint64_t runs = 0;  // how often it ran, however many dispatches that took
};

// Adds to the entry of that name, or makes one behind the others.
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
