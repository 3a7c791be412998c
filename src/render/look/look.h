// How water is drawn, generated from look.def, and the table that describes it.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace undine {

#define LOOK_CHOICE(key, name, Enum, value, help, ...) enum class Enum : uint32_t { __VA_ARGS__ };
#include "render/look/look.def"

struct Look {
#define LOOK_FLOAT(key, name, unit, value, min, max, help) float key = static_cast<float>(value);
#define LOOK_COLOR(key, name, value, help) glm::vec3 key = glm::vec3 value;
#define LOOK_CHOICE(key, name, Enum, value, help, ...) Enum key = Enum::value;
#include "render/look/look.def"
    bool operator==(const Look&) const = default;
};

// Reads and writes an enum member as the index into LookInfo::choices.
struct LookChoice {
    uint32_t (*get)(const Look&);
    void (*set)(Look&, uint32_t);
};

// One line of look.def at run time.
struct LookInfo {
    std::string key, name, unit, help;
    double min = 0, max = 1;
    std::vector<std::string> choices;  // empty unless the member is a choice
    std::variant<float Look::*, glm::vec3 Look::*, LookChoice> member;
};

std::span<const LookInfo> look_table();

// Looks with a name: `--look deep`, the viewer's list.
struct LookPreset {
    std::string_view name, title;
    Look look;
};
std::span<const LookPreset> look_presets();

// The current value as TOML, like parameter_text().
std::string look_text(const Look& look, const LookInfo& info);

// The table for the documentation and for a terminal.
std::string looks_markdown();
std::string looks_help();

// Sets one value from "key=value" as TOML, or everything from the name of a preset. Anything else throws Error (usage),
// whose sentence begins with `source`, and leaves the look unchanged.
void set_look(Look& look, std::string_view text, const std::string& source);

}  // namespace undine
