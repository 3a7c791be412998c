// What solver/backend.h promises of transfers and parameters, as functions: backend_contract_test.cpp has every backend
// keep it, cuda/host/cuda_host_test.cpp CUDA's without a GPU.
#pragma once
#include "solver/backend.h"

namespace undine::testing {

void allocates_a_pattern(Backend& backend);
void transfers_parts_of_an_array(Backend& backend);
void parameters_hold_from_where_they_are_set(Backend& backend);

}  // namespace undine::testing
