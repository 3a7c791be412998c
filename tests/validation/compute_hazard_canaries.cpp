// What synchronization validation must see between dispatches, transfers and submissions.
#include "canaries.h"

namespace canary {

namespace {

constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

void read_after_write(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer(), b = bench.buffer(), c = bench.buffer();
    bench.dispatch("copy.comp", {Bench::storage(a), Bench::storage(b)});
    if (healthy) bench.barrier(kComputeWrite, kComputeRead);
    bench.dispatch("copy.comp", {Bench::storage(b), Bench::storage(c)});
    bench.submit();
}

void write_after_read(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer(), b = bench.buffer();
    bench.dispatch("copy.comp", {Bench::storage(a), Bench::storage(b)});
    if (healthy) bench.barrier(kComputeRead, kComputeWrite);
    bench.dispatch("write.comp", {Bench::storage(a)});
    bench.submit();
}

void write_after_write(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer();
    bench.dispatch("write.comp", {Bench::storage(a)});
    if (healthy) bench.barrier(kComputeWrite, kComputeWrite);
    bench.dispatch("write.comp", {Bench::storage(a)});
    bench.submit();
}

void read_modify_write(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer();
    bench.dispatch("increment.comp", {Bench::storage(a)});
    if (healthy) bench.barrier(kComputeWrite, kComputeReadWrite);
    bench.dispatch("increment.comp", {Bench::storage(a)});
    bench.submit();
}

void atomic_then_read(Bench& bench, bool healthy) {
    const Buffer counts = bench.buffer(), b = bench.buffer();
    bench.dispatch("count.comp", {Bench::storage(counts)});
    if (healthy) bench.barrier(kComputeWrite, kComputeRead);
    bench.dispatch("copy.comp", {Bench::storage(counts), Bench::storage(b)});
    bench.submit();
}

void fill_then_dispatch(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer(kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT), b = bench.buffer();
    vkCmdFillBuffer(bench.commands(), a.handle, 0, a.size, 7);
    if (healthy) bench.barrier(kFillWrite, kComputeRead);
    bench.dispatch("copy.comp", {Bench::storage(a), Bench::storage(b)});
    bench.submit();
}

void dispatch_then_copy(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer(kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    const Buffer b = bench.buffer(VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    bench.dispatch("write.comp", {Bench::storage(a)});
    if (healthy) bench.barrier(kComputeWrite, kTransferRead);
    const VkBufferCopy whole{0, 0, a.size};
    vkCmdCopyBuffer(bench.commands(), a.handle, b.handle, 1, &whole);
    bench.submit();
}

void dispatch_then_indirect(Bench& bench, bool healthy) {
    const Buffer arguments = bench.buffer(kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT), b = bench.buffer();
    bench.dispatch("write.comp", {Bench::storage(arguments)});
    if (healthy) bench.barrier(kComputeWrite, kIndirectRead);
    bench.dispatch_indirect("write.comp", {Bench::storage(b)}, arguments);
    bench.submit();
}

void across_submissions(Bench& bench, bool healthy) {
    const Buffer a = bench.buffer(), b = bench.buffer();
    bench.dispatch("write.comp", {Bench::storage(a)});
    bench.submit_only();
    if (healthy) bench.barrier(kComputeWrite, kComputeRead);
    bench.dispatch("copy.comp", {Bench::storage(a), Bench::storage(b)});
    bench.submit();
}

constexpr Canary kCanaries[] = {
    {"read_after_write", "a dispatch reads what the one before wrote, no barrier", read_after_write},
    {"write_after_read", "a dispatch overwrites what the one before reads, no barrier", write_after_read},
    {"write_after_write", "two dispatches write the same buffer, no barrier", write_after_write},
    {"read_modify_write", "two dispatches increment through one binding, no barrier", read_modify_write},
    {"atomic_then_read", "a dispatch reads what the one before counted by atomics, no barrier", atomic_then_read},
    {"fill_then_dispatch", "a dispatch reads what vkCmdFillBuffer wrote, no barrier", fill_then_dispatch},
    {"dispatch_then_copy", "a copy reads what a dispatch wrote, no barrier", dispatch_then_copy},
    {"dispatch_then_indirect", "a dispatch takes its size from what the one before wrote, no barrier",
     dispatch_then_indirect},
    {"across_submissions", "a dispatch reads what one of the submission before wrote, no barrier", across_submissions},
};

}  // namespace

std::span<const Canary> compute_hazard_canaries() { return kCanaries; }

}  // namespace canary
