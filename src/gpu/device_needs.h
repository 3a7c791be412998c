// What every device has to offer for the passes to run on it; device_list.cpp refuses those that do not.
#pragma once
#include <cstdint>

namespace undine {

inline constexpr uint32_t kWorkgroupSize = 128;     // invocations: what every device offers; a power of two
inline constexpr uint32_t kMostStorageBuffers = 10;  // that a pass binds; every driver of Vulkan 1.3 known has 16

}  // namespace undine
