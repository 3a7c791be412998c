// Suballocates device memory from a few large blocks, because drivers allow few memory objects and are slow to
// allocate each. Used by Buffer and Image; only ExportedBuffer allocates memory of its own.
#pragma once
#include <volk.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace undine {

class Context;

enum class MemoryKind {
    device,  // device-local while there is room beside other programs, which is said once where there is none
    host,    // persistently mapped, coherent, and cached if possible: for staging
};

class MemoryArena {
  public:
    struct Block;
    struct Allocation {
        VkDeviceMemory memory = VK_NULL_HANDLE;
        uint64_t offset = 0, size = 0;
        void* mapped = nullptr;  // address of the first byte; nullptr for MemoryKind::device
        Block* block = nullptr;
    };

    explicit MemoryArena(const Context& context);
    ~MemoryArena();

    // `linear`: for a buffer; images lie in separate blocks (bufferImageGranularity). `name` is for messages.
    // Throws Error(out_of_memory), which says how much was requested and how large the heap is.
    Allocation allocate(const VkMemoryRequirements& needed, MemoryKind kind, bool linear, const std::string& name);
    void free(const Allocation& allocation);

    // Bytes in all current blocks, used or not.
    uint64_t reserved() const;

    // Bytes of the largest device-local heap, and of all heaps together.
    uint64_t own_heap_size() const;
    uint64_t all_heaps_size() const;

    // The memory types for that kind among those in the mask `allowed`, the best first; at least one. Throws
    // Error(no_device) if there is none.
    std::vector<uint32_t> find_types(uint32_t allowed, MemoryKind kind) const;

  private:
    // Bytes that this process can still allocate from the heap without pushing out what it or another program has
    // there; the most there is if the driver does not know (VK_EXT_memory_budget).
    uint64_t room_in(uint32_t heap) const;

    Block& add_block(uint64_t size, uint32_t type, MemoryKind kind, bool linear, const std::string& name);

    void warn_of_slow_memory(uint32_t type, const std::string& name);

    const Context& context_;
    VkPhysicalDeviceMemoryProperties properties_{};
    bool knows_budgets_ = false;
    bool warned_ = false;
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace undine
