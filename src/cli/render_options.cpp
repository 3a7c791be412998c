#include "cli/render_options.h"

#include <algorithm>
#include <functional>

#include "error.h"
#include "io/hdr.h"
#include "scene/text.h"

namespace undine {
namespace {

// An option with one of a few words; choose() gets the word's index.
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
    add_choice(command, "--style", {"water", "particles"},
               "how the fluid is drawn; by default as water, 2D and what is coloured as particles",
               [&o](size_t k) { o.style = k == 0 ? Style::water : Style::particles; })
        ->type_name("water|particles");
    std::string looks = "how water is drawn; may be repeated: KEY=VALUE of";
    for (const LookInfo& info : look_table()) looks += (&info == look_table().data() ? " " : ", ") + info.key;
    looks += "; or all of them at once:";
    for (const LookPreset& preset : look_presets())
        looks += (&preset == look_presets().data() ? " " : ", ") + std::string(preset.name);
    command.add_option("--look", o.looks, looks)->type_name("KEY=VALUE|NAME")->take_all()->allow_extra_args(false);
    command
        .add_option("--environment", o.environment,
                    "an equirectangular panorama for the sky and its light; default: a summer sky")
        ->type_name("FILE.hdr");

    std::string help = "what the particles' colour says, with a legend:";
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
    help = "show a buffer between the passes instead: " + list_text(std::span(names).subspan(1), "or");
    add_choice(command, "--buffer", names, help, [&o](size_t k) { o.view = View(k); })
        ->type_name("NAME")
        ->default_str(std::string(info_of(o.view).name));
}

Style style_of(const RenderOptions& o, const Scene& scene) {
    const bool flat = scene.parameters.dimensions == 2, colored = o.coloring != Coloring::natural;
    const std::string_view of_view = info_of(o.view).style;
    const bool particles = flat || colored || of_view == "particles";
    const Style style = o.style.value_or(particles ? Style::particles : Style::water);
    auto refuse = [](const std::string& sentence) { throw Error(Exit::usage, sentence); };
    if (style == Style::water && flat)
        refuse("--style water: " + scene.name + " is two-dimensional; expected particles");
    if (style == Style::water && colored)
        refuse("--color " + std::string(info(o.coloring).name) +
               ": colours are of particles; expected --style particles");
    const std::string_view drawn = style == Style::water ? "water" : "particles";
    if (!shows(o.view, style))
        refuse("--buffer " + std::string(info_of(o.view).name) + ": is one of " + std::string(of_view) +
               ", but the style is " + std::string(drawn));
    return style;
}

Look look_of(const RenderOptions& o) {
    Look look;
    for (const std::string& text : o.looks) set_look(look, text, "--look");
    return look;
}

std::shared_ptr<const Environment> environment_of(const RenderOptions& o) {
    if (o.environment.empty()) return nullptr;
    return std::make_shared<const Environment>(make_environment(read_panorama(o.environment)));
}

}  // namespace undine
