// A particle as a small glossy ball of water.

// From deep blue at rest over turquoise to the white of foam, which only loose water becomes: speed alone would paint
// a falling block white.
vec3 water_color(float speed, float density) {
    float pace = clamp(speed / args.tank_max.w, 0.0, 1.0);
    vec3 color = mix(vec3(0.010, 0.075, 0.270), vec3(0.015, 0.260, 0.520), smoothstep(0.0, 0.30, pace));
    color = mix(color, vec3(0.090, 0.560, 0.640), smoothstep(0.20, 0.65, pace));
    float loose = density > 0.0 ? smoothstep(0.98, 0.60, density / args.rest_density) : 0.0;
    float foam = smoothstep(0.30, 0.95, pace) * (0.30 + 0.70 * loose);
    return mix(color, vec3(0.86, 0.92, 0.94), foam);
}

vec3 shade_water(vec3 x, vec3 normal, vec3 direction, float speed, float density, float crevice, float turn) {
    vec3 albedo = water_color(speed, density);
    vec3 sun = args.sun.toward.xyz;
    float sky = sky_visibility(x, 8, 0.06 * args.scene_size, turn);
    float lit = sun_visibility(x + normal * (0.5 * args.eye.w), 1.0 * args.eye.w, 1.2 * args.eye.w);

    // Light wraps around a translucent ball.
    float diffuse = max(0.0, (dot(normal, sun) + 0.25) / 1.25);
    vec3 ambient = mix(kGroundLight * 0.8, kSkyLight * 1.15, 0.5 + 0.5 * normal.y) * (0.25 + 0.75 * sky) * crevice;
    vec3 color = albedo * (ambient + kSunLight * (diffuse * lit * (0.4 + 0.6 * crevice)));

    vec3 mirrored = reflect(direction, normal);
    float fresnel = 0.03 + 0.97 * pow(1.0 - clamp(-dot(direction, normal), 0.0, 1.0), 5.0);
    color += surroundings(mirrored) * (fresnel * 0.55 * crevice * (0.3 + 0.7 * sky));

    vec3 halfway = normalize(sun - direction);
    float glint = pow(max(0.0, dot(normal, halfway)), 90.0);
    return color + kSunLight * (glint * lit * 0.45);
}
