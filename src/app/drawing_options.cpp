#include "app/drawing_options.h"

#include "io/hdr.h"
#include "scene/scene.h"
#include "undine/error.h"

namespace undine {

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
               ": only particles can be coloured; expected --style particles");
    const std::string_view drawn = style == Style::water ? "water" : "particles";
    if (!shows(o.view, style))
        refuse("--buffer " + std::string(info_of(o.view).name) + ": is a buffer of style " + std::string(of_view) +
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
