// The meshes' shadow, from the sun's view of them: mesh_shadow.vert.
layout(constant_id = 7) const bool MESHES = false;
layout(set = 0, binding = FRAME_MESH_SHADOW) uniform sampler2D mesh_shadow;  // depth; 1: no mesh, as at its borders

// m by which a point must be above a lit mesh, so that the mesh's texels around it do not shade it.
float above_mesh() { return MESHES ? 2.0 * args.mesh_sun.center.w : 0.0; }

// Share of the sun's light that meshes let through to a depth, interpolated between the four texels around a place.
float past_meshes_at(vec2 texel, float depth, float size) {
    vec2 between = fract(texel - 0.5);
    vec4 depths = textureGather(mesh_shadow, (floor(texel - 0.5) + 1.0) / size);
    vec4 lit = vec4(greaterThanEqual(depths, vec4(min(depth, 1.0))));
    vec2 rows = mix(lit.wx, lit.zy, between.x);
    return mix(rows.x, rows.y, between.y);
}

// And to x.
float past_meshes(vec3 x) {
    if (!MESHES) return 1.0;
    vec3 at = light_coordinates(args.mesh_sun, x);
    float size = float(textureSize(mesh_shadow, 0).x);
    return past_meshes_at(at.xy * size, at.z, size);
}
