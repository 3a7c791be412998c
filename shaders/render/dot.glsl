// A dot of spray, foam or a bubble, as diffuse.vert leaves it.
layout(location = 0) flat in vec3 center;
layout(location = 1) flat in vec4 shape;
layout(location = 2) flat in vec2 kind;
layout(location = 3) flat in vec3 light;

// Its optical depth at this pixel, by far the most of it for spray in the middle, for the others at the rim: a film of water
// is seen where the view grazes it. The profiles' means are near one another.
float dot_depth() {
    vec2 from = gl_FragCoord.xy - center.xy;
    from -= shape.xy * clamp(dot(from, shape.xy) / max(dot(shape.xy, shape.xy), 1e-6), -1.0, 1.0);
    float q = dot(from, from) * shape.z * shape.z;
    if (q > 1.0) return 0.0;
    float profile = 1.0 - q;
    profile = mix(profile, 0.3 + 3.0 * q * q * profile, kind.x);
    return shape.w * mix(profile, 0.3 + 1.4 * q * q, kind.y);
}
