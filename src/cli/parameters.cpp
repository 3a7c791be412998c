// undine parameters: the tables of every parameter and look, for people and for the documentation.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "render/look/look.h"
#include "scene/parameter_table.h"

namespace undine {

void add_parameters_command(CLI::App& app) {
    auto* command =
        app.add_subcommand("parameters", "List every parameter of a scene: symbol, unit, range, default, meaning.");
    struct Options {
        bool looks = false, markdown = false;
    };
    auto o = std::make_shared<Options>();
    command->add_flag("--looks", o->looks, "list the keys of --look instead: how water is drawn");
    command->add_flag("--markdown", o->markdown, "print the table of docs/parameters.md or docs/looks.md");
    command->callback([o] {
        if (o->looks) std::cout << (o->markdown ? looks_markdown() : looks_help());
        else std::cout << (o->markdown ? parameters_markdown() : parameters_help());
    });
}

}  // namespace undine
