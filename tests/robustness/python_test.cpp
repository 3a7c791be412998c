// The Python package, and the example that uses it.
#include <gtest/gtest.h>

#include "robustness/program.h"

namespace undine::testing {
namespace {

// Runs Python with the built package; says what it printed. Empty if there is no package in this build.
std::string python_said(const std::filesystem::path& folder, const std::string& arguments) {
    if (std::string(UNDINE_PYTHON_PACKAGE).empty()) return "";
    const std::filesystem::path log = folder / "log";
    const int status =
        std::system(("cd '" + folder.string() + "' && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" + UNDINE_PYTHON_PACKAGE +
                     "' '" + UNDINE_PYTHON + "' " + arguments + " >'" + log.string() + "' 2>&1")
                        .c_str());
    EXPECT_EQ(status, 0) << read_file(log);
    return read_file(log);
}

TEST(Python, PackageIsWhatItsStubsSay) {
    const TemporaryDirectory directory;
    const std::string said = python_said(directory.path(), UNDINE_TEST_DATA "/../python/test_undine.py");
    if (said.empty()) GTEST_SKIP() << "built without the Python package: tools/setup";
    EXPECT_NE(said.find("Ran 14 tests"), std::string::npos) << said;
}

TEST(Python, ExamplePlotsTheFrontOfTheDam) {
    const TemporaryDirectory directory;
    const std::string said = python_said(directory.path(), UNDINE_EXAMPLES "/dam_front.py --across 12 --output p.png");
    if (said.empty()) GTEST_SKIP() << "built without the Python package: tools/setup";
    EXPECT_NE(said.find("12 particles across: Z = 4.2"), std::string::npos) << said;
    EXPECT_GT(std::filesystem::file_size(directory.path() / "p.png"), 10'000u);
}

}  // namespace
}  // namespace undine::testing
