// What the tests of readers share: the sentence of an Error, and a directory of one test's own.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include "undine/error.h"

namespace undine::testing {

// The sentence that `call` throws; "" if it throws none, and a failure if its code is not the expected one.
template <typename Call>
std::string sentence_of(Call call, Exit code = Exit::bad_input) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code, code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "no Error was thrown";
    return {};
}

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

class TemporaryDirectory {
  public:
    TemporaryDirectory() : path_(std::filesystem::path(::testing::TempDir()) / unique_name()) {
        std::filesystem::create_directories(path_);
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    // Writes a file in it and returns the file's path.
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return (path_ / name).string();
    }
    size_t entries() const {
        return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
    }

  private:
    static std::string unique_name() {
        std::random_device random;
        return "undine-" + std::to_string(random()) + "-" + std::to_string(random());
    }
    std::filesystem::path path_;
};

}  // namespace undine::testing
