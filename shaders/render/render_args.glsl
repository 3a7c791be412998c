// What every render program reads as `args`: camera, lights, tank. Shared by GLSL (std140) and C++: vec4 first, then
// 4-byte scalars. Filled in one place, src/render/frame_set.cpp.
#ifndef RENDER_ARGS
#define RENDER_ARGS

#define RENDER_MOST_PLANES 16

// An orthographic view along a light's rays: map coordinates of x are dot(axis, x - center) · axis.w, in -1 … 1.
struct LightView {
    vec4 right, up;  // unit; w: 1 / half extent, 1/m
    vec4 toward;     // unit, to the light; w: 1 / half depth, 1/m
    vec4 center;     // m; w: edge of a texel, m
};

struct RenderArgs {
    LightView sun;  // shadows
    LightView sky;  // from straight above: what hides the sky
    LightView mesh_sun;  // shadows of meshes: what holds them wherever they move
    vec4 right;     // of the camera, unit; w: tan of half the horizontal angle
    vec4 up;        // w: tan of half the vertical angle
    vec4 back;      // against the view; w: distance of the near plane, m
    vec4 eye;       // m; w: particle radius, m
    vec4 tank_min;  // m; w: edge of a floor tile, m
    vec4 tank_max;  // m; w: speed that is drawn as foam, m/s
    vec4 water;         // share of the light that it scatters back; w: its absorption over that of pure water
    vec4 sun_light;     // colour per albedo of a surface that faces the sun; w: strength of its glint
    vec4 sky_light;     // colour per albedo of a level surface under the whole sky; w: exposure
    vec4 ground_light;  // light that comes up from the floor; w: strength of foam
    vec4 solid_min;     // m: the box in which planes are drawn as solids
    vec4 solid_max;
    vec4 planes[RENDER_MOST_PLANES];  // n (unit, into the fluid), o: solid where n·x < o, m

    uint width, height;  // of the picture, pixels
    uint supersample;    // visibility samples a pixel, along each edge
    float floor_y;       // m; -1e30: there is none. No flag: if a branch or loop depends on a uniform buffer alone,
                         // lavapipe of Mesa 22.3 recompiles the program for its value and never frees it: 3 MB a frame
    float guard;         // samples by which the viewport extends beyond each border: points are clipped by their centre
    float scene_size;    // m: diagonal of the tank
    float rest_density;  // kg/m³ (kg/m² in 2D)
    uint tank_edges;     // 12; 4 in 2D
    float index;         // of refraction of the water
    float fresnel;       // its reflectance at normal incidence: ((n − 1) / (n + 1))²
    float shadow;        // share of the sun's light that its surface keeps from its shadow
    float caustics;      // how strongly its surface focuses the sun's light

    uint front_width, front_height;  // samples of the front: fewer than the picture's if water is near …
    uint front_divisor;              // … by this factor on each axis
    float glass;         // share of the light that the tank's walls scatter; 0: there are none

    uint particles;      // living ones: the first of each array
    float before;        // s, by which the picture shows an earlier moment than the particles' (moment.glsl)
    float hills;         // 1: at the horizon; 0: the sky's map has a horizon of its own
    float rim;           // m: the tank's walls are tiled below this height; -1e30: they are glass
};

#endif
