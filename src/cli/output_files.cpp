#include "cli/output_files.h"

#include <algorithm>
#include <filesystem>

#include "backends/cpu/cpu_backend.h"
#include "platform/destination.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

// What two names of one file have in common; empty for what any number may be written to.
fs::path identity(const std::string& file) {
    const Destination place = find_destination(file == "-" ? "/dev/stdout" : file);
    if (place.descriptor >= 0) return "descriptor " + std::to_string(place.descriptor);
    if (place.in_place) return {};
    std::error_code ignored;
    return fs::weakly_canonical(fs::absolute(place.path, ignored), ignored);
}

}  // namespace

void require_distinct(const std::vector<OutputFile>& outputs) {
    for (size_t a = 0; a < outputs.size(); ++a)
        for (size_t b = 0; b < a; ++b) {
            if (outputs[a].file.empty() || outputs[b].file.empty()) continue;
            const fs::path one = identity(outputs[a].file);
            if (one.empty() || one != identity(outputs[b].file)) continue;
            throw Error(Exit::usage, outputs[b].option + " and " + outputs[a].option + " would both write " +
                                         (outputs[a].file == "-" ? "to standard output" : outputs[a].file) +
                                         "; expected different files");
        }
}

void require_threads_used(int threads, const std::vector<std::string>& backends) {
    if (threads == 0 || std::ranges::any_of(backends, is_cpu)) return;
    throw Error(Exit::usage, "--threads is for --backend cpu, which was not given");
}

}  // namespace undine
