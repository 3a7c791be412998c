// Keeps compiled pipelines between runs in $XDG_CACHE_HOME/undine or ~/.cache/undine, one file per device and driver
// version. Only an optimisation: a file that cannot be read, trusted or written is ignored.
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

// What a cache file must match to be used.
struct CacheKey {
    std::array<uint8_t, VK_UUID_SIZE> device_uuid{};
    uint32_t driver_version = 0, vendor_id = 0, device_id = 0;
    bool operator==(const CacheKey&) const = default;
};

// The blob of a file written by write_cache_file() with this key; empty if it is absent, damaged or has another key.
std::vector<std::byte> read_cache_file(const std::filesystem::path& file, const CacheKey& key);

// Writes a temporary file and renames it, so that no reader ever sees half a file. Returns false if that failed.
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
    std::filesystem::path file_;  // empty: no cache directory is known
    std::vector<std::byte> loaded_;
    VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace undine
