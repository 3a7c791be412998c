// What the dots of spray, foam and bubbles add up to, in fixed point: sums of whole numbers depend neither on their order nor
// on the driver. They would wrap at an optical depth of four million in one pixel, or of
// sixty thousand behind 64 m of water.
const float kSumUnit = 1024.0;

// A pixel's three sums: its optical depth, and two properties of its dots times that.
vec3 sums_of(uvec3 sums) { return vec3(sums) / kSumUnit; }

const ivec2 kFoamTile = ivec2(16);  // pixels of the picture: src/render/water/diffuse_pass.cpp
const int kFoamShadowCoarser = 2;   // than the map of the sun's light in water, along each edge

int foam_tile_columns() { return (int(args.width) + kFoamTile.x - 1) / kFoamTile.x; }
