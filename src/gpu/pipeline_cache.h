// Compiled pipelines kept between runs in $XDG_CACHE_HOME/undine or ~/.cache/undine, one file per device and driver
// version. An optimisation only: what cannot be read, trusted or written is skipped.
#pragma once
#include <volk.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace undine {

class Context;
struct DeviceInfo;

// What a cache file has to match to be used.
struct CacheKey {
    std::array<uint8_t, VK_UUID_SIZE> device_uuid{};
    uint32_t driver_version = 0, vendor_id = 0, device_id = 0;
    bool operator==(const CacheKey&) const = default;
};

// The blob of a file written by write_cache_file() with this key; empty where it is absent, damaged or another's.
std::vector<std::byte> read_cache_file(const std::filesystem::path& file, const CacheKey& key);

// Writes to a temporary and renames it, so that no reader ever sees half a file. False: it could not be written.
bool write_cache_file(const std::filesystem::path& file, const CacheKey& key, std::span<const std::byte> blob);

class PipelineCache {
  public:
    explicit PipelineCache(const Context& context);
    ~PipelineCache();  // writes the file
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

    VkPipelineCache handle() const { return cache_; }

  private:
    const Context& context_;
    CacheKey key_;
    std::filesystem::path file_;  // empty: there is no place for it
    std::vector<std::byte> loaded_;
    VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace undine
