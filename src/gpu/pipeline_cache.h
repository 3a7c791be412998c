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
    ~PipelineCache();  // saves what was not
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

    // Writes the file, if pipelines have come in since it was read or written: a program that is killed later has not
    // compiled them for nothing. Does nothing where files cannot be kept.
    void save();

    VkPipelineCache handle() const { return cache_; }

  private:
    const Context& context_;
    std::string key_;              // the device and the driver
    std::filesystem::path file_;   // empty: no cache directory is known
    std::vector<std::byte> kept_;  // what the file holds
    VkPipelineCache cache_ = VK_NULL_HANDLE;
};

}  // namespace undine
