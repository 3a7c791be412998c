// A particle as a small glossy ball of water.

// From deep blue at rest through turquoise to the white of foam, which only loose water becomes: speed alone would
// paint a falling block white.
vec3 water_color(float speed, float density) {
    float pace = clamp(speed / args.tank_max.w, 0.0, 1.0);
    vec3 color = mix(vec3(0.006, 0.055, 0.230), vec3(0.010, 0.200, 0.450), smoothstep(0.0, 0.30, pace));
    color = mix(color, vec3(0.040, 0.470, 0.560), smoothstep(0.20, 0.65, pace));
    float loose = density > 0.0 ? 1.0 - smoothstep(0.35, 0.80, density / args.rest_density) : 0.0;
    float foam = smoothstep(0.35, 1.0, pace) * (0.30 + 0.70 * loose);
    return mix(color, vec3(0.78, 0.86, 0.90), foam);
}

// Shares, 0 … 1, of the light that arrives at a point.
struct Arriving {
    float sun;
    float sky;      // past particles above
    float crevice;  // ambient light past the neighbours
};

vec3 shade_water(vec3 x, vec3 albedo, vec3 normal, vec3 direction, Arriving light) {
    vec3 sun = args.sun.toward.xyz;

    // Light wraps around a translucent ball.
    float diffuse = max(0.0, (dot(normal, sun) + 0.25) / 1.25);
    vec3 around = mix(args.ground_light.rgb * 0.8, args.sky_light.rgb * 1.15, 0.5 + 0.5 * normal.y);
    vec3 ambient = around * ((0.25 + 0.75 * light.sky) * light.crevice);
    vec3 color = albedo * (ambient + args.sun_light.rgb * (diffuse * light.sun * (0.4 + 0.6 * light.crevice)));

    float fresnel = 0.03 + 0.97 * fifth_power(1.0 - clamp(-dot(direction, normal), 0.0, 1.0));
    color += environment(x, reflect(direction, normal)) * (fresnel * 0.55 * light.crevice * (0.3 + 0.7 * light.sky));

    float glint = max(0.0, dot(normal, normalize(sun - direction)));
    for (int k = 0; k < 6; ++k) glint *= glint;  // to the 64th power
    return color + args.sun_light.rgb * (glint * light.sun * 0.45);
}
