// What a device must offer for the passes to run on it; device_list.cpp rejects devices that do not.
#pragma once
#include <cstdint>

namespace undine {

inline constexpr uint32_t kWorkgroupSize = 128;       // invocations, which every device offers; a power of two
inline constexpr uint32_t kMostStorageBuffers = 10;   // that one pass may bind; known drivers of Vulkan 1.3 offer 16
inline constexpr uint32_t kMostUniformBytes = 16384;  // that every device allows in a uniform buffer

}  // namespace undine
