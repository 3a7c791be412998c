// What the tests of tools/gpu-check share.
#pragma once
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "robustness/program.h"

namespace undine::testing {

// A folder in which tools/gpu-check runs, and what it leaves there.
class Check {
  public:
    Outcome run(const std::string& arguments, const std::string& environment = "", std::string script = "") const {
        if (script.empty()) script = UNDINE_TOOLS "/gpu-check";
        const std::string out = (directory_.path() / ".stdout").string();
        const std::string folder = "'" + directory_.path().string() + "'";
        const std::string command = "cd " + folder + " && TMPDIR=" + folder + " env " + environment + " '" + script +
                                    "' " + arguments + " >'" + out + "' 2>&1 </dev/null";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, read_file(out), {}};
    }

    // With fake_undine on a machine that `environment` describes.
    Outcome run_fake(const std::string& arguments, const std::string& environment) const {
        return run("--program '" + kFake + "' --tests '" + kFake + "' " + arguments + " results",
                   "-u VK_DRIVER_FILES -u VK_ICD_FILENAMES FAKE_LOG='" + path("log") + "' " + environment);
    }

    // A tool that the machine has, as a shell script; with_tools() is the environment in which all of them are found.
    void tool(const std::string& name, const std::string& script) const {
        std::filesystem::create_directory(path("bin"));
        std::ofstream(path("bin/" + name)) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(path("bin/" + name), std::filesystem::perms::owner_all);
    }
    std::string with_tools() const { return " PATH='" + path("bin") + "':\"$PATH\" "; }

    std::string path(const std::string& name) const { return (directory_.path() / name).string(); }
    nlohmann::json results() const { return nlohmann::json::parse(read_file(path("results/results.json"))); }
    std::vector<std::string> lines(const std::string& name) const {
        std::istringstream text(read_file(path(name)));
        std::vector<std::string> all;
        for (std::string line; std::getline(text, line);) all.push_back(line);
        return all;
    }
    size_t files() const {
        const auto all = std::filesystem::directory_iterator(directory_.path() / "results");
        return static_cast<size_t>(std::distance(begin(all), end(all)));
    }

    const std::string kFake = UNDINE_TEST_DATA "/../robustness/fake_undine";

  private:
    TemporaryDirectory directory_;
};

// The results of all parts, by name.
inline std::map<std::string, nlohmann::json> parts_of(const nlohmann::json& results) {
    std::map<std::string, nlohmann::json> parts;
    for (const nlohmann::json& part : results.at("parts"))
        EXPECT_TRUE(parts.emplace(part.at("name"), part).second) << part;
    return parts;
}

inline bool holds(const nlohmann::json& list, const std::string& text) {
    return std::ranges::any_of(list,
                               [&](const nlohmann::json& item) { return item.get<std::string>().starts_with(text); });
}

}  // namespace undine::testing
