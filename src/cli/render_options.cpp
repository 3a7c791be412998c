#include "cli/render_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>

#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// An option whose value is one of `words`; choose() gets the word's index.
CLI::Option* add_choice(CLI::App& command, const std::string& option, std::vector<std::string> words,
                        const std::string& help, std::function<void(size_t)> choose) {
    const auto read = [=](const std::string& text) {
        const auto word = std::ranges::find(words, text);
        if (word == words.end())
            throw Error(Exit::usage,
                        option + " " + text + ": expected " + list_text(words, "or") + did_you_mean(text, words));
        choose(static_cast<size_t>(word - words.begin()));
    };
    return command.add_option_function<std::string>(option, read, help);
}

}  // namespace

void add_render_options(CLI::App& command, RenderOptions& o) {
    add_choice(
        command, "--style", {"water", "particles"},
        "how the fluid is drawn; default: water, but particles in 2D, with --color, or with a --buffer of particles",
        [&o](size_t k) { o.style = k == 0 ? Style::water : Style::particles; })
        ->type_name("water|particles");
    std::string looks = "how water is drawn; may be repeated: KEY=VALUE, where KEY is one of";
    for (const LookInfo& info : look_table()) looks += (&info == look_table().data() ? " " : ", ") + info.key;
    looks += "; or a preset of all of them:";
    for (const LookPreset& preset : look_presets())
        looks += (&preset == look_presets().data() ? " " : ", ") + std::string(preset.name);
    command.add_option("--look", o.looks, looks)->type_name("KEY=VALUE|NAME")->take_all()->allow_extra_args(false);
    command
        .add_option("--environment", o.environment,
                    "an equirectangular panorama for the sky and its light, in place of the look's sky")
        ->type_name("FILE.hdr");

    std::string help = "what the particles' colour shows, with a legend:";
    std::vector<std::string> names;
    for (const auto& coloring : kColorings) {
        help += std::string(names.empty() ? "" : ";") + " " + std::string(coloring.name) + ", " +
                std::string(coloring.help);
        names.emplace_back(coloring.name);
    }
    add_choice(command, "--color", names, help, [&o](size_t k) { o.coloring = Coloring(k); })
        ->type_name("QUANTITY")
        ->default_str(std::string(info(o.coloring).name));

    names.clear();
    for (const auto& view : kViews) names.emplace_back(view.name);
    help = "show an intermediate buffer instead of the picture: " + list_text(std::span(names).subspan(1), "or");
    add_choice(command, "--buffer", names, help, [&o](size_t k) { o.view = View(k); })
        ->type_name("NAME")
        ->default_str(std::string(info_of(o.view).name));
}

}  // namespace undine
