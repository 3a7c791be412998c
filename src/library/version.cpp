#include "undine/version.h"

#include "build_facts.h"

namespace undine::core {

const char* version() { return kBuiltVersion; }

}  // namespace undine::core
