// A tree of bounding boxes over the triangles of a mesh.
#pragma once
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "scene/mesh/triangle_mesh.h"

namespace undine {

// Holds indices only: whoever asks it passes the mesh that it was made of.
class TriangleTree {
  public:
    static constexpr int kDeepest = 64;  // boxes on a way from the root; halving 2³² triangles is half as deep

    TriangleTree() = default;
    explicit TriangleTree(const TriangleMesh& mesh);

    struct Box {
        glm::dvec3 low, high;   // m
        uint32_t first, count;  // of the triangles of a leaf; without any, the second child is `first`, and the first
                                // follows its parent
        bool is_leaf() const { return count > 0; }
    };
    const std::vector<Box>& boxes() const { return boxes_; }  // the root first, parents before children
    std::span<const uint32_t> triangles(const Box& leaf) const { return {&order_[leaf.first], leaf.count}; }

    // Calls visit(triangle) for those of all leaves that meet the box from `low` to `high`, until it returns false.
    template <class Visit>
    void each_near(const glm::dvec3& low, const glm::dvec3& high, Visit visit) const {
        uint32_t waiting[kDeepest];
        int count = 0;
        waiting[count++] = 0;
        while (count > 0) {
            const uint32_t index = waiting[--count];
            const Box& box = boxes_[index];
            bool apart = false;
            for (int axis = 0; axis < 3; ++axis) apart |= box.low[axis] > high[axis] || box.high[axis] < low[axis];
            if (apart) continue;
            if (!box.is_leaf()) {
                waiting[count++] = box.first;
                waiting[count++] = index + 1;
                continue;
            }
            for (const uint32_t triangle : triangles(box))
                if (!visit(triangle)) return;
        }
    }

  private:
    uint32_t build(const TriangleMesh& mesh, uint32_t first, uint32_t count, const std::vector<glm::dvec3>& centers);

    std::vector<uint32_t> order_;  // of the triangles, leaf by leaf
    std::vector<Box> boxes_;
};

}  // namespace undine
