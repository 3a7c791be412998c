// Numeric options, with a readable error for anything else.
#pragma once
#include <CLI/CLI.hpp>
#include <concepts>
#include <string>

#include "text/text.h"

namespace undine {

// Rejects everything but a number from `least` to `most`.
template <typename T>
CLI::Validator number_between(T least, T most) {
    const auto check = [=](std::string& text) -> std::string {
        T value{};
        if (CLI::detail::lexical_cast(text, value) && value >= least && value <= most) return {};
        if constexpr (std::integral<T>)
            return "expected a whole number from " + grouped_text(uint64_t(least)) + " to " +
                   grouped_text(uint64_t(most)) + ", not " + printable(text);
        else
            return "expected a number from " + number_text(least) + " to " + number_text(most) + ", not " +
                   printable(text);
    };
    return CLI::Validator(check, "");
}

}  // namespace undine
