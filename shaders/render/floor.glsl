// A floor of large tiles under the tank that fades into the sky's edge. Who includes it has sun_on_floor(x) and
// sky_on_floor(x): the shares of their light that arrive at x.

// Share of a pixel `width` wide at `x` that lies on a joint, joints being `joint` wide at whole numbers.
float joint_share(float x, float width, float joint) {
    float w = max(width, joint);
    float from = abs(fract(x - 0.5) - 0.5);  // distance to the nearest joint
    return clamp((0.5 * (w + joint) - from) / w, 0.0, 1.0) * min(1.0, joint / w);
}

// Mean of a checker of 0 and 1 over a pixel, from the triangle wave that is its integral.
float checker_mean(vec2 x, vec2 width) {
    vec2 w = max(width, vec2(1e-4)), a = x - 0.5 * w, b = x + 0.5 * w;
    vec2 mean = 2.0 * (abs(fract(0.5 * b) - 0.5) - abs(fract(0.5 * a) - 0.5)) / w;  // −1 … 1
    return 0.5 - 0.5 * mean.x * mean.y;
}

// How far the floor at x has faded into the sky's edge, 0 … 1.
float faded(vec3 x) {
    return smoothstep(0.6, 3.0, length(x - 0.5 * (args.tank_min.xyz + args.tank_max.xyz)) / args.scene_size);
}

vec3 shade_floor(vec3 x, vec3 direction, float distance, float pixel_angle) {
    vec2 at = (x.xz - args.tank_min.xz) / args.tank_min.w;
    float footprint = distance * pixel_angle / args.tank_min.w;
    vec2 ahead = abs(direction.xz) / max(1e-6, length(direction.xz));  // a pixel's footprint is long that way
    vec2 widths = footprint * mix(vec2(1.0), vec2(1.0 / max(0.02, abs(direction.y))), ahead);
    float joints = max(joint_share(at.x, widths.x, 0.02), joint_share(at.y, widths.y, 0.02));
    vec3 albedo = mix(vec3(0.155, 0.165, 0.175), vec3(0.285, 0.285, 0.28), checker_mean(at, widths));
    albedo *= mix(1.0, 0.72, joints);

    float open = sky_on_floor(x);
    vec3 light = args.sky_light.rgb * open + args.sun_light.rgb * sun_on_floor(x) * args.sun.toward.y;
    float fresnel = 0.03 + 0.4 * fifth_power(1.0 - abs(direction.y));  // rough: it mirrors the sky's mean
    return mix(albedo * light, args.sky_light.rgb * (0.3 + 0.7 * open), fresnel);
}

vec3 shade_background(vec3 direction) {
    const float kHorizon = 1e6;  // m: the floor has long faded into the backdrop
    float distance = (args.floor_y - args.eye.y) / direction.y;
    vec3 color = vec3(0.0);
    float far = 1.0;
    if (direction.y < 0.0 && distance >= 0.0 && distance < kHorizon) {
        vec3 x = args.eye.xyz + direction * distance;
        far = faded(x);
        if (far < 1.0) color = shade_floor(x, direction, distance, 2.0 * args.up.w / float(args.height));
    }
    if (far > 0.0) color = mix(color, backdrop(direction), far);
    return color;
}
