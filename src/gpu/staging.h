// Copies between host memory and device buffers, in chunks through one mapped staging buffer. Waits for each chunk.
#pragma once
#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/commands.h"

namespace undine {

class Staging {
  public:
    Staging(Context& context, Commands& commands);

    // Copy the ranges one after another from or to `data`. The caller has recorded the barrier between earlier commands
    // and these transfers, and records the one after an upload.
    void upload(const void* data, std::span<const BufferRange> to);
    void download(void* data, std::span<const BufferRange> from);

  private:
    struct Piece {
        BufferRange range;
        uint64_t staged;  // offset in the staging buffer
    };
    // Calls each_chunk(pieces, bytes) for as many pieces as the staging buffer holds, until all ranges are done.
    template <class EachChunk>
    void in_chunks(std::span<const BufferRange> ranges, EachChunk each_chunk);

    Context& context_;
    Commands& commands_;
    Buffer buffer_;
};

}  // namespace undine
