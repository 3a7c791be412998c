// How large a picture a device can draw: the least of its limits on images, on what is drawn at once, and on viewports,
// which reach farther than the picture (RenderArgs::guard).
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>

namespace undine {

// Samples that the viewport reaches beyond each border. Points are clipped by their centre: half of one is needed.
// Larger sprites than the largest guard allows are quads, which are clipped by their area.
inline constexpr float kLeastGuard = 32, kLargestGuard = 512;

// Why a picture of that many pixels, with that many samples along a pixel's edge, cannot be drawn by the device of that
// name: a sentence that names the limit and the largest picture; empty where it can.
std::string picture_problem(const VkPhysicalDeviceLimits& limits, const std::string& device, uint32_t width,
                            uint32_t height, uint32_t supersample);

// Of kLargestGuard, what the limits on viewports leave a picture that has no problem.
float widest_guard(const VkPhysicalDeviceLimits& limits, uint32_t width, uint32_t height, uint32_t supersample);

}  // namespace undine
