#include "render/views.h"

#include "render/look/surroundings.h"

namespace undine {

std::string what_lacks(View view, Style style, const Surroundings& s) {
    if (!shows(view, style))
        return "The buffer " + std::string(info_of(view).name) + " belongs to style " +
               std::string(info_of(view).style) + "; choose one of the style that is drawn.";
    if ((view == View::foam_kinds || view == View::foam_life) && s.diffuse_life == 0)
        return "The scene has no spray, foam or bubbles to show; give it diffuse_capacity.";
    if (view == View::boundary && s.boundary.empty())
        return "The scene has no boundary particles to show; give it walls = \"particles\", or --boundary.";
    if (view == View::distance && !s.has_tank && s.planes.empty() && s.bodies.empty())
        return "The scene has nothing solid whose distance could be shown.";
    return {};
}

}  // namespace undine
