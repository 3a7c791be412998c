// The run-time table of parameters.def, and the texts generated from it.
#include "scene/parameters.h"

#include <algorithm>
#include <utility>

#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "text/text.h"

namespace undine {
namespace {

// Whole numbers in full: 64000000, which number_text() would write as 6.4e+07.
std::string limit_text(double limit, const ParameterInfo& info) {
    const bool whole = std::holds_alternative<uint32_t Parameters::*>(info.member);
    return whole ? std::to_string(static_cast<uint64_t>(limit)) : number_text(limit);
}

std::vector<ParameterInfo> make_table() {
    std::vector<ParameterInfo> table;
    const char* group = "";
    auto add = [&](ParameterInfo info) {
        info.group = group;
        info.default_text = parameter_text(Parameters{}, info);
        if (info.choices.empty()) {
            info.min_text = limit_text(info.min, info);
            info.max_text = limit_text(info.max, info);
        }
        table.push_back(std::move(info));
    };
#define PARAM_GROUP(title) group = title;
#define PARAM_NUMBER(named, key_symbol, from, in, text, kind, least, most) \
    add({.key = #named,                                                    \
         .symbol = key_symbol,                                             \
         .equation = from,                                                 \
         .unit = in,                                                       \
         .help = text,                                                     \
         .type = kind,                                                     \
         .min = least,                                                     \
         .max = most,                                                      \
         .member = &Parameters::named});
#define PARAM_FLOAT(key, symbol, equation, unit, value, min, max, help) \
    PARAM_NUMBER(key, symbol, equation, unit, help, "number", min, max)
#define PARAM_UINT(key, symbol, equation, unit, value, min, max, help) \
    PARAM_NUMBER(key, symbol, equation, unit, help, "whole number", min, max)
#define PARAM_VEC3(key, symbol, equation, unit, value, bound, help) \
    PARAM_NUMBER(key, symbol, equation, unit, help, "three numbers", -(bound), bound)
#define PARAM_CHOICE(named, key_symbol, from, Enum, value, text, ...)                               \
    add({.key = #named,                                                                             \
         .symbol = key_symbol,                                                                      \
         .equation = from,                                                                          \
         .help = text,                                                                              \
         .type = "choice",                                                                          \
         .choices = split_words(#__VA_ARGS__),                                                      \
         .member = ChoiceMember{[](const Parameters& p) { return static_cast<uint32_t>(p.named); }, \
                                [](Parameters& p, uint32_t index) { p.named = static_cast<Enum>(index); }}});
#include "scene/parameters.def"
#undef PARAM_NUMBER
    return table;
}

std::string range_text(const ParameterInfo& info) {
    if (info.choices.empty()) return info.min_text + " .. " + info.max_text;
    return list_text(info.choices, "or");
}

std::string settings_text(const ParameterStyle& style) {
    std::string text;
    for (const auto& [key, value] : style.values) text += (text.empty() ? "" : ", ") + key + " = " + value;
    return text;
}

// Escapes bars, which would end a cell of the table.
std::string escaped(std::string text) {
    for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
    return text;
}

}  // namespace

std::span<const ParameterInfo> parameter_table() {
    static const std::vector<ParameterInfo> table = make_table();
    return table;
}

const ParameterInfo* find_parameter(std::string_view key) {
    for (const ParameterInfo& info : parameter_table()) {
        if (info.key == key) return &info;
    }
    return nullptr;
}

std::string parameter_text(const Parameters& parameters, const ParameterInfo& info) {
    struct Visitor {
        const Parameters& parameters;
        const ParameterInfo& info;
        std::string operator()(float Parameters::*member) const { return number_text(parameters.*member); }
        std::string operator()(uint32_t Parameters::*member) const { return std::to_string(parameters.*member); }
        std::string operator()(glm::vec3 Parameters::*member) const { return vector_text(parameters.*member); }
        std::string operator()(const ChoiceMember& member) const {
            return '"' + info.choices.at(member.get(parameters)) + '"';
        }
    };
    return std::visit(Visitor{parameters, info}, info.member);
}

std::string parameters_markdown() {
    std::string text = "| style | sets | meaning |\n|---|---|---|\n";
    for (const ParameterStyle& style : parameter_styles()) {
        text += "| `style = \"" + style.name + "\"` | " +
                (style.values.empty() ? "the defaults" : "`" + settings_text(style) + "`") + " | " + style.help +
                " |\n";
    }
    text += "\n| key | symbol | equation | unit | default | range | meaning |\n|---|---|---|---|---|---|---|\n";
    for (const ParameterInfo& info : parameter_table()) {
        text += "| `" + info.key + "` | " + escaped(info.symbol) + " | " + info.equation + " | " + escaped(info.unit) +
                " | `" + info.default_text + "` | " + range_text(info) + " | " + escaped(info.help) + " |\n";
    }
    return text;
}

std::string parameters_help() {
    size_t key_width = 0, default_width = 0;
    for (const ParameterInfo& info : parameter_table()) {
        key_width = std::max(key_width, columns(info.key));
        default_width = std::max(default_width, columns(info.default_text));
    }
    constexpr size_t kLineWidth = 100;
    std::string text;
    const auto add_help = [&](const std::string& help) {
        size_t column = kLineWidth;  // the help starts on its own line
        for (size_t begin = 0, end = 0; begin < help.size(); begin = end + 1) {
            end = std::min(help.find(' ', begin), help.size());
            const std::string word = help.substr(begin, end - begin);
            if (column + 1 + columns(word) > kLineWidth) {
                text += "\n   ";
                column = 3;
            }
            text += " " + word;
            column += 1 + columns(word);
        }
        text += "\n";
    };
    for (const ParameterStyle& style : parameter_styles()) {
        text += "style = \"" + style.name + "\"";
        add_help(style.help + (style.values.empty() ? "" : " Sets " + settings_text(style) + "."));
    }
    for (const ParameterInfo& info : parameter_table()) {
        text += padded(info.key, key_width) + "  " + padded(info.default_text, default_width) + "  " +
                range_text(info) + (info.unit.empty() ? "" : " " + info.unit) +
                (info.symbol.empty() ? "" : "  (" + info.symbol + ")") +
                (info.equation.empty() ? "" : "  " + info.equation);
        add_help(info.help);
    }
    return text;
}

}  // namespace undine
