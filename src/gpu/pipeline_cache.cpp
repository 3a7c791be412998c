#include "gpu/pipeline_cache.h"

#include <utility>

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
        kept_ = read_cache_file(file_, key_);
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = kept_.size();
    info.pInitialData = kept_.data();
    UNDINE_VK(context.vk().vkCreatePipelineCache(context.device(), &info, nullptr, &cache_));
    context.set_name(VK_OBJECT_TYPE_PIPELINE_CACHE, cache_, "pipelines");
}

PipelineCache::~PipelineCache() {
    save();
    context_.vk().vkDestroyPipelineCache(context_.device(), cache_, nullptr);
}

void PipelineCache::save() {
    size_t bytes = 0;
    const auto get = context_.vk().vkGetPipelineCacheData;
    if (file_.empty() || get(context_.device(), cache_, &bytes, nullptr) != VK_SUCCESS) return;
    std::vector<std::byte> blob(bytes);
    if (get(context_.device(), cache_, &bytes, blob.data()) != VK_SUCCESS) return;
    blob.resize(bytes);
    if (blob == kept_) return;
    write_cache_file(file_, key_, blob);
    kept_ = std::move(blob);
}

}  // namespace undine
