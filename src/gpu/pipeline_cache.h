// Keeps compiled pipelines between runs (platform/cache_file.h), one file per device and driver version.
#pragma once
#include <volk.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace undine {

class Context;

class PipelineCache {
  public:
    explicit PipelineCache(const Context& context);
    ~PipelineCache();  // writes the file
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

    VkPipelineCache handle() const { return cache_; }

  private:
    const Context& context_;
    std::string key_;             // the device and the driver
    std::filesystem::path file_;  // empty: no cache directory is known
    std::vector<std::byte> loaded_;
    VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace undine
