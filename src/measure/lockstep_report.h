// The findings of a lockstep run, and the verdict.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "measure/channel_difference.h"

namespace undine {

// An array of the candidate that a pass changed although passes.def does not list it as written.
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

// The first thing beyond tolerance, in the order of execution, over all candidates: the one to investigate first. Later
// ones do not follow from it, since in lockstep each pass starts from the reference's values.
struct Finding {
    size_t candidate = 0;
    const ChannelDifference* difference = nullptr;  // the channel whose first_beyond it is,
    const Trespass* trespass = nullptr;             // or an array touched; if neither, guard words were overwritten
};

// Empty: all within tolerance. Points into the report.
std::optional<Finding> first_beyond(const LockstepReport& report);

// Whether every candidate computed the values of the reference, to the last bit but for the sign of zeros.
bool no_value_differs(const LockstepReport& report);

}  // namespace undine
