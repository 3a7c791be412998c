// toml++, compiled here and not taken from its library, whose build leaves out its checks of itself: there, `[[[a]]` and its
// like go on with what the compiler was told is impossible. Here such text ends in an exception (toml_section.cpp).
#undef NDEBUG
#include <stdexcept>

#if !defined(TOML_HEADER_ONLY) || TOML_HEADER_ONLY
#error "this file is the one that implements toml++: build with TOML_HEADER_ONLY=0"
#endif

namespace {
[[noreturn]] void unmet(const char* expectation) { throw std::logic_error(expectation); }
}  // namespace

#define TOML_ASSERT(expectation) (static_cast<bool>(expectation) ? void() : unmet(#expectation))
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
