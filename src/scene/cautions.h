// What of a valid scene will go less well than its author expects.
#pragma once
#include <string>
#include <vector>

namespace undine {

struct Scene;

// A sentence each, without its full stop, that names the solid and what would mend it. Meshes must have been read.
std::vector<std::string> cautions_of(const Scene& scene);

}  // namespace undine
