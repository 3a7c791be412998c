#include "render/look/look.h"

#include <algorithm>
#include <glm/common.hpp>

#include "scene/toml_values.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

std::vector<LookInfo> make_table() {
    std::vector<LookInfo> table;
    auto add = [&](LookInfo info) { table.push_back(std::move(info)); };
#define LOOK_FLOAT(named, title, in, value, least, most, text) \
    add({.key = #named,                                        \
         .name = title,                                        \
         .unit = in,                                           \
         .help = text,                                         \
         .min = least,                                         \
         .max = most,                                          \
         .choices = {},                                        \
         .member = &Look::named});
#define LOOK_COLOR(named, title, value, text) \
    add({.key = #named, .name = title, .unit = "", .help = text, .choices = {}, .member = &Look::named});
#define LOOK_CHOICE(named, title, Enum, value, text, ...)                                   \
    add({.key = #named,                                                                     \
         .name = title,                                                                     \
         .unit = "",                                                                        \
         .help = text,                                                                      \
         .choices = split_words(#__VA_ARGS__),                                              \
         .member = LookChoice{[](const Look& l) { return static_cast<uint32_t>(l.named); }, \
                              [](Look& l, uint32_t index) { l.named = static_cast<Enum>(index); }}});
#include "render/look/look.def"
    return table;
}

std::vector<LookPreset> make_presets() {
    std::vector<LookPreset> presets{{"water", "Water", {}}};
    auto add = [&](std::string_view name, std::string_view title, auto change) {
        presets.push_back({name, title, {}});
        change(presets.back().look);
    };
    add("clear", "Clear water", [](Look& l) { l.absorption = 1, l.color = {0.004f, 0.02f, 0.025f}; });
    add("deep", "Deep sea", [](Look& l) { l.absorption = 22, l.color = {0.002f, 0.035f, 0.085f}; });
    add("lagoon", "Lagoon", [](Look& l) { l.absorption = 9, l.color = {0.02f, 0.24f, 0.24f}; });
    add("glass", "Glass", [](Look& l) {
        l.refraction_index = 1.5f, l.absorption = 0.6f, l.color = {0.005f, 0.012f, 0.01f}, l.foam = 0, l.shadow = 0.3f;
    });
    return presets;
}

[[noreturn]] void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::usage, source + ": " + sentence);
}

void assign(Look& look, const LookInfo& info, const toml::node& value, const std::string& source) {
    struct Visitor {
        Look& look;
        const LookInfo& info;
        const toml::node& value;
        const std::string& source;
        void operator()(float Look::*member) const {
            look.*member = toml_values::read_float(value, info.min, info.max, info.unit, source, info.key);
        }
        void operator()(glm::vec3 Look::*member) const {
            constexpr double kAny = 1e30;  // so that the sentence below says what is wrong
            const glm::vec3 color = toml_values::read_vec3(value, kAny, "", source, info.key);
            if (glm::clamp(color, 0.0f, 1.0f) != color)
                refuse(source, info.key + " must be three numbers from 0 to 1, not " + vector_text(color));
            look.*member = color;
        }
        void operator()(const LookChoice& member) const {
            const std::string word = toml_values::read_string(value, source, info.key);
            const auto at = std::find(info.choices.begin(), info.choices.end(), word);
            if (at == info.choices.end())
                refuse(source, info.key + " must be " + list_text(info.choices, "or") + ", not '" + printable(word) +
                                   "'" + did_you_mean(word, info.choices));
            member.set(look, static_cast<uint32_t>(at - info.choices.begin()));
        }
    };
    std::visit(Visitor{look, info, value, source}, info.member);
}

std::string range_text(const LookInfo& info) {
    if (!info.choices.empty()) return list_text(info.choices, "or");
    if (std::holds_alternative<glm::vec3 Look::*>(info.member)) return "three numbers, each 0 .. 1";
    return number_text(info.min) + " .. " + number_text(info.max) + (info.unit.empty() ? "" : " " + info.unit);
}

// What sets a look apart from the default: "absorption = 22, …".
std::string differences(const Look& look) {
    std::string text;
    for (const LookInfo& info : look_table())
        if (const std::string value = look_text(look, info); value != look_text({}, info))
            text += (text.empty() ? "" : ", ") + info.key + " = " + value;
    return text.empty() ? "the defaults" : text;
}

}  // namespace

std::span<const LookInfo> look_table() {
    static const std::vector<LookInfo> table = make_table();
    return table;
}

std::span<const LookPreset> look_presets() {
    static const std::vector<LookPreset> presets = make_presets();
    return presets;
}

std::string look_text(const Look& look, const LookInfo& info) {
    struct Visitor {
        const Look& look;
        const LookInfo& info;
        std::string operator()(float Look::*member) const { return number_text(look.*member); }
        std::string operator()(glm::vec3 Look::*member) const { return vector_text(look.*member); }
        std::string operator()(const LookChoice& member) const { return '"' + info.choices.at(member.get(look)) + '"'; }
    };
    return std::visit(Visitor{look, info}, info.member);
}

std::string looks_markdown() {
    std::string text = "| key | default | range | |\n|---|---|---|---|\n";
    for (const LookInfo& info : look_table())
        text +=
            "| `" + info.key + "` | `" + look_text({}, info) + "` | " + range_text(info) + " | " + info.help + " |\n";
    text += "\n| preset | sets |\n|---|---|\n";
    for (const LookPreset& preset : look_presets())
        text += "| `" + std::string(preset.name) + "` | " + differences(preset.look) + " |\n";
    return text;
}

std::string looks_help() {
    std::string text;
    for (const LookInfo& info : look_table())
        text += padded(info.key, 18) + padded(look_text({}, info), 24) + range_text(info) + "\n    " + info.help + "\n";
    text += "\n";
    for (const LookPreset& preset : look_presets())
        text += padded(std::string(preset.name), 18) + differences(preset.look) + "\n";
    return text;
}

void set_look(Look& look, std::string_view text, const std::string& source) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
        std::vector<std::string> names;
        for (const LookPreset& preset : look_presets()) {
            if (preset.name == text) {
                look = preset.look;
                return;
            }
            names.emplace_back(preset.name);
        }
        refuse(source, "'" + printable(text) + "' must be key=value or one of " + list_text(names, "or") +
                           did_you_mean(text, names));
    }
    const std::string key(text.substr(0, equals)), value(text.substr(equals + 1));
    std::vector<std::string> keys;
    for (const LookInfo& info : look_table()) {
        keys.push_back(info.key);
        if (info.key != key) continue;
        toml::table parsed;
        try {
            parsed = toml::parse("value = " + value);
        } catch (const toml::parse_error&) {
            parsed.insert("value", value);  // a bare word
        }
        Look changed = look;
        try {
            assign(changed, info, *parsed.get("value"), source);
        } catch (const Error& error) {
            throw Error(Exit::usage, error.what());  // it was given on the command line
        }
        look = changed;
        return;
    }
    refuse(source, "unknown key '" + printable(key) + "'" + did_you_mean(key, keys));
}

}  // namespace undine
