#include "unit/backend_contract.h"

#include "test_backends.h"

namespace undine::testing {
namespace {

class BackendContract : public BackendTest {};
UNDINE_ON_EVERY_BACKEND(BackendContract);

TEST_P(BackendContract, AllocateFillsWithAPatternAndCountsWithZero) { allocates_a_pattern(*make_backend()); }
TEST_P(BackendContract, TransfersPartsOfAnArray) { transfers_parts_of_an_array(*make_backend()); }
TEST_P(BackendContract, ParametersHoldFromWhereTheyAreSet) { parameters_hold_from_where_they_are_set(*make_backend()); }

}  // namespace
}  // namespace undine::testing
