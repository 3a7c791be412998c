// Documentation that is generated stays generated.
#include <gtest/gtest.h>

#include "scene/parameters.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

TEST(Documentation, ParametersPageIsTheTable) {
    EXPECT_EQ(read_file(UNDINE_DOCS "/parameters.md"), parameters_markdown())
        << "regenerate it: undine parameters --markdown > docs/parameters.md";
}

}  // namespace
}  // namespace undine::testing
