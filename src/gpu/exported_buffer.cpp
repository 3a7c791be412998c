#include "gpu/exported_buffer.h"

#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "gpu/too_large.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
constexpr VkExternalMemoryHandleTypeFlagBits kHandle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

VkExternalMemoryFeatureFlags features_of(const Context& context) {
    VkPhysicalDeviceExternalBufferInfo asked{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO};
    asked.usage = kUsage;
    asked.handleType = kHandle;
    VkExternalBufferProperties found{VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    vkGetPhysicalDeviceExternalBufferProperties(context.physical_device(), &asked, &found);
    return found.externalMemoryProperties.externalMemoryFeatures;
}

}  // namespace

std::string ExportedBuffer::problem_of(const Context& context) {
    if (!context.exports_memory()) return context.info().name + " lacks " VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME ".";
    if (!(features_of(context) & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT))
        return context.info().name + " cannot export storage buffers.";
    return "";
}

ExportedBuffer::ExportedBuffer(Context& context, uint64_t bytes, const std::string& name)
    : context_(&context), bytes_(bytes) {
    const DeviceInfo& device = context.info();
    if (bytes > device.max_buffer_size)
        throw too_large(context, name, bytes, device.max_buffer_size, "maxBufferSize", kFewerParticles);
    VkExternalMemoryBufferCreateInfo external{VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
    external.handleTypes = kHandle;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, &external};
    info.size = bytes;
    info.usage = kUsage;
    UNDINE_VK(context.vk().vkCreateBuffer(context.device(), &info, nullptr, &buffer_));
    try {
        VkMemoryDedicatedRequirements wish{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
        VkMemoryRequirements2 needed{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, &wish};
        VkBufferMemoryRequirementsInfo2 asked{VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2};
        asked.buffer = buffer_;
        context.vk().vkGetBufferMemoryRequirements2(context.device(), &asked, &needed);
        memory_bytes_ = needed.memoryRequirements.size;
        if (memory_bytes_ > device.max_allocation_size)
            throw too_large(context, name, memory_bytes_, device.max_allocation_size, "maxMemoryAllocationSize",
                            kFewerParticles);
        dedicated_ =
            wish.requiresDedicatedAllocation || features_of(context) & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT;

        VkMemoryDedicatedAllocateInfo dedicated{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO};
        dedicated.buffer = buffer_;
        VkExportMemoryAllocateInfo exported{VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
        exported.pNext = dedicated_ ? &dedicated : nullptr;
        exported.handleTypes = kHandle;
        VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &exported};
        allocate.allocationSize = memory_bytes_;
        allocate.memoryTypeIndex =
            context.memory().find_types(needed.memoryRequirements.memoryTypeBits, MemoryKind::device).front();
        const VkResult result = context.vk().vkAllocateMemory(context.device(), &allocate, nullptr, &memory_);
        if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY)
            throw Error(Exit::out_of_memory, context.info().name + " has no " + std::to_string(memory_bytes_) +
                                                 " bytes of exportable memory left for " + name + ".");
        check_vk(result, "vkAllocateMemory");
        UNDINE_VK(context.vk().vkBindBufferMemory(context.device(), buffer_, memory_, 0));
        context.set_name(VK_OBJECT_TYPE_BUFFER, buffer_, name);
        context.set_name(VK_OBJECT_TYPE_DEVICE_MEMORY, memory_, name);
    } catch (...) {
        ExportedBuffer unfinished(std::move(*this));  // the destructor of a half-built object would not run
        throw;
    }
}

ExportedBuffer::~ExportedBuffer() {
    if (!buffer_) return;
    context_->vk().vkDestroyBuffer(context_->device(), buffer_, nullptr);
    context_->vk().vkFreeMemory(context_->device(), memory_, nullptr);
}

FileDescriptor ExportedBuffer::descriptor() const {
    VkMemoryGetFdInfoKHR info{VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    info.memory = memory_;
    info.handleType = kHandle;
    int descriptor = -1;
    UNDINE_VK(context_->vk().vkGetMemoryFdKHR(context_->device(), &info, &descriptor));
    return FileDescriptor(descriptor);
}

void ExportedBuffer::swap(ExportedBuffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(buffer_, other.buffer_);
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    std::swap(memory_bytes_, other.memory_bytes_);
    std::swap(dedicated_, other.dedicated_);
}

}  // namespace undine
