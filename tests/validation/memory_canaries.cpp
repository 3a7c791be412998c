// What GPU-assisted validation must see: only running the shader shows these.
#include "canaries.h"

namespace canary {

namespace {

void write_out_of_bounds(Bench& bench, bool healthy) {
    const Buffer values = bench.buffer();
    bench.dispatch("write.comp", {Bench::storage(values)}, healthy ? 1 : 2);
    bench.submit();
}

void read_out_of_bounds(Bench& bench, bool healthy) {
    const Buffer source = bench.buffer(), destination = bench.buffer();
    Binding half = Bench::storage(source);
    if (!healthy) half.buffer.range = source.size / 2;
    bench.dispatch("copy.comp", {half, Bench::storage(destination)});
    bench.submit();
}

void missing_workgroup_barrier(Bench& bench, bool healthy) {
    const Buffer values = bench.buffer();
    bench.dispatch("shared_memory.comp", {Bench::storage(values)}, 1, healthy ? 1 : 0);
    bench.submit();
}

constexpr Canary kCanaries[] = {
    {"write_out_of_bounds", "a dispatch writes twice as many elements as the buffer has", write_out_of_bounds},
    {"read_out_of_bounds", "a dispatch reads twice as many elements as the descriptor covers", read_out_of_bounds},
    {"missing_workgroup_barrier", "shared memory is read without barrier() after others wrote it",
     missing_workgroup_barrier},
};

}  // namespace

std::span<const Canary> memory_canaries() { return kCanaries; }

}  // namespace canary
