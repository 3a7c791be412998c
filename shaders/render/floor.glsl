layout(set = 0, binding = 7) uniform sampler2D floor_light;  // see floor_light.frag; 1 at its borders

// A floor of large tiles under the tank that fades into the backdrop. Who includes it has sun_on_floor(x): the share
// of the sun's light that arrives at x.

// Share of a pixel `width` wide at `x` that lies on a joint, joints being `joint` wide at whole numbers.
float joint_share(float x, float width, float joint) {
    float w = max(width, joint);
    float from = abs(fract(x - 0.5) - 0.5);  // distance to the nearest joint
    return clamp((0.5 * (w + joint) - from) / w, 0.0, 1.0) * min(1.0, joint / w);
}

vec3 shade_floor(vec3 x, vec3 direction, float distance, float pixel_angle) {
    vec3 tile = vec3(0.120, 0.145, 0.170);
    vec2 at = (x.xz - args.tank_min.xz) / args.tank_min.w;
    float footprint = distance * pixel_angle / args.tank_min.w;
    vec2 ahead = abs(direction.xz) / max(1e-6, length(direction.xz));  // a pixel's footprint is long that way
    vec2 widths = footprint * mix(vec2(1.0), vec2(1.0 / max(0.02, abs(direction.y))), ahead);
    float joints = max(joint_share(at.x, widths.x, 0.02), joint_share(at.y, widths.y, 0.02));
    ivec2 parity = ivec2(floor(at)) & 1;
    float checker = (parity.x ^ parity.y) == 0 ? 1.0 : 0.93;
    vec3 albedo = tile * checker * mix(1.0, 0.72, joints);

    float sky = textureLod(floor_light, light_coordinates(args.sky, x).xy, 0.0).r;
    vec3 light = kSkyLight * sky * sky + kSunLight * sun_on_floor(x) * (0.55 * args.sun.toward.y);
    float far = smoothstep(0.35, 3.0, length(x - 0.5 * (args.tank_min.xyz + args.tank_max.xyz)) / args.scene_size);
    vec3 mirrored = backdrop(reflect(direction, vec3(0, 1, 0)));
    float fresnel = 0.03 + 0.5 * fifth_power(1.0 - abs(direction.y));
    vec3 color = mix(albedo * light, mirrored * (0.3 + 0.7 * sky), fresnel);
    return mix(color, backdrop(vec3(direction.x, 0.0, direction.z)), far);
}

vec3 shade_background(vec3 direction) {
    const float kHorizon = 1e6;  // m: the floor has long faded into the backdrop
    float distance = (args.floor_y - args.eye.y) / direction.y;
    if (!(direction.y < 0.0 && distance >= 0.0 && distance < kHorizon)) return backdrop(direction);
    float pixel_angle = 2.0 * args.up.w / float(args.height);
    return shade_floor(args.eye.xyz + direction * distance, direction, distance, pixel_angle);
}
