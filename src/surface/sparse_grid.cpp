#include "surface/sparse_grid.h"

#include <algorithm>

namespace undine {

size_t SparseGrid::find(const BlockPlace& place) const {
    const auto at = std::ranges::lower_bound(blocks, place);
    return at != blocks.end() && *at == place ? size_t(at - blocks.begin()) : none;
}

}  // namespace undine
