#include "cli/renderdoc_options.h"

#include <CLI/CLI.hpp>

namespace undine {

void add_renderdoc_options(CLI::App& command, RenderDocOptions& o, bool waits) {
    auto* frames = command
                       .add_option_function<std::string>(
                           "--renderdoc", [&o](const std::string& text) { o.frames = text; },
                           std::string("capture these frames with RenderDoc, which must be installed: FRAME.rdc for "
                                       "each, with every pass by name") +
                               (waits ? "; without a number, only those at F12" : ""))
                       ->type_name(waits ? "[FRAME,FRAME…]" : "FRAME[,FRAME…]");
    if (waits) frames->expected(0, 1);
    command.add_option("--renderdoc-to", o.folder, "where those captures go")->type_name("DIR")->capture_default_str();
}

}  // namespace undine
