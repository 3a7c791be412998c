// Programming errors, which no input can cause. Checked in release builds too: continuing after one would be worse.
#pragma once

namespace undine {

// Prints "undine: internal error: WHAT (FILE:LINE)" on stderr and aborts.
[[noreturn]] void fail_check(const char* what, const char* file, int line);

}  // namespace undine

// UNDINE_CHECK(condition, "what is wrong if it is false"): aborts if the condition is false.
#define UNDINE_CHECK(condition, what) \
    ((condition) ? static_cast<void>(0) : ::undine::fail_check(what, __FILE__, __LINE__))
#define UNDINE_UNREACHABLE(what) ::undine::fail_check(what, __FILE__, __LINE__)
