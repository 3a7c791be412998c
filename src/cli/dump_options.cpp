#include "cli/dump_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "platform/staged_file.h"
#include "undine/error.h"

namespace undine {

void add_dump_options(CLI::App& command, DumpOptions& o, bool draws) {
    std::string text =
        "write an array as that pass leaves it, in this or in every step, for numpy.load: "
        "apply_delta_p:predicted@12; may be repeated; shaders/sim/passes.def and fields.def have the names";
    if (draws)
        text += "; or an image, of the picture after that step, also as PNG or OpenEXR: water_surface:thickness@12";
    auto* dump = command.add_option("--dump", o.requests, text)
                     ->type_name(draws ? "PASS:ARRAY|IMAGE[@STEP]" : "PASS:ARRAY[@STEP]")
                     ->take_all()
                     ->allow_extra_args(false);
    command.add_option("--dump-to", o.folder, "where those files go")
        ->type_name("DIR")
        ->capture_default_str()
        ->needs(dump);
}

Dumps read_dumps(const DumpOptions& o, bool draws) {
    Dumps dumps{.folder = o.folder};
    for (const std::string& text : o.requests) {
        const DumpName name = read_dump_name(text);
        if (draws && !is_solver_pass(name.pass))
            dumps.images.push_back({plain_name(name.pass), plain_name(name.what), name.step});
        else dumps.arrays.push_back(array_dump_request(name));
    }
    if (o.requests.empty()) return dumps;
    std::error_code ignored;
    if (std::filesystem::path(o.folder) == "out/dumps") std::filesystem::create_directory("out", ignored);
    require_folder_writable(o.folder);
    return dumps;
}

void require_steps(const Dumps& dumps, uint64_t first, uint64_t last, const PictureSteps& pictures) {
    const auto refuse = [](const std::string& asked, uint64_t step, const std::string& expected) {
        throw Error(Exit::usage, "--dump " + asked + "@" + std::to_string(step) + ": " + expected);
    };
    for (const DumpRequest& r : dumps.arrays)
        if (r.step && (*r.step < first || *r.step > last))
            refuse(r.pass + ":" + std::string(info(r.field).name), *r.step,
                   "there will be no such step; expected " + std::to_string(first) + " to " + std::to_string(last));
    for (const ImageDumpRequest& r : dumps.images) {
        const uint64_t step = r.step.value_or(pictures.first);
        if (step < pictures.first || step > pictures.last || (step - pictures.first) % pictures.every != 0)
            refuse(r.pass + ":" + r.image, step,
                   "no picture shows the state after that step; expected " + std::to_string(pictures.first) + " to " +
                       std::to_string(pictures.last) +
                       (pictures.every > 1 ? " in steps of " + std::to_string(pictures.every) : ""));
    }
}

std::unique_ptr<Backend> with_dumps(std::unique_ptr<Backend> backend, const Dumps& dumps) {
    if (dumps.arrays.empty()) return backend;
    return std::make_unique<DumpingBackend>(std::move(backend), dumps.arrays, dumps.folder);
}

}  // namespace undine
