// The subcommands: each adds itself to the command line and runs from its CLI11 callback.
#pragma once

namespace CLI {
class App;
}

namespace undine {

void add_devices_command(CLI::App& app);
void add_view_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_capture_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_validate_command(CLI::App& app);
void add_frontier_command(CLI::App& app);
void add_parameters_command(CLI::App& app);
void add_manual_commands(CLI::App& app);  // `manual` and `completion`, of all that the app has

}  // namespace undine
