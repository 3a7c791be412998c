// undine validate as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robustness/program.h"

namespace undine::testing {
namespace {

TEST(ValidateProgram, WritesAPageWithItsPlots) {
    const TemporaryDirectory directory;
    const Outcome done = run_program(directory.path(), "validate rest --quick --threads 1 --page page.md");
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_NE(done.out.find("Pressure over depth: deviations as shares of the pressure at the floor"),
              std::string::npos);
    const std::string page = read_file(directory.path() / "page.md");
    EXPECT_NE(page.find("\n## Water at rest\n"), std::string::npos);
    EXPECT_EQ(page.find("column that collapses"), std::string::npos) << "another case";
    EXPECT_NE(page.find("![Pressure over depth](page/rest_pressure.svg)"), std::string::npos) << page;
    const std::string plot = read_file(directory.path() / "page/rest_pressure.svg");
    EXPECT_TRUE(plot.starts_with("<svg xmlns=")) << plot.substr(0, 80);
    EXPECT_NE(plot.find("<style>"), std::string::npos) << "a file has no page to style it";
    EXPECT_NE(plot.find("<polyline"), std::string::npos);
}

TEST(ValidateProgram, GoesOnFromWhatIsThere) {
    const TemporaryDirectory directory;
    ASSERT_EQ(run_program(directory.path(), "validate rest --quick --threads 1 --json done.json").exit_code, 0);
    nlohmann::json done = nlohmann::json::parse(read_file(directory.path() / "done.json"));
    done["cases"][0]["plots"][0]["title"] = "Taken from the file";
    const auto resume = [&](const nlohmann::json& from, const std::string& more = "") {
        directory.file("from.json", from.dump());
        return run_program(directory.path(), "validate rest --quick --threads 1 --resume from.json" + more);
    };
    const Outcome taken = resume(done, " --page page.md");
    EXPECT_EQ(taken.exit_code, 0) << taken.err;
    EXPECT_NE(taken.out.find("Taken from the file"), std::string::npos) << taken.out;
    EXPECT_NE(read_file(directory.path() / "page.md").find("![Taken from the file]"), std::string::npos);

    const auto expect_refused = [&](const nlohmann::json& from, const std::string& sentence) {
        const Outcome refused = resume(from);
        EXPECT_EQ(refused.exit_code, 3);
        EXPECT_NE(refused.err.find(sentence), std::string::npos) << refused.err;
    };
    expect_refused({{"report", "undine run"}},
                   "from.json: is not a report of undine validate; expected what undine validate --json wrote");
    nlohmann::json other = done;
    other["quick"] = false;
    expect_refused(other, "from.json: was computed with --quick false; expected true");
    other = done;
    other["provenance"]["commit"] = "0123";
    expect_refused(other, "from.json: was computed with commit");
    other = done;
    other["cases"][0]["plots"][0].erase("note");
    expect_refused(other, "is not a report of undine validate");
    other = done;
    other["cases"][0]["name"] = "nothing";
    expect_refused(other, "is not a report of undine validate");
}

TEST(ValidateProgram, NamesTheCasesThereAre) {
    const TemporaryDirectory directory;
    const Outcome none = run_program(directory.path(), "validate rst --page page.md");
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_NE(
        none.err.find(
            "there is no case 'rst'; there are dam, impact, obstacle, rest, wave, sloshing, swirl, channel, drops, "
            "floating and collision; did you mean 'rest'?"),
        std::string::npos)
        << none.err;
    EXPECT_EQ(run_program(directory.path(), "validate rest --quick --page nowhere/page.md").exit_code, 3);
    EXPECT_EQ(directory.entries(), 0u);
}

}  // namespace
}  // namespace undine::testing
