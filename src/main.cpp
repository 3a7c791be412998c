#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "app/command_line.h"
#include "app/manifest.h"
#include "app/simulation.h"
#include "build_facts.h"
#include "cli/commands.h"
#include "cli/help_format.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// Prints one line. printable() keeps outside text, such as file names, from sending control characters to a terminal.
int say(Exit code, const std::string& sentence) {
    std::fprintf(stderr, "undine: %s\n", printable(sentence, sentence.size()).c_str());
    return static_cast<int>(code);
}

void add_commands(CLI::App& app) {
    add_devices_command(app);
    add_view_command(app);
    add_run_command(app);
    add_capture_command(app);
    add_export_command(app);
    add_bench_command(app);
    add_compare_command(app);
    add_validate_command(app);
    add_frontier_command(app);
    add_parameters_command(app);
    add_manual_commands(app);
}

// Before CLI11, which would first say what else is missing, and not what an option may have been meant to be.
void require_known_options(const CLI::App& app, const std::vector<std::string>& arguments) {
    const auto chosen =
        app.get_subcommands([&](const CLI::App* c) { return !arguments.empty() && c->check_name(arguments[0]); });
    if (chosen.empty()) return;
    std::vector<std::string> known;
    for (const CLI::Option* option : chosen.front()->get_options())
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (size_t k = 1; k < arguments.size() && arguments[k] != "--"; ++k) {
        const std::string name = arguments[k].substr(0, arguments[k].find('='));
        if (name.starts_with("--") && std::ranges::count(known, name) == 0)
            throw Error(Exit::usage, "undine " + arguments[0] + " has no option '" + name + "'; see undine " +
                                         arguments[0] + " --help" + did_you_mean(name, known));
    }
}

// Turns "help run" into "run --help"; CLI11 would only say that a subcommand is required.
std::vector<std::string> read_arguments(const CLI::App& app, int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments[0] == "help") {
        arguments.erase(arguments.begin());
        arguments.push_back("--help");
    }
    std::vector<std::string> names{"help"};
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    if (!arguments.empty() && !arguments[0].starts_with('-') && std::ranges::find(names, arguments[0]) == names.end())
        throw Error(Exit::usage, "unknown subcommand '" + arguments[0] + "'; expected " + list_text(names, "or") +
                                     did_you_mean(arguments[0], names));
    require_known_options(app, arguments);
    arguments = expand_manifest(std::move(arguments));
    keep_command_arguments(arguments);
    return arguments;
}

int say_usage(const CLI::App& app, const CLI::ParseError& e) {
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "undine" : "undine " + chosen.front()->get_name();
    return say(Exit::usage, std::string(e.what()) + "; see " + command + " --help");
}

int run_program(int argc, char** argv) {
    keep_command_line(argc, argv);
    CLI::App app{"Undine simulates water with Position Based Fluids and renders it, on any GPU.", "undine"};
    app.formatter(std::make_shared<HelpFormat>());
    app.require_subcommand(1);
    app.set_version_flag("--version", kBuiltVersion);
    app.footer(
        "undine help COMMAND or undine COMMAND --help lists its options; undine parameters lists every parameter, in "
        "SI units.\n"
        "Scenes: " +
        list_text(list_scenes(scene_directories()), "and") +
        ".\n"
        "Exit codes: 0 ok, 1 a comparison failed, 2 wrong command line, 3 bad input, 4 no suitable device, 5 device "
        "lost, 6 out of memory, 130 interrupted by Ctrl-C, 143 by SIGTERM.");
    try {
        add_commands(app);
        if (argc < 2) {
            std::fputs(app.help().c_str(), stdout);
            return say(Exit::usage, "a subcommand is required; undine COMMAND --help lists its options");
        }
        std::vector<std::string> arguments = read_arguments(app, argc, argv);
        std::ranges::reverse(arguments);  // the order in which CLI11 expects them
        app.parse(std::move(arguments));
        return static_cast<int>(Exit::ok);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : say_usage(app, e);  // 0: --help and --version
    } catch (const Error& e) {
        return say(e.code, e.what());
    } catch (const std::bad_alloc&) {
        return say(Exit::out_of_memory, "this machine does not have enough memory for that many particles");
    }
}

}  // namespace
}  // namespace undine

// What nothing catches is a programming error, and aborts. NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return undine::run_program(argc, argv); }
