// What synchronization validation must see between draws (dynamic rendering) and dispatches, both ways.
#include "canaries.h"

namespace canary {

namespace {

void attachment_then_storage(Bench& bench, bool healthy) {
    const Image image = bench.image();
    const Buffer b = bench.buffer();
    bench.draw("white.frag", {}, image);
    if (healthy) bench.barrier(kAttachmentWrite, kComputeRead);
    bench.dispatch("read_image.comp", {Bench::storage(image), Bench::storage(b)});
    bench.submit();
}

void attachment_then_sampled(Bench& bench, bool healthy) {
    const Image image = bench.image();
    const Buffer b = bench.buffer();
    bench.draw("white.frag", {}, image);
    if (healthy) bench.barrier(kAttachmentWrite, kComputeSample);
    bench.dispatch("sample_image.comp", {bench.texture(image), Bench::storage(b)});
    bench.submit();
}

void sampled_then_attachment(Bench& bench, bool healthy) {
    const Image image = bench.image();
    const Buffer b = bench.buffer();
    bench.dispatch("sample_image.comp", {bench.texture(image), Bench::storage(b)});
    if (healthy) bench.barrier(kComputeSample, kAttachmentWrite);
    bench.draw("white.frag", {}, image);
    bench.submit();
}

void fragment_store_then_dispatch(Bench& bench, bool healthy) {
    const Image image = bench.image();
    const Buffer a = bench.buffer(), b = bench.buffer();
    bench.draw("store.frag", {Bench::storage(a)}, image);
    if (healthy) bench.barrier(kFragmentWrite, kComputeRead);
    bench.dispatch("copy.comp", {Bench::storage(a), Bench::storage(b)});
    bench.submit();
}

void attachment_then_attachment(Bench& bench, bool healthy) {
    const Image image = bench.image();
    bench.draw("white.frag", {}, image);
    if (healthy) bench.barrier(kAttachmentWrite, kAttachmentWrite);
    bench.draw("white.frag", {}, image);
    bench.submit();
}

constexpr Canary kCanaries[] = {
    {"attachment_then_storage", "a dispatch reads a color attachment as a storage image, no barrier",
     attachment_then_storage},
    {"attachment_then_sampled", "a dispatch samples a color attachment, no barrier", attachment_then_sampled},
    {"sampled_then_attachment", "a draw overwrites an image that a dispatch samples, no barrier",
     sampled_then_attachment},
    {"fragment_store_then_dispatch", "a dispatch reads a buffer that fragments wrote, no barrier",
     fragment_store_then_dispatch},
    {"attachment_then_attachment", "two draws clear the same attachment, no barrier", attachment_then_attachment},
};

}  // namespace

std::span<const Canary> graphics_hazard_canaries() { return kCanaries; }

}  // namespace canary
