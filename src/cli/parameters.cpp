// undine parameters: the table of every parameter, for people and for the documentation.
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "scene/parameters.h"

namespace undine {

void add_parameters_command(CLI::App& app) {
    auto* command = app.add_subcommand("parameters", "List every parameter of a scene: symbol, unit, range, default, meaning.");
    auto markdown = std::make_shared<bool>(false);
    command->add_flag("--markdown", *markdown, "as the table of docs/parameters.md");
    command->callback([markdown] { std::cout << (*markdown ? parameters_markdown() : parameters_help()); });
}

}  // namespace undine
