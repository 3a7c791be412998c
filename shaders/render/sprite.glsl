// The position of a vertex of a particle's sprite: a point, or one of the six corners of two triangles if sprites may
// be larger than the device's points (src/render/sprite_pipeline.h).
layout(constant_id = 0) const bool QUADS = false;

uint sprite_index() { return uint(gl_VertexIndex) / (QUADS ? 6u : 1u); }

// center, size: pixels of an image of image_size pixels, whose viewport extends `guard` pixels beyond its borders.
vec4 sprite_position(vec2 center, float size, float depth, vec2 image_size, float guard) {
    if (QUADS) {
        const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));
        center += corners[gl_VertexIndex % 6] * (0.5 * size);
    }
    vec2 ndc = (center + guard) / (image_size + 2.0 * guard) * 2.0 - 1.0;
    return vec4(ndc, depth, 1.0);
}

const vec4 kNowhere = vec4(2.0, 2.0, 2.0, 1.0);  // clipped
