#include "cuda/thread_backend.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace undine::testing {
namespace {

constexpr uint32_t kGuard = 0xC0DEC0DE, kGarbage = 0xCDCDCDCD;

uint64_t word_count(Field field, const Extents& extents) {
    return element_count(field, extents) * info(field).stride / 4;
}

}  // namespace

void ThreadBackend::allocate(const Extents& extents, Variant variant) {
    extents_ = extents;
    variant_ = variant;
    most_living_ = extents.particles;
    latest_.reset();
    arrays_.clear();
    for (size_t f = 0; f < kFieldCount; ++f) {
        const uint64_t bytes = 2 * kGuardBytes + 4 * word_count(Field(f), extents);
        auto& array =
            arrays_.emplace_back((bytes + sizeof(Row) - 1) / sizeof(Row), Row{{kGuard, kGuard, kGuard, kGuard}});
        first_[f] = array.front().words;
        fill(Field(f), Field(f) == Field::cell_count ? 0 : kGarbage);
    }
}

void ThreadBackend::move(Field field, std::byte* memory) {
    uint32_t*& first = first_[static_cast<size_t>(field)];
    std::memcpy(memory, first, 2 * kGuardBytes + 4 * word_count(field, extents_));
    first = reinterpret_cast<uint32_t*>(memory);
}

void ThreadBackend::upload(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    before_writing();
    if (bytes == 0) return;
    std::memcpy(words(field) + offset / 4, data, bytes);
    if (field == Field::population) latest_.reset();
}

void ThreadBackend::download(Field field, void* data, uint64_t bytes, uint64_t offset) {
    if (bytes > 0) std::memcpy(data, words(field) + offset / 4, bytes);
}

void ThreadBackend::fill(Field field, uint32_t word) {
    before_writing();
    fill_by_cuda_threads(words(field), word_count(field, extents_), word);
}

void ThreadBackend::set_params(const FluidParams& params) {
    params_ = params;
    params_.list_stride = extents_.particles;
}

void ThreadBackend::step_recorded() {
    if (!extents_.counts_vary()) return;
    std::memcpy(static_cast<void*>(&latest_.emplace()), words(Field::population), sizeof(Population));
}

void ThreadBackend::run(Pass pass) {
    before_writing();
    CudaLaunch launch{{}, &params_, variant_.kernel, variant_.neighbors, most_living_, extents_.counts_vary()};
    for (size_t f = 0; f < kFieldCount; ++f) launch.arrays[f] = words(Field(f));
    run_(pass, launch, turns_);
}

void ThreadBackend::sort_particles() {
    run(Pass::count_cells);
    const uint32_t* counts = words(Field::cell_count);
    std::exclusive_scan(counts, counts + extents_.cells + 1, words(Field::cell_start), 0u);  // CUB's part
    run(Pass::scatter);
    if (extents_.counts_vary()) run(Pass::count_living);
    run(Pass::order_in_cell);
}

void ThreadBackend::check_convergence() {
    run(Pass::sum_errors);
    run(Pass::check_error);
}

bool ThreadBackend::guards_intact() {
    for (size_t f = 0; f < kFieldCount; ++f) {
        const uint32_t *first = first_[f], *begin = words(Field(f)), *end = begin + word_count(Field(f), extents_);
        auto is_guard = [](uint32_t word) { return word == kGuard; };
        if (!std::all_of(first, begin, is_guard) || !std::all_of(end, end + kGuardBytes / 4, is_guard)) return false;
    }
    return true;
}

}  // namespace undine::testing
