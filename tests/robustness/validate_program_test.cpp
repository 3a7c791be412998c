// undine validate as a user runs it.
#include <gtest/gtest.h>

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

TEST(ValidateProgram, NamesTheCasesThereAre) {
    const TemporaryDirectory directory;
    const Outcome none = run_program(directory.path(), "validate rst --page page.md");
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_NE(none.err.find("there is no case 'rst'; there are dam, rest and wave; did you mean 'rest'?"),
              std::string::npos)
        << none.err;
    EXPECT_EQ(run_program(directory.path(), "validate rest --quick --page nowhere/page.md").exit_code, 3);
    EXPECT_EQ(directory.entries(), 0u);
}

}  // namespace
}  // namespace undine::testing
