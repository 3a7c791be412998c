#include "cli/help_format.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>

#include "text/text.h"

namespace undine {
namespace {

constexpr size_t kNames = 28;  // columns before the descriptions

// The terminal's width, within what is comfortable to read; 80 columns for a file or a pipe.
size_t help_width() {
    winsize size{};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return std::clamp<size_t>(size.ws_col, 60, 110);
}

std::string names_of(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    return list_text(names, "or");
}

}  // namespace

std::string option_type(const CLI::Option& option) {
    if (option.get_type_size() == 0) return {};
    std::string text = option.get_type_name().empty() ? "" : ' ' + option.get_type_name();
    if (option.get_required()) text += " (required)";
    else if (!option.get_default_str().empty()) text += " = " + option.get_default_str();
    return text;
}

std::string option_description(const CLI::Option& option) {
    std::string description = option.get_description();
    if (!option.get_needs().empty()) description += "; only with " + names_of(option.get_needs());
    if (!option.get_excludes().empty()) description += "; not with " + names_of(option.get_excludes());
    return description;
}

std::string wrapped(const std::string& text, size_t width, size_t indent) {
    std::string out;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const size_t word = std::min(text.find_first_not_of(' ', begin), end);
        std::string line = text.substr(begin, word - begin);  // its indent stays
        bool empty = true;
        for (size_t at = word; at < end;) {
            const size_t space = std::min(text.find(' ', at), end);
            const std::string next = text.substr(at, space - at);
            if (!empty && columns(line) + 1 + columns(next) > width - indent) {
                out += line + '\n' + std::string(indent, ' ');
                line.clear();
                empty = true;
            }
            line += (empty ? "" : " ") + next;
            empty = false;
            at = std::min(text.find_first_not_of(' ', space), end);
        }
        out += line;
        if (end < text.size()) out += '\n' + std::string(indent, ' ');
        begin = end + 1;
    }
    return out;
}

HelpFormat::HelpFormat() : width_(help_width()) {}

std::string HelpFormat::make_description(const CLI::App* app) const {
    return wrapped(app->get_description(), width_, 0) + '\n';
}

std::string HelpFormat::make_footer(const CLI::App* app) const {
    const std::string footer = app->get_footer();
    return footer.empty() ? footer : wrapped(footer, width_, 0) + '\n';
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
    return row(command->get_name(), command->get_description());
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
    return row(make_option_name(option, is_positional) + option_type(*option), option_description(*option));
}

std::string HelpFormat::row(const std::string& name, const std::string& description) const {
    std::string left = "  " + name;
    if (columns(left) + 1 > kNames) left += '\n' + std::string(kNames, ' ');
    else left = padded(left, kNames);
    return left + wrapped(description, width_, kNames) + '\n';
}

}  // namespace undine
