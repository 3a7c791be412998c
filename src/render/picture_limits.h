// The largest picture that a device can draw: the least of its limits on images, framebuffers and viewports, which
// extend beyond the picture (RenderArgs::guard).
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>

namespace undine {

// Samples by which the viewport extends beyond each border. Points are clipped by their centre, so half of the largest
// one is needed; quads are clipped by their area and need none.
inline constexpr float kLeastGuard = 32, kLargestGuard = 512;

// A sentence why the device of that name cannot draw a picture of this size, in pixels, with `supersample` samples
// along a pixel's edge. It names the limit and the largest possible picture; empty if the device can draw it.
// layer_bytes: of a pixel in the largest storage buffer that drawing needs.
std::string picture_problem(const VkPhysicalDeviceLimits& limits, const std::string& device, uint32_t width,
                            uint32_t height, uint32_t supersample, uint32_t layer_bytes = 0);

// The largest guard, up to kLargestGuard, that the viewport limits allow a picture for which picture_problem() is
// empty.
float widest_guard(const VkPhysicalDeviceLimits& limits, uint32_t width, uint32_t height, uint32_t supersample);

}  // namespace undine
