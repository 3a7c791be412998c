// Programming errors: what no input can cause. In every build, since what follows one is worse.
#pragma once

namespace undine {

// Says "undine: internal error: WHAT (FILE:LINE)" on stderr and aborts.
[[noreturn]] void fail_check(const char* what, const char* file, int line);

}  // namespace undine

// UNDINE_CHECK(condition, "what holds otherwise"): aborts where the condition does not hold.
#define UNDINE_CHECK(condition, what) \
    ((condition) ? static_cast<void>(0) : ::undine::fail_check(what, __FILE__, __LINE__))
#define UNDINE_UNREACHABLE(what) ::undine::fail_check(what, __FILE__, __LINE__)
