#include "gpu/staging.h"

#include <algorithm>
#include <cstring>

#include "gpu/context.h"
#include "gpu/memory_barrier.h"

namespace undine {
namespace {

constexpr uint64_t kChunkBytes = uint64_t{16} << 20;  // large enough that waiting for each costs little

}  // namespace

Staging::Staging(Context& context, Commands& commands)
    : context_(context),
      commands_(commands),
      buffer_(context, kChunkBytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
              MemoryKind::host, "staging buffer") {}

template <class EachChunk>
void Staging::in_chunks(std::span<const BufferRange> ranges, EachChunk each_chunk) {
    std::vector<Piece> pieces;
    uint64_t staged = 0;
    auto finish_chunk = [&] {
        if (!pieces.empty()) each_chunk(pieces, staged);
        pieces.clear();
        staged = 0;
    };
    for (BufferRange rest : ranges) {
        while (rest.bytes > 0) {
            const uint64_t part = std::min(rest.bytes, kChunkBytes - staged);
            pieces.push_back({{rest.buffer, rest.offset, part}, staged});
            staged += part;
            rest.offset += part;
            rest.bytes -= part;
            if (staged == kChunkBytes) finish_chunk();
        }
    }
    finish_chunk();
}

void Staging::upload(const void* data, std::span<const BufferRange> to) {
    auto source = static_cast<const std::byte*>(data);
    in_chunks(to, [&](const std::vector<Piece>& pieces, uint64_t bytes) {
        std::memcpy(buffer_.mapped(), source, bytes);
        source += bytes;
        for (const Piece& piece : pieces) {
            const VkBufferCopy copy{piece.staged, piece.range.offset, piece.range.bytes};
            context_.vk().vkCmdCopyBuffer(commands_.get(), buffer_.handle(), piece.range.buffer, 1, &copy);
        }
        commands_.submit();
        commands_.wait();
    });
}

void Staging::download(void* data, std::span<const BufferRange> from) {
    auto destination = static_cast<std::byte*>(data);
    in_chunks(from, [&](const std::vector<Piece>& pieces, uint64_t bytes) {
        for (const Piece& piece : pieces) {
            const VkBufferCopy copy{piece.range.offset, piece.staged, piece.range.bytes};
            context_.vk().vkCmdCopyBuffer(commands_.get(), piece.range.buffer, buffer_.handle(), 1, &copy);
        }
        copies_to_host_barrier(context_, commands_.get());
        commands_.submit();
        commands_.wait();
        std::memcpy(destination, buffer_.mapped(), bytes);
        destination += bytes;
    });
}

}  // namespace undine
