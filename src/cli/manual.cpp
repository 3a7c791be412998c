// undine manual, undine completion: what --help says, as a manual page and as a script for shells. Both are made from
// the options themselves, so that they cannot be out of date.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <vector>

#include "app/simulation.h"
#include "build_facts.h"
#include "cli/commands.h"
#include "cli/help_format.h"
#include "text/text.h"

namespace undine {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

// Text in roff: hyphens that may be copied, and no line that begins with a request.
std::string roff(const std::string& text) {
    std::string out;
    for (size_t k = 0; k < text.size(); ++k) {
        const bool begins = k == 0 || text[k - 1] == '\n';
        if (begins && (text[k] == '.' || text[k] == '\'')) out += "\\&";
        if (text[k] == '\\') out += "\\e";
        else if (text[k] == '-') out += "\\-";
        else if (text[k] == '\n') out += "\n.br\n";
        else out += text[k];
    }
    return out;
}

// Those of a command in the order of its help: what stands without a name first.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
    std::vector<const CLI::Option*> options = command.get_options();
    std::stable_partition(options.begin(), options.end(),
                          [](const CLI::Option* option) { return option->get_positional(); });
    return options;
}

void print_options(const CLI::App& command, std::ostream& out) {
    for (const CLI::Option* option : options_of(command)) {
        const std::string name = option->get_positional() ? option->get_name(true) : option->get_name(false, true);
        if (option->check_lname("help")) continue;
        out << ".TP\n\\fB" << roff(name) << "\\fR" << roff(option_type(*option)) << '\n'
            << roff(option_description(*option)) << '\n';
    }
}

void print_manual(const CLI::App& app, std::ostream& out) {
    out << ".TH UNDINE 1 \"\" \"Undine " << build_facts().version << "\"\n.SH NAME\nundine \\- simulate water on "
        << "any GPU, draw it and measure it\n.SH SYNOPSIS\n.B undine\n.I COMMAND\n[\n.I OPTIONS\n]\n.SH DESCRIPTION\n"
        << roff(app.get_description()) << "\n.SH OPTIONS\n";
    print_options(app, out);
    out << ".SH COMMANDS\n";
    for (const CLI::App* command : commands_of(app)) {
        out << ".SS undine " << roff(command->get_name()) << '\n' << roff(command->get_description()) << '\n';
        print_options(*command, out);
        if (command->get_footer() != app.get_footer()) out << ".PP\n" << roff(command->get_footer()) << '\n';
    }
    out << ".SH NOTES\n" << roff(app.get_footer()) << '\n';
}

// The words that an option's type offers, as "cpu|vulkan|cuda" does; none if it stands for anything else.
std::string words_of(const std::string& type) {
    const bool lists = type.find('|') != std::string::npos && std::ranges::all_of(type, [](unsigned char c) {
                           return std::islower(c) || std::isdigit(c) || c == '|' || c == '_' || c == '-';
                       });
    std::string words = lists ? type : "";
    std::ranges::replace(words, '|', ' ');
    return words;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

// Where nothing is offered, complete's -o default offers files.
void print_completion(const CLI::App& app, std::ostream& out) {
    std::vector<std::string> names;
    for (const CLI::App* command : commands_of(app)) names.push_back(command->get_name());
    out << "# Completion of undine for bash, printed by `undine completion`. zsh takes it after\n"
           "#   autoload -U bashcompinit && bashcompinit\n"
           "_undine() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options='' words=''\n"
           "    COMPREPLY=()\n"
           "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
           "        COMPREPLY=($(compgen -W 'help "
        << joined(names) << "' -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n";
    for (const CLI::App* command : commands_of(app)) {
        std::vector<std::string> options;
        std::string scenes, offered, taking;  // taking: those with a value, which is no scene
        for (const CLI::Option* option : command->get_options()) {
            if (option->get_positional() && option->get_name(true) == "scene")
                scenes = joined(list_scenes(scene_directories()));
            for (const std::string& name : option->get_lnames()) {
                options.push_back("--" + name);
                if (const std::string words = words_of(option->get_type_name()); !words.empty())
                    offered += "            --" + name + ") words='" + words + "' ;;\n";
                else if (option->get_expected_max() > 0) taking += (taking.empty() ? "--" : " | --") + name;
            }
        }
        out << "    " << command->get_name() << ")\n        options='" << joined(options) << "' words='" << scenes
            << "'\n";
        if (!taking.empty()) offered += "            " + taking + ") words='' ;;\n";
        if (!offered.empty()) out << "        case $previous in\n" << offered << "        esac\n";
        out << "        ;;\n";
    }
    out << "    help) words='" << joined(names)
        << "' ;;\n    esac\n"
           "    [[ $word != -* ]] || words=$options\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "}\n"
           "complete -o default -F _undine undine\n";
}

}  // namespace

void add_manual_commands(CLI::App& app) {
    app.add_subcommand("manual", "Print the manual page: undine manual | man -l -")->callback([&app] {
        print_manual(app, std::cout);
    });
    app.add_subcommand("completion", "Print a script that completes commands, options and scenes in bash and zsh.")
        ->callback([&app] { print_completion(app, std::cout); });
}

}  // namespace undine
