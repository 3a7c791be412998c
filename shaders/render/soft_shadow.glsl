// The shadow of everything solid, with soft edges, from points of a sun that is drawn wider than it is. Needs
// scene_light.glsl before it.
#include "render/solid_shadow.glsl"

const float kSunRadius = 0.02;  // rad; of the sun, 0.0047: a hazy sky around it is bright too

// As past_meshes(): the edge of a shadow is the wider, the higher above x the mesh is that throws it.
float softly_past_meshes(vec3 x) {
    if (!MESHES) return 1.0;
    const int kSearched = 5, kTaps = 8;
    LightView light = args.mesh_sun;
    vec3 at = light_coordinates(light, x);
    if (clamp(at.xy, 0.0, 1.0) != at.xy) return 1.0;  // no mesh is between it and the sun
    float size = float(textureSize(mesh_shadow, 0).x), per_meter = kSunRadius / light.center.w;  // texels of half an edge
    vec2 texel = at.xy * size, spoke = vec2(1.0, 0.0);
    float reach = per_meter * args.scene_size, hidden_by = 0.0, found = 0.0, lit = 0.0;
    for (int k = 0; k < kSearched; ++k, spoke = kGoldenTurn * spoke) {
        vec2 there = clamp(texel + reach * disc_point(k, kSearched, spoke), vec2(0.0), vec2(size - 1.0));
        float deeper = at.z - texelFetch(mesh_shadow, ivec2(there), 0).r;
        hidden_by += max(deeper, 0.0);
        found += deeper > 0.0 ? 1.0 : 0.0;
    }
    int taps = found > 0.0 ? kTaps : 1;
    float width = per_meter * 2.0 / light.toward.w * hidden_by / max(found, 1.0);
    for (int k = 0; k < taps; ++k, spoke = kGoldenTurn * spoke)
        lit += past_meshes_at(texel + width * disc_point(k, taps, spoke), at.z, size);
    return lit / float(taps);
}

// As past_solids().
float softly_past_solids(vec3 x) {
    const int kRays = 6;
    float lit = softly_past_meshes(x);
    if (SOLIDS == 0u || lit == 0.0) return lit;
    LightView sun = args.sun;
    float open = 0.0;
    vec2 spoke = vec2(1.0, 0.0);
    for (int k = 0; k < kRays; ++k, spoke = kGoldenTurn * spoke) {
        vec2 aside = kSunRadius * disc_point(k, kRays, spoke);
        vec3 toward = normalize(sun.toward.xyz + aside.x * sun.right.xyz + aside.y * sun.up.xyz);
        open += meet_solids(x, toward).at < 1e8 ? 0.0 : 1.0;
    }
    return lit * open / float(kRays);
}
