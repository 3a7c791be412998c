// The descriptor bindings of the render programs, each number defined once for GLSL and C++.
#ifndef RENDER_BINDINGS
#define RENDER_BINDINGS

// Set 0 of every pass of a picture: src/render/frame_set.cpp.
#define FRAME_ARGS           0
#define FRAME_POSITION       1
#define FRAME_VELOCITY       2
#define FRAME_SUN_MAP        3
#define FRAME_SKY_MAP        4
#define FRAME_VISIBLE        5
#define FRAME_DEPTH          6
#define FRAME_FLOOR_LIGHT    7
#define FRAME_SKY            8
#define FRAME_OBSTACLE       9
#define FRAME_OBSTACLES      10
#define FRAME_BODIES         11
#define FRAME_MESH_SHADOW    12

// Set 1 of the passes of water: src/render/water/water_set.cpp.
#define WATER_ELLIPSOID      0
#define WATER_FRONT          1
#define WATER_THICKNESS      2
#define WATER_BEHIND         3
#define WATER_SUN_THICKNESS  4
#define WATER_COMPOSED       5
#define WATER_ID             6
#define WATER_LIGHT          7
#define WATER_TILES          8
#define WATER_SUN_FRONT      9

// Set 1 of spray, foam and bubbles: src/render/water/diffuse_pass.cpp.
#define DIFFUSE_POSITION     0
#define DIFFUSE_VELOCITY     1
#define DIFFUSE_FRONT        2
#define DIFFUSE_BEHIND       3
#define DIFFUSE_LAYER        4
#define DIFFUSE_SHADOW       5
#define DIFFUSE_TILES        6

// Set 1 of the filters of water, together with WATER_TILES: src/render/water/smoothing_pass.cpp, water_tiles.cpp.
#define FILTER_FROM          0
#define FILTER_TO            1

// Set 1 of the passes of the sun's light in water: src/render/water/water_light.cpp.
#define LIGHT_FROM           0
#define LIGHT_FRONT          1
#define LIGHT_FOAM           2

// Set 1 of shaded particles: src/render/particles/shading_pass.cpp.
#define SHADED_VALUE         0

// Set 1 of views of solids: src/render/solids.
#define DISTANCE_SOLIDS      0
#define DISTANCE_MESH_FIELD  1
#define BOUNDARY_POSITION    0
#define BOUNDARY_FRONT       1

// Set 0 of passes after the picture, which read a single resource: legend_pass.cpp, present_pass.cpp, gui_pass.cpp.
#define ONLY_BINDING         0

#endif
