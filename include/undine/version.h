// Which Undine this is.
#pragma once

namespace undine::core {

// By `git describe`: "0.2.0", "0.2.0+14.g2aba0e9" of the 14th commit after it. The soname changes where programs have
// to be built anew.
const char* version();

}  // namespace undine::core
