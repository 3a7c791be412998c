// The arrays of fields.def in device memory, each in a buffer of its own between two guards. The neighbour list is
// cut into windows, a buffer each, where one buffer cannot hold it.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/context.h"
#include "solver/backend.h"

namespace undine {

// The neighbour list as windows of equal size: window w holds particles [w·stride, (w + 1)·stride), slot-major.
struct ListWindows {
    uint32_t count = 1;
    uint32_t stride = 0;  // particles a window: params.list_stride
};

// The fewest windows of at most `max_bytes`. Throws Error(out_of_memory) where not even 64 particles fit one.
ListWindows cut_list(uint32_t particles, uint32_t capacity, uint64_t max_bytes);

// What one array may have, and which limit of the device says so, by its name in the specification.
struct ArrayLimit {
    uint64_t bytes = 0;
    const char* name = "";
};

// The least of what the device allows a binding, a buffer (the array and its guards) and a memory object, in which a
// buffer's bytes are rounded up to a multiple of `alignment`.
ArrayLimit largest_array(const DeviceInfo& device, uint64_t alignment);

class FieldStore {
  public:
    static constexpr uint64_t kGuardBytes = 256;  // on either side; also the largest alignment a device may ask for
    static constexpr uint32_t kGuardWord = 0xC0DEC0DE, kFillWord = 0xCDCDCDCD;

    // Contents are undefined: record_initial_contents(). Throws Error(out_of_memory) naming sizes and limits.
    FieldStore(Context& context, const Extents& extents, uint64_t max_list_binding);

    // The whole array; of the neighbour list one window.
    BufferRange array(Field field, uint32_t window = 0) const;

    const ListWindows& windows() const { return windows_; }

    // Where bytes [offset, offset + bytes) of an array as one would see it on any backend (the list slot-major over
    // all particles) lie on the device, in order.
    std::vector<BufferRange> locate(Field field, uint64_t bytes, uint64_t offset) const;

    // The guards: two ranges a buffer.
    std::vector<BufferRange> guards() const;

    // Fills arrays and guards; the caller puts a barrier behind it.
    void record_initial_contents(VkCommandBuffer commands) const;

  private:
    void check_limits(const Extents& extents) const;
    uint64_t buffer_bytes(Field field, const Extents& extents) const;  // of the array, or of one window
    uint32_t buffer_count(Field field) const { return field == Field::neighbors ? windows_.count : 1; }

    Context& context_;
    uint32_t particles_;
    ArrayLimit limit_;
    ListWindows windows_;
    std::array<std::vector<Buffer>, kFieldCount> buffers_;
};

}  // namespace undine
