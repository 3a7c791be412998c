#include "internal_error.h"

#include <cstdio>
#include <cstdlib>

namespace undine {

void fail_check(const char* what, const char* file, int line) {
    std::fprintf(stderr, "undine: internal error: %s (%s:%d)\n", what, file, line);
    std::abort();
}

}  // namespace undine
