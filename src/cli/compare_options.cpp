#include "cli/compare_options.h"

#include <algorithm>
#include <cstdio>

#include "cli/terminal_colour.h"

namespace undine {
namespace {

// cube_drop's water lands at step 23: from there on every pass has work, and a recording of three steps is 4.5 MB.
constexpr uint64_t kSteps = 20, kStart = 0, kRecordedSteps = 3, kRecordedStart = 25;

}  // namespace

uint64_t CompareOptions::start_step() const { return start.value_or(record.empty() ? kStart : kRecordedStart); }
uint64_t CompareOptions::step_count() const { return steps.value_or(record.empty() ? kSteps : kRecordedSteps); }

Contestants contestants(const CompareOptions& o) {
    Contestants all;
    for (const std::string& specification : o.backends) {
        const auto before = std::ranges::count(all, specification, &Contestant::specification);
        Contestant& c = all.emplace_back();
        c.option = specification + (before > 0 ? "#" + std::to_string(before + 1) : "");
        c.specification = specification;
    }
    return all;
}

std::vector<std::unique_ptr<Backend>> make_backends(Contestants& all, int threads) {
    std::vector<std::unique_ptr<Backend>> backends;
    std::shared_ptr<Instance> instance;
    for (Contestant& c : all) {
        if (!c.machine.instance) c.machine.instance = instance;
        backends.push_back(c.make(threads));
        instance = c.machine.instance;
    }
    return backends;
}

void print_report(std::string text, bool within) {
    if (wants_colour()) {
        const size_t end = text.find('\n');
        text = painted(text.substr(0, end), within ? Colour::green : Colour::red) + text.substr(end);
        const std::string beyond = "BEYOND", red = painted(beyond, Colour::red);
        for (size_t at = 0; (at = text.find(beyond, at)) != std::string::npos; at += red.size())
            text.replace(at, beyond.size(), red);
    }
    std::fputs(text.c_str(), stdout);
}

}  // namespace undine
