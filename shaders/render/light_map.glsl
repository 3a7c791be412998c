// Which light's map is being drawn.
#include "render/light_view.glsl"

layout(push_constant) uniform LightMap {
    uint light;  // 0: sun, 1: sky
    float size;  // texels along an edge
} light_map;

LightView light_view() { return light_map.light == 0u ? args.sun : args.sky; }
