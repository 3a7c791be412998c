// What the tests of undine export share: its run in a directory of its own, and VTK as the reader of its files.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/ply.h"
#include "robustness/program.h"

namespace undine::testing {

class Export : public ::testing::Test {
  protected:
    std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }
    Outcome run(const std::string& arguments) const {
        return run_program(directory_.path(), arguments + " --backend cpu --threads 1");
    }
    // The report of an export that succeeds.
    nlohmann::json exported(const std::string& arguments) const {
        const Outcome o = run("export " + arguments + " --json -");
        EXPECT_EQ(o.exit_code, 0) << o.err;
        return nlohmann::json::parse(o.out, nullptr, false);
    }
    std::vector<std::string> names(const std::string& folder = ".") const {
        std::vector<std::string> out;
        for (const auto& entry : std::filesystem::directory_iterator(path(folder)))
            out.push_back(entry.path().filename().string());
        std::ranges::sort(out);
        return out;
    }
    ParticleState particles(const std::string& name) const { return read_particles(path(name).string()); }

  private:
    TemporaryDirectory directory_;
};

// With VTK as the reader.
class ExportReadByVtk : public Export {
  protected:
    void SetUp() override {
        if (std::system("/usr/bin/python3 -c 'import vtkmodules.vtkIOPLY' >/dev/null 2>&1") == 0) return;
        const char* const reason = "python3-vtk9 is not installed (tools/setup --test)";
        if (std::getenv("UNDINE_REQUIRE_DEVICES")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }
    nlohmann::json read(const std::string& files) const {
        const std::string command = "cd '" + path(".").string() + "' && '" UNDINE_EXPORT_READER "' 1000 " + files +
                                    " >.read.json 2>.read.err </dev/null";
        EXPECT_EQ(std::system(command.c_str()), 0) << read_file(path(".read.err"));
        const nlohmann::json found = nlohmann::json::parse(read_file(path(".read.json")), nullptr, false);
        EXPECT_EQ(found.at("complaints"), 0) << "VTK warns of one of " << files;
        return found;
    }
};

}  // namespace undine::testing
