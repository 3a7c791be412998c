#include "gpu/pipeline_cache.h"

#include "gpu/check.h"
#include "gpu/context.h"
#include "gpu/named_device.h"
#include "platform/cache_file.h"

namespace undine {

// Drivers check the header of their own blob too, but not all survive a damaged one.
PipelineCache::PipelineCache(const Context& context) : context_(context) {
    const DeviceInfo& device = context.info();
    const std::string driver = uuid_text(device.uuid) + "-" + std::to_string(device.driver_version);
    key_ = driver + "-" + std::to_string(device.vendor_id) + "-" + std::to_string(device.device_id);
    if (const std::filesystem::path directory = cache_directory(); !directory.empty()) {
        file_ = directory / ("pipelines-" + driver + ".bin");
        loaded_ = read_cache_file(file_, key_);
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = loaded_.size();
    info.pInitialData = loaded_.data();
    UNDINE_VK(context.vk().vkCreatePipelineCache(context.device(), &info, nullptr, &cache_));
    context.set_name(VK_OBJECT_TYPE_PIPELINE_CACHE, cache_, "pipelines");
}

PipelineCache::~PipelineCache() {
    size_t bytes = 0;
    const auto get = context_.vk().vkGetPipelineCacheData;
    if (!file_.empty() && get(context_.device(), cache_, &bytes, nullptr) == VK_SUCCESS) {
        std::vector<std::byte> blob(bytes);
        if (get(context_.device(), cache_, &bytes, blob.data()) == VK_SUCCESS) {
            blob.resize(bytes);
            if (blob != loaded_) write_cache_file(file_, key_, blob);
        }
    }
    context_.vk().vkDestroyPipelineCache(context_.device(), cache_, nullptr);
}

}  // namespace undine
