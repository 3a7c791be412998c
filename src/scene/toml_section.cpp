#include "scene/toml_section.h"

#include <algorithm>
#include <stdexcept>

#include "platform/whole_file.h"
#include "scene/parameter_table.h"
#include "scene/toml_nesting.h"
#include "scene/toml_values.h"
#include "text/text.h"
#include "text/utf8.h"
#include "undine/error.h"

namespace undine::toml_values {
namespace {

// Refuses what toml++ 3.3 does not handle safely: control characters and bytes that are not UTF-8, both forbidden in
// TOML, and thousands of nested dotted keys, each of which is a recursive call. (It limits the nesting of brackets.)
void require_safe(std::string_view text, const std::string& source) {
    // Per line. The limit of toml++ allows 128 nested lines; with this many dots in each, they need 3 MB of stack.
    constexpr int kMostDots = 64;
    uint64_t line = 1;
    const auto refuse_line = [&](const char* what) { refuse(source + ":" + std::to_string(line), what); };
    for (std::string_view rest = text; !rest.empty();) {
        const Character character = first_character(rest);
        const uint32_t code = character.code;
        const bool space = code == '\t' || code == '\n' || code == '\r';
        if (code == kNoCharacter) refuse_line("not valid TOML: this line has a byte that is not UTF-8");
        const bool control = (code < 0x20 && !space) || code == 0x7F;
        if (control) refuse_line("not valid TOML: this line has a control character");
        line += code == '\n' ? 1 : 0;
        rest.remove_prefix(character.bytes);
    }
    if (const std::optional<uint64_t> deep = line_with_more_dots(text, kMostDots)) {
        line = *deep;
        refuse_line("a line must not have more than 64 dots in its keys: each of them nests a table");
    }
}

}  // namespace

void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::bad_input, path_text(source) + ": " + sentence);
}

std::string read_toml_text(const std::filesystem::path& path, const std::string& kind) {
    constexpr uint64_t kMaxBytes = 1 << 20;  // they are pages long; a larger file is another kind of file
    return read_whole_file(path, "a " + kind + " (.toml)", kMaxBytes);
}

toml::table parse_toml(std::string_view text, const std::string& source) {
    require_safe(text, source);
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        refuse(source + ":" + std::to_string(error.source().begin.line),
               "not valid TOML: " + printable(error.description(), 200));
    } catch (const std::logic_error&) {  // a failed assertion (toml_parser.cpp), which has no line
        refuse(source, "not valid TOML; look for brackets, dots and signs where a name or a number should begin");
    }
}

std::string line_of(const std::string& source, const toml::node& node) {
    return source + ":" + std::to_string(node.source().begin.line);
}

const toml::table& need_table(const toml::node& node, const std::string& source, const std::string& key) {
    if (!node.is_table()) refuse(line_of(source, node), key + " must be a table, written [" + key + "]");
    return *node.as_table();
}

Section::Section(const toml::table& table, std::string heading, std::string source, std::vector<std::string> keys)
    : table_(table), heading_(std::move(heading)), source_(std::move(source)) {
    for (const auto& [key, value] : table_) {
        if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
        std::string hint = did_you_mean(key.str(), keys);
        if (find_parameter(key.str())) hint = "; parameters belong above the first heading in brackets";
        if (hint.empty()) hint = "; it may have " + list_text(keys, "and");
        refuse(at(value), "unknown key '" + printable(key.str()) + "' in " + heading_ + hint);
    }
}

const toml::node& Section::need(std::string_view key) const {
    const toml::node* value = table_.get(key);
    if (!value) refuse(at(table_), heading_ + " needs '" + std::string(key) + "'");
    return *value;
}

glm::vec3 Section::vec3(std::string_view key, const char* unit) const {
    return read_vec3(need(key), kBound, unit, at(key), name(key));
}

glm::vec3 Section::color(std::string_view key) const { return read_vec3(need(key), 0, 1, "", at(key), name(key)); }

float Section::number(std::string_view key, double min, double max, const char* unit) const {
    return read_float(need(key), min, max, unit, at(key), name(key));
}

std::string Section::text(std::string_view key) const { return read_string(need(key), at(key), name(key)); }

}  // namespace undine::toml_values
