// The parameters of a simulation, generated from parameters.def: whoever includes this is compiled again for each new
// one. What names them or lists them needs only scene/parameter_table.h.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>

namespace undine {

#define PARAM_CHOICE(key, symbol, equation, Enum, value, help, ...) enum class Enum : uint32_t { __VA_ARGS__ };
#include "scene/parameters.def"

// Members and defaults as in parameters.def; units SI. The defaults are valid together.
struct Parameters {
#define PARAM_FLOAT(key, symbol, equation, unit, value, min, max, help) float key = static_cast<float>(value);
#define PARAM_UINT(key, symbol, equation, unit, value, min, max, help) uint32_t key = value;
#define PARAM_VEC3(key, symbol, equation, unit, value, bound, help) glm::vec3 key = glm::vec3 value;
#define PARAM_CHOICE(key, symbol, equation, Enum, value, help, ...) Enum key = Enum::value;
#include "scene/parameters.def"
    bool operator==(const Parameters&) const = default;
};

// Throws Error (bad_input) unless every value is finite and in range and the values fit together.
void validate(const Parameters&, const std::string& source);

}  // namespace undine
