// What a lockstep run has found, and the verdict on it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "measure/channel_difference.h"

namespace undine {

// An array of the candidate that a pass changed although it does not write it.
struct Trespass {
    std::string pass, field;
    Moment moment;
};

struct LockstepReport {
    struct Candidate {
        std::string name;
        std::vector<ChannelDifference> differences;  // in the order in which the passes first ran
        std::vector<Trespass> trespasses;
        bool guards_intact = true;  // the words around every array
    };

    std::string reference;
    ParityTolerance tolerance;
    std::vector<std::string> passes;   // compared, in the order in which they first ran
    std::vector<std::string> not_run;  // passes that this scene did not need
    std::vector<Candidate> candidates;
};

// The first thing beyond tolerance, in the order of execution, over all candidates. Later differences mean less: in
// lockstep each pass starts from the same values again, but the one that is wrong is this one.
struct Finding {
    size_t candidate = 0;
    const ChannelDifference* difference = nullptr;  // the channel whose first_beyond it is,
    const Trespass* trespass = nullptr;             // or an array touched; neither: guard words were overwritten
};

// Empty: all within tolerance. Points into the report.
std::optional<Finding> first_beyond(const LockstepReport& report);

}  // namespace undine
