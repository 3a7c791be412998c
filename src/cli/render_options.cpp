#include "cli/render_options.h"

#include <map>

#include "error.h"
#include "io/hdr.h"

namespace undine {

void add_render_options(CLI::App& command, RenderOptions& o) {
    command
        .add_option("--style", o.style,
                    "how the fluid is drawn; by default as water, 2D and what is coloured as particles")
        ->transform(CLI::CheckedTransformer(
                        std::map<std::string, Style>{{"water", Style::water}, {"particles", Style::particles}})
                        .description(""))
        ->type_name("water|particles");
    std::string looks = "how water is drawn; may be repeated: KEY=VALUE of";
    for (const LookInfo& info : look_table()) looks += (&info == look_table().data() ? " " : ", ") + info.key;
    looks += "; or all of them at once:";
    for (const LookPreset& preset : look_presets())
        looks += (&preset == look_presets().data() ? " " : ", ") + std::string(preset.name);
    command.add_option("--look", o.looks, looks)->type_name("KEY=VALUE|NAME")->take_all()->allow_extra_args(false);
    command.add_option("--environment", o.environment,
                       "an equirectangular panorama for the sky and its light; default: a summer sky")
        ->type_name("FILE.hdr");

    std::string help = "what the particles' colour says, with a legend:";
    std::map<std::string, Coloring> colorings;
    std::string words;
    for (size_t c = 0; c < kColoringCount; ++c) {
        const std::string name(kColorings[c].name);
        colorings[name] = Coloring(c);
        help += std::string(c > 0 ? ";" : "") + " " + name + ", " + std::string(kColorings[c].help);
    }
    command.add_option("--color", o.coloring, help)
        ->transform(CLI::CheckedTransformer(colorings).description(""))
        ->type_name("QUANTITY")
        ->default_str(std::string(info(o.coloring).name));

    std::map<std::string, View> views;
    help = "show a buffer between the passes instead:";
    for (uint32_t v = 0; v < kViews.size(); ++v) {
        views[std::string(kViews[v].name)] = static_cast<View>(v);
        if (v > 0) help += (v > 1 ? ", " : " ") + std::string(kViews[v].name);
    }
    command.add_option("--buffer", o.view, help)
        ->transform(CLI::CheckedTransformer(views).description(""))
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
        refuse("--color " + std::string(info(o.coloring).name) + ": colours are of particles; expected --style particles");
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
