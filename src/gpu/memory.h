// Device memory in a few large blocks, because drivers allow few memory objects and make each slow. Used by Buffer
// and Image; of the others only ExportedBuffer allocates.
#pragma once
#include <volk.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace undine {

class Context;

enum class MemoryKind {
    device,  // the GPU's own
    host,    // persistently mapped, coherent, cached where the device has such: staging
};

class MemoryArena {
  public:
    struct Block;
    struct Allocation {
        VkDeviceMemory memory = VK_NULL_HANDLE;
        uint64_t offset = 0, size = 0;
        void* mapped = nullptr;  // of the allocation's first byte; nullptr for MemoryKind::device
        Block* block = nullptr;
    };

    explicit MemoryArena(const Context& context);
    ~MemoryArena();

    // `linear`: a buffer; images lie in blocks of their own (bufferImageGranularity). `name` is for messages.
    // Throws Error(out_of_memory) saying how much was asked for and what the heap has.
    Allocation allocate(const VkMemoryRequirements& needed, MemoryKind kind, bool linear, const std::string& name);
    void free(const Allocation& allocation);

    // Bytes in blocks now, used or not.
    uint64_t reserved() const;

    // Bytes of the largest heap of that kind.
    uint64_t heap_size(MemoryKind kind) const;

    // The best type for that kind among those in the mask `allowed`. Throws Error(no_device).
    uint32_t find_type(uint32_t allowed, MemoryKind kind) const;

  private:
    Block& add_block(uint64_t size, uint32_t type, MemoryKind kind, bool linear, const std::string& name);

    const Context& context_;
    VkPhysicalDeviceMemoryProperties properties_{};
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace undine
