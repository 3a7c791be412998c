// Tables of a TOML file, with error messages that name file, line and key. Shared by the readers of scenes and cameras.
#pragma once
#include <toml++/toml.h>

#include <filesystem>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace undine::toml_values {

// m and m/s; the same as the tank's, so that whatever fits the tank is in range.
inline constexpr double kBound = 1e4;

// The text of a file. kind: what it should be, such as "scene". Throws Error (bad_input) as read_whole_file() does, and
// for more than 1 MiB.
std::string read_toml_text(const std::filesystem::path& path, const std::string& kind);

// Throws Error (bad_input), with the line if it is known, for text that is not TOML or that toml++ does not handle
// safely.
toml::table parse_toml(std::string_view text, const std::string& source);

[[noreturn]] void refuse(const std::string& source, const std::string& sentence);

// source:line
std::string line_of(const std::string& source, const toml::node& node);

const toml::table& need_table(const toml::node& node, const std::string& source, const std::string& key);

// One table of the file with the keys it may have; others are refused.
class Section {
  public:
    Section(const toml::table& table, std::string heading, std::string source, std::vector<std::string> keys);

    const toml::node& need(std::string_view key) const;  // the value of a key that must be there
    bool has(std::string_view key) const { return table_.contains(key); }

    glm::vec3 vec3(std::string_view key, const char* unit) const;  // within ±kBound
    glm::vec3 color(std::string_view key) const;                   // each within 0 … 1
    float number(std::string_view key, double min, double max, const char* unit) const;
    std::string text(std::string_view key) const;
    std::string at(const toml::node& node) const { return line_of(source_, node); }
    std::string at(std::string_view key) const { return at(need(key)); }

  private:
    std::string name(std::string_view key) const { return heading_ + " " + std::string(key); }

    const toml::table& table_;
    std::string heading_, source_;
};

// Calls `read` with each table of an array of tables.
template <typename Read>
void each_table(const toml::node& node, const std::string& source, const std::string& key, Read read) {
    const toml::array* array = node.as_array();
    if (!array || !array->is_array_of_tables())
        refuse(line_of(source, node), key + " must be a list of tables, each written [[" + key + "]]");
    for (const toml::node& entry : *array) read(*entry.as_table());
}

}  // namespace undine::toml_values
