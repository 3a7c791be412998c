#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "error.h"
#include "scene/text.h"

int main(int argc, char** argv) {
    using namespace undine;
    keep_command_line(argc, argv);
    CLI::App app{"Undine simulates water with Position Based Fluids on any GPU, and shows it.", "undine"};
    app.require_subcommand(1);
    app.set_version_flag("--version", UNDINE_VERSION);
    app.footer("Exit codes: 0 ok, 1 a comparison failed, 2 wrong command line, 3 bad input, 4 no suitable device,\n"
               "5 device lost, 6 out of memory. Scenes, SI units and every parameter: undine parameters");
    try {
        add_devices_command(app);
        add_view_command(app);
        add_run_command(app);
        add_capture_command(app);
        add_bench_command(app);
        add_compare_command(app);
        add_parameters_command(app);
        // CLI11 would only say that some subcommand is required.
        std::vector<std::string> names;
        for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
        if (argc > 1 && argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end())
            throw Error(Exit::usage, "unknown subcommand '" + printable(argv[1]) + "'; expected " + list_text(names, "or") +
                                         did_you_mean(argv[1], names));
        app.parse(argc, argv);
        return static_cast<int>(Exit::ok);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? static_cast<int>(Exit::ok) : static_cast<int>(Exit::usage);
    } catch (const Error& e) {
        std::fprintf(stderr, "undine: %s\n", e.what());
        return static_cast<int>(e.code);
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "undine: this machine's memory is not enough for that many particles\n");
        return static_cast<int>(Exit::out_of_memory);
    }
}
