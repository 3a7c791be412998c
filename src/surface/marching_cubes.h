// The surface where a sampled field passes a level, by marching cubes [LC87].
#pragma once
#include "surface/sparse_grid.h"
#include "surface/surface_mesh.h"

namespace undine {

// Inside is where samples are greater than `level`, which must be positive: what has no block is outside. For each
// sample that is inside, the block of every node up to one before it along each axis must exist.
// The mesh is closed whatever the samples: each edge belongs to two triangles, which pass it in opposite directions,
// each point to one fan of triangles, and no triangle is degenerate, for points keep a hundredth of a cell away from
// nodes. threads: 0: all cores; the mesh is the same with any. Throws Error (out_of_memory) for more than 2³¹ − 1
// points.
SurfaceMesh marching_cubes(const SparseGrid& grid, float level, int threads);

}  // namespace undine
