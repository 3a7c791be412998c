// Documentation that is generated stays generated.
#include <gtest/gtest.h>

#include "render/look/look.h"
#include "scene/parameters.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

TEST(Documentation, ParametersPageIsTheTable) {
    EXPECT_EQ(read_file(UNDINE_DOCS "/parameters.md"), parameters_markdown())
        << "regenerate it: undine parameters --markdown > docs/parameters.md";
}

TEST(Documentation, LooksPageIsTheTable) {
    EXPECT_EQ(read_file(UNDINE_DOCS "/looks.md"), looks_markdown())
        << "regenerate it: undine parameters --looks --markdown > docs/looks.md";
}

}  // namespace
}  // namespace undine::testing
