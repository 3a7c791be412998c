// Checkpoints: files from which a run continues as if it had never stopped.
//
//     undine checkpoint 3
//     undine 0.1.0 (2aba0e9…), dam_break, step 1200, 4.8 s         for people
//     steps, pictures, scene, SavedState                            binary, little-endian; a vector or text is its
//                                                                   uint64 size and then its elements
//     hash_of() everything before, 8 bytes
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "solver/saved_state.h"

namespace undine {

struct Checkpoint {
    SavedState state;
    uint64_t steps = 0;     // of the run so far
    uint64_t pictures = 0;  // written so far
    std::string scene;      // text that is the same exactly for runs that can continue it
};

// Writes DIRECTORY/step_000000001200.checkpoint, waits until it is on the disk, and removes all checkpoints there but
// this and the one before it. Throws Error(bad_input).
void write_checkpoint(const std::filesystem::path& directory, const Checkpoint& checkpoint, const std::string& title);

// Throws Error(bad_input) for anything that write_checkpoint() of this version did not write, whole.
Checkpoint read_checkpoint(const std::filesystem::path& file);

// Newest first; empty if the directory is absent or has none.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& directory);

}  // namespace undine
