// Where a backend runs.
#pragma once
#include <string>

#include "cli/backend_option.h"
#include "measure/device_facts.h"

namespace undine {

// option: what make_backend() made the backend from, on that machine. The CPU's driver is the compiler.
DeviceFacts device_facts(const std::string& option, const Backend& backend, const Machine& machine);

}  // namespace undine
