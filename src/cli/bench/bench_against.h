// undine bench --against: two reports of `undine bench`, case by case.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "measure/spread.h"

namespace undine {

// same: the two [least..most] overlap. unknown: they do not, but by mere chance they would not in more than one of
// twenty comparisons, because there are so few repetitions.
enum class Verdict { same, faster, slower, unknown };

struct Comparison {
    std::string pass;    // "step" for the whole step
    Spread before, now;  // ms a step
    size_t repetitions_before = 0, repetitions_now = 0;
    double ratio() const { return now.median / before.median; }
    Verdict verdict() const;
};

struct ComparedCase {
    std::string title;                    // scene, particles, search, backend
    std::vector<Comparison> comparisons;  // the step, then passes that both reports have; empty: no counterpart
};

// The cases of the new report, each with its counterpart in the old one: same scene, overrides, particles, neighbours,
// backend's name, threads and workgroup.
std::vector<ComparedCase> compare_reports(const nlohmann::json& before, const nlohmann::json& now);

// Throws Error (bad_input) unless the file is a report of `undine bench`.
nlohmann::json read_bench_report(const std::string& path);

nlohmann::ordered_json against_json(const std::vector<ComparedCase>& cases, const std::string& path);
std::string against_tables(const std::vector<ComparedCase>& cases, const std::string& path);

}  // namespace undine
