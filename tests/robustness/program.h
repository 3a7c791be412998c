// Runs the real program, as a user would, and keeps what it said.
#pragma once
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "test_paths.h"
#include "unit/input_testing.h"

namespace undine::testing {

struct Outcome {
    int exit_code = -1;
    std::string out, err;
};

// `arguments` and `environment` ("NAME=value …") as a shell reads them; the working directory is `directory`.
inline Outcome run_program(const std::filesystem::path& directory, const std::string& arguments,
                           const std::string& environment = "") {
    const std::string out = (directory / ".stdout").string(), err = (directory / ".stderr").string();
    const std::string command = "cd '" + directory.string() + "' && env " + environment + " '" + program_path() + "' " +
                                arguments + " >'" + out + "' 2>'" + err + "' </dev/null";
    const int status = std::system(command.c_str());
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : 128, read_file(out), read_file(err)};
    std::filesystem::remove(out);
    std::filesystem::remove(err);
    return outcome;
}

// It ended with that exit code and said, in one line, that sentence.
inline void expect_refusal(const Outcome& o, int code, const std::string& sentence) {
    EXPECT_EQ(o.exit_code, code) << o.err;
    EXPECT_NE(o.err.find(sentence), std::string::npos) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
}

}  // namespace undine::testing
