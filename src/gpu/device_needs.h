// What a device must offer for the passes to run on it; device_list.cpp rejects devices that do not.
#pragma once
#include <cstdint>

namespace undine {

inline constexpr uint32_t kWorkgroupSize = 128;  // invocations, which every device offers; a power of two
// That one pass may bind; a Raspberry Pi has 8 (Mesa, v3dv_limits.h), other known drivers of Vulkan 1.3 at least 16.
inline constexpr uint32_t kMostStorageBuffers = 8;
inline constexpr uint32_t kMostUniformBytes = 16384;  // that every device allows in a uniform buffer

}  // namespace undine
