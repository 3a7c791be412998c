#include "scene/toml_values.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

#include "scene/parameter_table.h"
#include "scene/parameters.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine::toml_values {
namespace {

// A value as a person would have typed it; TOML's own printing shows 9.81 with 17 digits.
std::string value_text(const toml::node& value) {
    if (const auto* text = value.as_string()) return "'" + text->get() + "'";
    if (const auto* real = value.as_floating_point()) {
        const std::string text = number_text(real->get());
        return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
    }
    if (value.is_table()) return "a table";
    if (const toml::array* array = value.as_array()) {
        std::string text = "[";
        for (const toml::node& entry : *array) text += (text.size() > 1 ? ", " : "") + value_text(entry);
        return text + "]";
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    value.visit([&](const auto& v) { text << v; });
    return std::move(text).str();
}

[[noreturn]] void refuse(const toml::node& value, const std::string& source, const std::string& key,
                         const std::string& expected) {
    throw Error(Exit::bad_input,
                path_text(source) + ": " + key + " must be " + expected + ", not " + printable(value_text(value)));
}

std::string range(double min, double max, const std::string& unit) {
    return "from " + number_text(min) + " to " + number_text(max) + (unit.empty() ? "" : " " + unit);
}

std::string expected_vec3(double min, double max, const std::string& unit) {
    return "three numbers in brackets, each " + range(min, max, unit);
}

// NaN compares false with everything, so it is out of every range.
bool in_range(double value, double min, double max) { return value >= min && value <= max; }

uint32_t read_uint(const toml::node& value, const std::string& source, const ParameterInfo& info) {
    const auto* integer = value.as_integer();
    if (!integer || integer->get() < static_cast<int64_t>(info.min) ||
        integer->get() > static_cast<int64_t>(info.max)) {
        refuse(value, source, info.key, expected(info));
    }
    return static_cast<uint32_t>(integer->get());
}

uint32_t read_choice(const toml::node& value, const std::string& source, const ParameterInfo& info) {
    const auto* word = value.as_string();
    const auto found = word ? std::find(info.choices.begin(), info.choices.end(), word->get()) : info.choices.end();
    if (found == info.choices.end()) refuse(value, source, info.key, expected(info));
    return static_cast<uint32_t>(found - info.choices.begin());
}

}  // namespace

float read_float(const toml::node& value, double min, double max, const std::string& unit, const std::string& source,
                 const std::string& key) {
    double number = std::nan("");
    if (const auto* real = value.as_floating_point()) number = real->get();
    if (const auto* integer = value.as_integer()) number = static_cast<double>(integer->get());
    if (!in_range(number, min, max)) refuse(value, source, key, "a number " + range(min, max, unit));
    return static_cast<float>(number);
}

glm::vec3 read_vec3(const toml::node& value, double min, double max, const std::string& unit, const std::string& source,
                    const std::string& key) {
    const toml::array* array = value.as_array();
    if (!array || array->size() != 3) refuse(value, source, key, expected_vec3(min, max, unit));
    glm::vec3 v{0};
    for (int axis = 0; axis < 3; ++axis) {
        v[axis] = read_float((*array)[static_cast<size_t>(axis)], min, max, unit, source,
                             key + "[" + std::to_string(axis) + "]");
    }
    return v;
}

glm::vec3 read_vec3(const toml::node& value, double bound, const std::string& unit, const std::string& source,
                    const std::string& key) {
    return read_vec3(value, -bound, bound, unit, source, key);
}

std::string read_string(const toml::node& value, const std::string& source, const std::string& key) {
    const auto* text = value.as_string();
    if (!text || text->get().find('\0') != std::string::npos) refuse(value, source, key, "text in quotes");
    return text->get();
}

std::string read_line(const toml::node& value, const std::string& source, const std::string& key) {
    std::string text = read_string(value, source, key);
    if (printable(text, text.size()) != text) refuse(value, source, key, "text without control characters");
    return text;
}

void assign(Parameters& parameters, const ParameterInfo& info, const toml::node& value, const std::string& source) {
    struct Visitor {
        Parameters& parameters;
        const ParameterInfo& info;
        const toml::node& value;
        const std::string& source;
        void operator()(float Parameters::*member) const {
            parameters.*member = read_float(value, info.min, info.max, info.unit, source, info.key);
        }
        void operator()(uint32_t Parameters::*member) const { parameters.*member = read_uint(value, source, info); }
        void operator()(glm::vec3 Parameters::*member) const {
            parameters.*member = read_vec3(value, info.max, info.unit, source, info.key);
        }
        void operator()(const ChoiceMember& member) const { member.set(parameters, read_choice(value, source, info)); }
    };
    std::visit(Visitor{parameters, info, value, source}, info.member);
}

std::string expected(const ParameterInfo& info) {
    if (!info.choices.empty()) return list_text(info.choices, "or");
    if (info.type == "three numbers") return expected_vec3(-double{info.max}, info.max, info.unit);
    if (info.type == "whole number") return "a whole number from " + info.min_text + " to " + info.max_text;
    return "a " + info.type + " " + range(info.min, info.max, info.unit);
}

}  // namespace undine::toml_values
