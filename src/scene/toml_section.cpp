#include "scene/toml_section.h"

#include <algorithm>
#include <fstream>

#include "error.h"
#include "scene/text.h"
#include "scene/toml_values.h"

namespace undine::toml_values {
void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::bad_input, source + ": " + sentence);
}

std::string read_toml_text(const std::filesystem::path& path, const std::string& kind) {
    constexpr std::uintmax_t kMaxBytes = 1 << 20;  // these are pages; a larger file is another kind of file
    std::error_code error;
    if (!std::filesystem::exists(path, error)) refuse(path.string(), "there is no such " + kind + " file");
    if (!std::filesystem::is_regular_file(path, error)) refuse(path.string(), "a " + kind + " must be a file");
    std::ifstream stream(path, std::ios::binary);
    std::string text(std::min(std::filesystem::file_size(path, error), kMaxBytes + 1), '\0');
    if (error || !stream) refuse(path.string(), "the " + kind + " file cannot be opened");
    if (text.size() > kMaxBytes) refuse(path.string(), "a " + kind + " file must not be larger than 1 MiB");
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream) refuse(path.string(), "the " + kind + " file cannot be read");
    return text;
}

toml::table parse_toml(std::string_view text, const std::string& source) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        refuse(source + ":" + std::to_string(error.source().begin.line),
               "not valid TOML: " + printable(error.description(), 200));
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
        if (find_parameter(key.str())) hint = "; parameters stand above the first heading in brackets";
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

float Section::number(std::string_view key, double min, double max, const char* unit) const {
    return read_float(need(key), min, max, unit, at(key), name(key));
}

std::string Section::text(std::string_view key) const { return read_string(need(key), at(key), name(key)); }

}  // namespace undine::toml_values
