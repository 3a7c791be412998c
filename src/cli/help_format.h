// --help wrapped to the width of the terminal: CLI11 itself writes each description on one line, however long.
#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace undine {

// Wraps each paragraph to lines of at most `width` columns, with `indent` spaces before all lines but the very first.
// Spaces at the beginning of a paragraph are kept.
std::string wrapped(const std::string& text, size_t width, size_t indent);

// Of an option: its type with "(required)" or the default, empty of a flag; and what it does, with what it needs and
// excludes.
std::string option_type(const CLI::Option& option);
std::string option_description(const CLI::Option& option);

class HelpFormat : public CLI::Formatter {
  public:
    HelpFormat();
    std::string make_description(const CLI::App* app) const override;
    std::string make_footer(const CLI::App* app) const override;
    std::string make_subcommand(const CLI::App* command) const override;
    std::string make_option(const CLI::Option* option, bool is_positional) const override;

  private:
    std::string row(const std::string& name, const std::string& description) const;

    size_t width_;  // columns
};

}  // namespace undine
