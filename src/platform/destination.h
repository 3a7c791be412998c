// What the name of an output stands for.
#pragma once
#include <filesystem>

namespace undine {

// Links are followed, to where a missing file would be created. What is no regular file is written in place, not
// replaced, and nothing is put beside it: devices, pipes, and what /dev/stdout, /dev/fd/N and /proc/self/fd/N name.
struct Destination {
    std::filesystem::path path;  // with no link as its last component
    bool in_place = false;
    int descriptor = -1;  // this process's open one that is named; -1: none
};

// Never throws: what is wrong with a place is found when it is used.
Destination find_destination(const std::filesystem::path& given);

}  // namespace undine
