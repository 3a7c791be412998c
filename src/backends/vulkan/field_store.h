// The arrays of fields.def in device memory, each in its own buffer between two guards. If one buffer cannot hold the
// neighbour list, the list is split into windows, one buffer each.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/context.h"
#include "gpu/texel_view.h"
#include "solver/backend.h"

namespace undine {

// The neighbour list as windows of equal size: window w holds particles [w·stride, (w + 1)·stride), slot-major.
struct ListWindows {
    uint32_t count = 1;
    uint32_t stride = 0;  // particles per window; becomes params.list_stride
};

// The smallest number of windows of at most `max_bytes` each. Throws Error(out_of_memory) if a window cannot hold even
// 64 particles.
ListWindows cut_list(uint32_t particles, uint32_t capacity, uint64_t max_bytes);

// The largest size of one array, and the device limit that sets it, by its name in the Vulkan specification.
struct ArrayLimit {
    uint64_t bytes = 0;
    const char* name = "";
};

// The smallest of the device's limits on a binding, on a buffer (the array and its guards) and on a memory object, in
// which a buffer's size is rounded up to a multiple of `alignment`.
ArrayLimit largest_array(const DeviceInfo& device, uint64_t alignment);

// As what the passes bind an array.
VkDescriptorType descriptor_type(Field field);

class FieldStore {
  public:
    static constexpr uint64_t kGuardBytes = 256;  // on either side; also the largest offset alignment accepted
    static constexpr uint32_t kGuardWord = 0xC0DEC0DE, kFillWord = 0xCDCDCDCD;

    // The contents are undefined until record_initial_contents(). Throws Error(out_of_memory) naming sizes and limits.
    FieldStore(Context& context, const Extents& extents, uint64_t max_list_binding);

    // The whole array, or one window of the neighbour list.
    BufferRange array(Field field, uint32_t window = 0) const;

    // Of kTexelFields.
    VkBufferView texels(Field field) const { return texels_[static_cast<size_t>(field)].handle(); }

    const ListWindows& windows() const { return windows_; }

    // The device ranges, in order, that hold bytes [offset, offset + bytes) of an array in the layout that all backends
    // share (for the neighbour list: slot-major over all particles).
    std::vector<BufferRange> locate(Field field, uint64_t bytes, uint64_t offset) const;

    // All guards: two ranges per buffer.
    std::vector<BufferRange> guards() const;

    // Records fills of the arrays and guards; the caller records the barrier after them.
    void record_initial_contents(VkCommandBuffer commands) const;

  private:
    void check_limits(const Extents& extents) const;
    uint64_t buffer_bytes(Field field, const Extents& extents) const;  // of the whole array, or of one window
    uint32_t buffer_count(Field field) const { return field == Field::neighbors ? windows_.count : 1; }

    Context& context_;
    uint32_t particles_;
    ArrayLimit limit_;
    ListWindows windows_;
    std::array<std::vector<Buffer>, kFieldCount> buffers_;
    std::array<TexelView, kFieldCount> texels_;
};

}  // namespace undine
