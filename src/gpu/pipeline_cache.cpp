#include "gpu/pipeline_cache.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "error.h"
#include "gpu/check.h"
#include "gpu/context.h"
#include "gpu/named_device.h"
#include "platform/staged_file.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'U', 'N', 'D', 'I', 'N', 'E', 'P', '1'};

// The start of a cache file. Drivers check the header of their own blob too, but not all survive a damaged one.
struct FileHeader {
    std::array<char, 8> magic = kMagic;
    CacheKey key;
    uint32_t reserved = 0;
    uint64_t blob_bytes = 0;
    uint64_t checksum = 0;
};
static_assert(sizeof(FileHeader) == 8 + 16 + 12 + 4 + 16,
              "no padding, since the header is written as it lies in memory");

uint64_t fnv1a(std::span<const std::byte> bytes) {
    uint64_t hash = 14695981039346656037u;
    for (std::byte b : bytes) hash = (hash ^ static_cast<uint64_t>(b)) * 1099511628211u;
    return hash;
}

fs::path cache_directory() {
    if (const char* base = std::getenv("XDG_CACHE_HOME"); base && *base == '/') return fs::path(base) / "undine";
    if (const char* home = std::getenv("HOME"); home && *home == '/') return fs::path(home) / ".cache" / "undine";
    return {};
}

}  // namespace

std::vector<std::byte> read_cache_file(const fs::path& file, const CacheKey& key) {
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    FileHeader header;
    if (bytes.size() < sizeof header) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    const auto blob = std::as_bytes(std::span(bytes)).subspan(sizeof header);
    if (header.magic != kMagic || header.key != key || header.blob_bytes != blob.size() ||
        header.checksum != fnv1a(blob))
        return {};
    return {blob.begin(), blob.end()};
}

bool write_cache_file(const fs::path& file, const CacheKey& key, std::span<const std::byte> blob) {
    FileHeader header;
    header.key = key;
    header.blob_bytes = blob.size();
    header.checksum = fnv1a(blob);
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    try {
        StagedFile staged(file);
        staged.write({reinterpret_cast<const char*>(&header), sizeof header});
        staged.write({reinterpret_cast<const char*>(blob.data()), blob.size()});
        staged.commit();
        return true;
    } catch (const Error&) {
        return false;  // the next run compiles again
    }
}

PipelineCache::PipelineCache(const Context& context) : context_(context) {
    const DeviceInfo& device = context.info();
    key_ = {device.uuid, device.driver_version, device.vendor_id, device.device_id};
    if (fs::path directory = cache_directory(); !directory.empty()) {
        file_ =
            directory / ("pipelines-" + uuid_text(device.uuid) + "-" + std::to_string(device.driver_version) + ".bin");
        loaded_ = read_cache_file(file_, key_);
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = loaded_.size();
    info.pInitialData = loaded_.data();
    UNDINE_VK(context.vk().vkCreatePipelineCache(context.device(), &info, nullptr, &cache_));
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
