#include "render/picture_limits.h"

#include <algorithm>
#include <cmath>

namespace undine {
namespace {

struct Limit {
    const char* name;  // as in the Vulkan specification
    float samples;     // the most that a picture may have along one axis
};

// The size that the viewport limits leave the picture if the viewport extends `guard` samples beyond each border.
Limit viewport_limit(const VkPhysicalDeviceLimits& l, int axis, float guard) {
    const Limit size{"maxViewportDimensions", float(l.maxViewportDimensions[axis]) - 2 * guard};
    const Limit end{"viewportBoundsRange", -guard < l.viewportBoundsRange[0] ? 0 : l.viewportBoundsRange[1] - guard};
    return end.samples < size.samples ? end : size;
}

Limit least_limit(const VkPhysicalDeviceLimits& l, int axis) {
    const Limit framebuffer = axis == 0 ? Limit{"maxFramebufferWidth", float(l.maxFramebufferWidth)}
                                        : Limit{"maxFramebufferHeight", float(l.maxFramebufferHeight)};
    return std::min(
        {Limit{"maxImageDimension2D", float(l.maxImageDimension2D)}, framebuffer, viewport_limit(l, axis, kLeastGuard)},
        [](const Limit& a, const Limit& b) { return a.samples < b.samples; });
}

uint32_t whole_pixels(const Limit& limit, uint32_t supersample) {
    return static_cast<uint32_t>(std::max(limit.samples, 0.0f)) / supersample;
}

}  // namespace

std::string picture_problem(const VkPhysicalDeviceLimits& limits, const std::string& device, uint32_t width,
                            uint32_t height, uint32_t supersample, uint32_t layer_bytes) {
    const std::string picture = "A picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels";
    if (width == 0 || height == 0) return picture + " shows nothing; ask for at least 1 x 1.";
    const uint64_t pixels = uint64_t{width} * height;
    if (pixels * layer_bytes > limits.maxStorageBufferRange)
        return picture + " with spray and foam is too large for " + device +
               ": its maxStorageBufferRange allows at most " +
               std::to_string(limits.maxStorageBufferRange / layer_bytes) +
               " pixels; ask for a smaller one, or set diffuse_capacity = 0.";
    const Limit across = least_limit(limits, 0), down = least_limit(limits, 1);
    const uint32_t widest = whole_pixels(across, supersample), highest = whole_pixels(down, supersample);
    if (width <= widest && height <= highest) return "";
    const char* name = width > widest ? across.name : down.name;
    return picture + " is too large for " + device + ": its " + name + " allows at most " + std::to_string(widest) +
           " x " + std::to_string(highest) + " with " + std::to_string(supersample) +
           (supersample == 1 ? " sample" : " samples") + " along a pixel's edge; ask for a smaller one.";
}

float widest_guard(const VkPhysicalDeviceLimits& limits, uint32_t width, uint32_t height, uint32_t supersample) {
    float guard = kLargestGuard;
    for (const int axis : {0, 1}) {
        const float samples = float(axis == 0 ? width : height) * float(supersample);
        guard = std::min({guard, std::floor((float(limits.maxViewportDimensions[axis]) - samples) / 2),
                          limits.viewportBoundsRange[1] - samples, -limits.viewportBoundsRange[0]});
    }
    return std::floor(std::max(guard, kLeastGuard));
}

}  // namespace undine
