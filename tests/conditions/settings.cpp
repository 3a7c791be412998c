#include "settings.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace conditions {
namespace {

constexpr std::array kConditions{
    std::string_view("no_graphics"),       // queues compute, but do not draw
    std::string_view("no_present"),        // queues cannot present to any window
    std::string_view("timestamp_bits"),    // valid bits of a timestamp; 0: the queue has no clock
    std::string_view("image_limit"),       // pixels, the most that an image may be wide or high
    std::string_view("storage_limit"),     // bytes, maxStorageBufferRange
    std::string_view("raspberry_pi"),      // the limits of a Raspberry Pi, where they are lower
    std::string_view("no_cached_memory"),  // the host reads no memory through its cache
    std::string_view("allocation_limit"),  // bytes; a larger allocation fails
    std::string_view("own_memory"),        // bytes of the device's own memory; all else is the host's, of another type
    std::string_view("own_budget"),        // bytes of it that are not in use by other programs
    std::string_view("submit_waits"),      // everything has been executed when a submission returns
    std::string_view("lost_at_submission"),  // that submission, from 1, loses the device
    std::string_view("out_of_date_at"),      // that image, from 1, is out of date when it is acquired
    std::string_view("surface_lost_at"),     // that image finds the surface lost
    std::string_view("present_ms"),          // milliseconds that presenting blocks
};

[[noreturn]] void refuse(const std::string& word) {
    std::fprintf(stderr, "UNDINE_CONDITIONS: %s is not a condition\n", word.c_str());
    std::abort();
}

}  // namespace

Settings read_settings() {
    Settings settings;
    const char* text = std::getenv("UNDINE_CONDITIONS");
    std::istringstream words(text ? text : "");
    for (std::string word; words >> word;) {
        const size_t equals = word.find('=');
        if (equals == std::string::npos) refuse(word);
        const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
        if (key == "devices") settings.devices = value;
        else if (key == "counters") settings.counters = value;
        else if (std::ranges::find(kConditions, key) != kConditions.end()) settings.numbers[key] = std::stoll(value);
        else refuse(word);
    }
    return settings;
}

}  // namespace conditions
