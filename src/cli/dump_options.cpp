#include "cli/dump_options.h"

#include <filesystem>

#include "platform/staged_file.h"
#include "recording/dumping_backend.h"

namespace undine {

void add_dump_options(CLI::App& command, DumpOptions& o) {
    auto* dump =
        command
            .add_option(
                "--dump", o.requests,
                "write an array as that pass leaves it, in this or in every step, for numpy.load: "
                "apply_delta_p:predicted@12; may be repeated; shaders/sim/passes.def and fields.def have the names")
            ->type_name("PASS:ARRAY[@STEP]")
            ->take_all()
            ->allow_extra_args(false);
    command.add_option("--dump-to", o.folder, "where those files go")
        ->type_name("DIR")
        ->capture_default_str()
        ->needs(dump);
}

std::unique_ptr<Backend> with_dumps(std::unique_ptr<Backend> backend, const DumpOptions& o) {
    if (o.requests.empty()) return backend;
    std::vector<DumpRequest> requests;
    for (const std::string& text : o.requests) requests.push_back(read_dump_request(text));
    std::error_code ignored;
    if (std::filesystem::path(o.folder) == "out/dumps") std::filesystem::create_directory("out", ignored);
    require_folder_writable(o.folder);
    return std::make_unique<DumpingBackend>(std::move(backend), std::move(requests), o.folder);
}

}  // namespace undine
