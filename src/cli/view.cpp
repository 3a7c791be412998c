// undine view: the window is a separate module, so that the program needs no display libraries.
#include <dlfcn.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "app/json_report.h"
#include "app/simulation.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/output_files.h"
#include "cli/render_options.h"
#include "cli/renderdoc_options.h"
#include "cli/simulation_options.h"
#include "cli/size_option.h"
#include "cli/trace_options.h"
#include "undine/error.h"
#include "viewer/keys.h"
#include "viewer/view_options.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

// Never closed: many drivers and window systems do not survive being unloaded.
ViewFunction& load_viewer() {
    std::error_code ignored;
    for (const fs::path& directory : {program_directory(), program_directory() / "../lib/undine"}) {
        const fs::path file = directory / "undine-viewer.so";
        if (!fs::exists(file, ignored)) continue;
        void* module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!module) throw Error(Exit::no_device, "The viewer cannot be loaded: " + std::string(dlerror()));
        if (void* function = dlsym(module, kViewFunction)) return *reinterpret_cast<ViewFunction*>(function);
        throw Error(Exit::no_device, file.string() + ": is not the viewer of this program; build both together");
    }
    throw Error(Exit::no_device,
                "This program was built without a viewer: install GLFW, Dear ImGui and the DejaVu fonts and build it "
                "again, or use `undine capture`.");
}

std::string keys_footer() {
    std::string text = "Keys:";
    auto line = [&](const KeyText& k) {
        const std::string key = k.key;
        if (key.empty()) return;
        text += "\n  " + key + std::string(key.size() < 22 ? 22 - key.size() : 1, ' ') + k.does;
    };
    for (const KeyText& k : kKeyTexts) line(k);
    for (const KeyText& k : kMouseTexts) line(k);
    return text;
}

}  // namespace

void add_view_command(CLI::App& app) {
    auto* command = app.add_subcommand("view", "Simulate a scene in a window, with its parameters at hand.");
    auto o = std::make_shared<ViewOptions>();
    auto size = std::make_shared<std::string>("1280x720");
    o->simulation.scene = "dam_break";
    add_simulation_options(*command, o->simulation);
    command->add_option("--size", *size, "size of the window")->type_name("WxH")->capture_default_str();
    add_render_options(*command, o->drawing);
    command->add_flag("--fullscreen", o->fullscreen, "start in full screen");
    command->add_flag(
        "--headless", o->headless,
        "open no window: the same frames, one after another as fast as the device draws them, on a machine "
        "without a display; needs --frames");
    command->add_flag(
        "--split", o->split,
        "submit simulation and picture separately, for drivers that fail with both in one command buffer");
    command->add_option("--frames", o->frames, "close the window after this many frames; 0: when the user closes it")
        ->check(number_between(uint64_t{0}, uint64_t{1} << 40))
        ->type_name("N")
        ->capture_default_str();
    command
        ->add_option(
            "--frame-rate", o->frame_rate,
            "simulate 1/HZ s in each frame, however long it takes, and show the next one at once: so many frames are "
            "then always so many steps; without it, frames follow the clock and the display")
        ->check(number_between(10.0, 1000.0))
        ->type_name("HZ");
    command->add_option("--json", o->json, "at the end, write a report as JSON; - is standard output")
        ->type_name("FILE");
    add_trace_options(*command, o->trace);
    add_renderdoc_options(*command, o->renderdoc, true);
    command
        ->add_option("--shaders", o->shaders,
                     "watch this copy of the source's shaders/: shaders are recompiled when a file changes, and run "
                     "from the next frame; errors are shown over the picture")
        ->type_name("DIR");
    command->footer(keys_footer());
    command->callback([o, size] {
        const PictureSize window = read_size(*size);
        o->width = window.width, o->height = window.height;
        if (o->headless && o->frames == 0)
            throw Error(Exit::usage, "--headless has no window to close; expected --frames N, after which it ends");
        if (o->headless && o->fullscreen)
            throw Error(Exit::usage, "--headless opens no window for --fullscreen; expected one of them");
        require_threads_used(o->simulation.threads, {o->simulation.backend});
        require_distinct({{"--json", o->json}, {"--trace", o->trace.trace}, {"--pass-csv", o->trace.pass_csv}});
        require_json_writable(o->json);
        require_trace_writable(o->trace);
        load_viewer()(*o);
    });
}

}  // namespace undine
