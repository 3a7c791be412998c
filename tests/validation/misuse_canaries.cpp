// What the core and best-practice checks must see.
#include "canaries.h"

namespace canary {

namespace {

void wrong_usage(Bench& bench, bool healthy) {
    const Buffer values = bench.buffer(healthy ? VK_BUFFER_USAGE_STORAGE_BUFFER_BIT : VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    bench.dispatch("write.comp", {Bench::storage(values)});
    bench.submit();
}

void missing_transition(Bench& bench, bool healthy) {
    const Image target = bench.image(healthy);
    bench.draw("white.frag", {}, target);
    bench.submit();
}

void leaked_object(Bench& bench, bool healthy) {
    const VkSemaphoreCreateInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore semaphore;
    check(vkCreateSemaphore(bench.device(), &info, nullptr, &semaphore), "vkCreateSemaphore");
    if (healthy) vkDestroySemaphore(bench.device(), semaphore, nullptr);
}

// Allowed, and never meant: a best-practice warning.
void empty_dispatch(Bench& bench, bool healthy) {
    const Buffer values = bench.buffer();
    bench.dispatch("write.comp", {Bench::storage(values)}, healthy ? 1 : 0);
    bench.submit();
}

constexpr Canary kCanaries[] = {
    {"wrong_usage", "a buffer without the storage usage is bound as a storage buffer", wrong_usage},
    {"missing_transition", "an image is rendered to in a layout it was never brought into", missing_transition},
    {"leaked_object", "a semaphore outlives its device", leaked_object},
    {"empty_dispatch", "a dispatch of no workgroups", empty_dispatch},
};

}  // namespace

std::span<const Canary> misuse_canaries() { return kCanaries; }

}  // namespace canary
