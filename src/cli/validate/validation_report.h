// undine validate --json: what was computed, from which --resume goes on.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/validate/validation_case.h"

namespace undine {

struct ValidatedCase {
    std::string name;
    std::vector<ValidationPlot> plots;
};

struct ValidationReport {
    std::string backend;
    bool quick = false;
    std::vector<ValidatedCase> cases;  // those that are complete
};

nlohmann::ordered_json validation_json(const ValidationReport& report);

// The cases of a report that this build wrote with the same backend and --quick. Throws Error (bad_input) for any
// other.
std::vector<ValidatedCase> read_validated_cases(const std::string& path, const std::string& backend, bool quick);

}  // namespace undine
