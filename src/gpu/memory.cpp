#include "gpu/memory.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "gpu/check.h"
#include "gpu/context.h"
#include "gpu/device_list.h"
#include "gpu/free_ranges.h"
#include "gpu/too_large.h"
#include "undine/error.h"

namespace undine {
namespace {

// Large enough that any scene needs few blocks (every driver allows 4096 memory objects). Of a small heap, an eighth.
constexpr uint64_t kBlockBytes = uint64_t{64} << 20;

}  // namespace

struct MemoryArena::Block {
    uint32_t type;
    bool linear;
    VkDeviceMemory memory;
    std::byte* mapped;
    FreeRanges free;
};

MemoryArena::MemoryArena(const Context& context) : context_(context) {
    vkGetPhysicalDeviceMemoryProperties(context.physical_device(), &properties_);
    knows_budgets_ = has_extension(context.physical_device(), VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
}

MemoryArena::~MemoryArena() {
    for (const auto& block : blocks_) context_.vk().vkFreeMemory(context_.device(), block->memory, nullptr);
}

MemoryArena::Allocation MemoryArena::allocate(const VkMemoryRequirements& needed, MemoryKind kind, bool linear,
                                              const std::string& name) {
    auto place = [&](Block& block) -> Allocation {
        auto offset = block.free.take(needed.size, needed.alignment);
        if (!offset) return {};
        return {block.memory, *offset, needed.size, block.mapped ? block.mapped + *offset : nullptr, &block};
    };
    const std::vector<uint32_t> types = find_types(needed.memoryTypeBits, kind);
    std::optional<Error> full;
    for (const bool within_budget : {true, false}) {  // a driver may have more than it would like to give
        for (const uint32_t type : types) {
            for (const auto& block : blocks_) {
                const bool mapped = block->mapped != nullptr;
                if (block->type != type || block->linear != linear || (kind == MemoryKind::host) != mapped) continue;
                if (Allocation found = place(*block); found.block) return found;
            }
            const uint32_t heap = properties_.memoryTypes[type].heapIndex;
            const uint64_t room = room_in(heap);
            if ((room >= needed.size) != within_budget) continue;
            try {
                const uint64_t block = std::min(
                    {kBlockBytes, context_.info().max_allocation_size, properties_.memoryHeaps[heap].size / 8, room});
                Block& added = add_block(std::max(needed.size, block), type, kind, linear, name);
                if (kind == MemoryKind::device && type != types.front()) warn_of_slow_memory(type, name);
                return place(added);
            } catch (const Error& error) {
                if (error.code != Exit::out_of_memory) throw;
                if (!full) full = error;  // of the best type; another may have room
            }
        }
    }
    throw Error(*full);
}

// Once: whatever else finds no room there is as slow.
void MemoryArena::warn_of_slow_memory(uint32_t type, const std::string& name) {
    const VkMemoryHeap& heap = properties_.memoryHeaps[properties_.memoryTypes[type].heapIndex];
    if (std::exchange(warned_, true) || (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)) return;
    std::fprintf(stderr,
                 "The memory of %s is full: %s and what follows lie in the host's, which it reads more slowly; fewer "
                 "particles or a smaller picture would fit.\n",
                 context_.info().name.c_str(), name.c_str());
}

void MemoryArena::free(const Allocation& allocation) {
    allocation.block->free.give_back(allocation.offset, allocation.size);
    if (!allocation.block->free.all_free()) return;
    context_.vk().vkFreeMemory(context_.device(), allocation.block->memory, nullptr);
    std::erase_if(blocks_, [&](const auto& block) { return block.get() == allocation.block; });
}

uint64_t MemoryArena::reserved() const {
    uint64_t bytes = 0;
    for (const auto& block : blocks_) bytes += block->free.size();
    return bytes;
}

uint64_t MemoryArena::own_heap_size() const {
    uint64_t largest = 0;
    for (uint32_t h = 0; h < properties_.memoryHeapCount; ++h)
        if (properties_.memoryHeaps[h].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
            largest = std::max(largest, properties_.memoryHeaps[h].size);
    return largest;
}

uint64_t MemoryArena::all_heaps_size() const {
    uint64_t sum = 0;
    for (uint32_t h = 0; h < properties_.memoryHeapCount; ++h) sum += properties_.memoryHeaps[h].size;
    return sum;
}

uint64_t MemoryArena::room_in(uint32_t heap) const {
    if (!knows_budgets_) return properties_.memoryHeaps[heap].size;
    VkPhysicalDeviceMemoryBudgetPropertiesEXT now{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &now};
    vkGetPhysicalDeviceMemoryProperties2(context_.physical_device(), &properties);
    return now.heapBudget[heap] > now.heapUsage[heap] ? now.heapBudget[heap] - now.heapUsage[heap] : 0;
}

MemoryArena::Block& MemoryArena::add_block(uint64_t size, uint32_t type, MemoryKind kind, bool linear,
                                           const std::string& name) {
    const VkMemoryHeap& heap = properties_.memoryHeaps[properties_.memoryTypes[type].heapIndex];
    auto refuse = [&](const std::string& reason) -> Error {
        return {Exit::out_of_memory, name + " needs " + mib(size) + " of memory; " + context_.info().name +
                                         " has a heap of " + mib(heap.size) + ", of which this program already holds " +
                                         mib(reserved()) + reason};
    };
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = size;
    info.memoryTypeIndex = type;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (size > heap.size) throw refuse(".");
    if (size > context_.info().max_allocation_size)
        throw too_large(context_, name, size, context_.info().max_allocation_size, "maxMemoryAllocationSize", kSmaller);
    VkResult result = context_.vk().vkAllocateMemory(context_.device(), &info, nullptr, &memory);
    if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY)
        throw refuse(" (" + std::string(result_name(result)) + ").");
    check_vk(result, "vkAllocateMemory");

    // Owned from here on, so that it is freed even if naming or mapping fails.
    blocks_.push_back(std::make_unique<Block>(Block{type, linear, memory, nullptr, FreeRanges(size)}));
    context_.set_name(
        VK_OBJECT_TYPE_DEVICE_MEMORY, memory,
        (kind == MemoryKind::host ? "host memory " : "device memory ") + std::to_string(blocks_.size() - 1));
    if (kind == MemoryKind::host) {
        void* mapped = nullptr;
        UNDINE_VK(context_.vk().vkMapMemory(context_.device(), memory, 0, VK_WHOLE_SIZE, 0, &mapped));
        blocks_.back()->mapped = static_cast<std::byte*>(mapped);
    }
    return *blocks_.back();
}

std::vector<uint32_t> MemoryArena::find_types(uint32_t allowed, MemoryKind kind) const {
    constexpr VkMemoryPropertyFlags kMapped =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    // Best first. The specification guarantees the last of each.
    const std::vector<VkMemoryPropertyFlags> wishes =
        kind == MemoryKind::device
            ? std::vector<VkMemoryPropertyFlags>{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0}
            : std::vector<VkMemoryPropertyFlags>{kMapped | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kMapped};
    std::vector<uint32_t> types;
    for (VkMemoryPropertyFlags wish : wishes)
        for (uint32_t t = 0; t < properties_.memoryTypeCount; ++t)
            if (allowed >> t & 1u && (properties_.memoryTypes[t].propertyFlags & wish) == wish &&
                !std::ranges::count(types, t))
                types.push_back(t);
    if (types.empty()) throw Error(Exit::no_device, context_.info().name + " has no memory type that Undine can use.");
    return types;
}

}  // namespace undine
