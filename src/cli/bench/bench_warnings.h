// Which figures of a measurement are less reliable than their digits suggest, and why.
#pragma once
#include <string>
#include <vector>

#include "cli/bench/bench_report.h"

namespace undine {

struct BenchWarning {
    enum class Kind {
        wide_spread,        // repetitions of the same steps lie far apart
        faster_when_timed,  // steps whose passes are timed take less time than untimed ones
        slower_when_timed,  // they take notably more: the passes' times are those of slower steps
        copies_vary,        // the device's copies lie far apart: shares of them mean little
        beyond_copies,      // a pass moves more than the fastest copy did
    };
    Kind kind;
    std::string sentence;  // reason and remedy
};

// "wide_spread", as JSON has it.
const char* kind_name(BenchWarning::Kind kind);

// The warnings on one case that has figures, in the order of the kinds, each at most once.
std::vector<BenchWarning> bench_warnings(const BenchGroup& group, const BenchColumn& column,
                                         const BackendMeasurement& m);

bool has(const std::vector<BenchWarning>& warnings, BenchWarning::Kind kind);

// The mark after a doubtful figure.
inline constexpr const char* kDoubtful = " ?";

}  // namespace undine
