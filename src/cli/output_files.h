// Outputs that a command line names, checked together before any work.
#pragma once
#include <string>
#include <vector>

namespace undine {

struct OutputFile {
    std::string option, file;  // file: empty for none, "-" for standard output
};

// Throws Error(usage) if two of them would be written to one file, or to standard output.
void require_distinct(const std::vector<OutputFile>& outputs);

// Throws Error(usage) if threads, of --threads, concern none of these backends.
void require_threads_used(int threads, const std::vector<std::string>& backends);

}  // namespace undine
