#include "backends/cpu/cpu_backend.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include "backends/cpu/run_pass.h"
#include "internal_error.h"
#include "platform/parallel.h"
#include "solver/leaf_view.h"
#include "text/quantity_text.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr uint32_t kGuardBytes = 256;
constexpr uint32_t kGuardWord = 0xC0DEC0DE;
constexpr uint32_t kGarbage = 0xCDCDCDCD;

// One field's memory: guard, elements, guard.
class GuardedArray {
  public:
    explicit GuardedArray(uint64_t bytes) : bytes_((bytes + 255) / 256 * 256) {
        memory_.reset(static_cast<std::byte*>(std::aligned_alloc(256, bytes_ + 2 * kGuardBytes)));
        if (!memory_) throw std::bad_alloc();
        fill(memory_.get(), kGuardWord, kGuardBytes);
        fill(data(), kGarbage, bytes_);
        fill(data() + bytes_, kGuardWord, kGuardBytes);
    }
    std::byte* data() const { return memory_.get() + kGuardBytes; }
    bool guards_intact() const {
        auto intact = [](const std::byte* p) {
            const auto* words = reinterpret_cast<const uint32_t*>(p);
            return std::all_of(words, words + kGuardBytes / 4, [](uint32_t w) { return w == kGuardWord; });
        };
        return intact(memory_.get()) && intact(data() + bytes_);
    }
    static void fill(std::byte* p, uint32_t word, uint64_t bytes) {
        std::fill_n(reinterpret_cast<uint32_t*>(p), bytes / 4, word);
    }

  private:
    struct Free {
        void operator()(std::byte* p) const { std::free(p); }
    };
    uint64_t bytes_;
    std::unique_ptr<std::byte, Free> memory_;
};

// Bytes available without swapping, or all physical memory if the system does not say. Allocating more would make the
// system kill a program, not necessarily this one.
uint64_t available_memory() {
    std::ifstream meminfo("/proc/meminfo");
    for (std::string line; std::getline(meminfo, line);)
        if (line.starts_with("MemAvailable:")) return std::strtoull(line.c_str() + 13, nullptr, 10) << 10;
    return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

class CpuBackend final : public Backend {
  public:
    CpuBackend(int threads, PassObserver observer, std::optional<InstructionSet> set)
        : threads_(threads > 0 ? threads : machine_threads()),
          observer_(std::move(observer)),
          name_("CPU, " + counted(static_cast<uint64_t>(threads_), "thread") +
                (set ? std::string(", ") + instruction_set_name(*set) : "")),
          set_(set.value_or(instruction_sets().back())) {}

    std::string name() const override { return name_; }

    void allocate(const Extents& extents, Variant variant) override {
        extents_ = extents;
        variant_ = variant;
        refuse_if_too_large();
        arrays_.clear();
        for (size_t f = 0; f < kFieldCount; ++f) arrays_.emplace_back(size_of(static_cast<Field>(f)));
        size_t f = 0;
#define FIELD(type, name, ...) view_.name = reinterpret_cast<type*>(arrays_[f++].data());
#include "sim/fields.def"
#include "solver/fluid_params.h"
#undef FIELD
        fill(Field::cell_count, 0);
        most_living_ = extents.particles;
        latest_.reset();
    }

    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset) override {
        check_range(field, bytes, offset);
        if (bytes == 0) return;
        if (field == Field::neighbors)
            for_list_words(bytes, offset, [&](uint64_t host, uint64_t own) {
                view_.neighbors[own] = static_cast<const uint32_t*>(data)[host];
            });
        else std::memcpy(array(field) + offset, data, bytes);
        if (field != Field::population) return;
        latest_.reset();
        count_living();
    }
    void download(Field field, void* data, uint64_t bytes, uint64_t offset) override {
        check_range(field, bytes, offset);
        if (bytes == 0) return;
        if (field == Field::neighbors)
            for_list_words(bytes, offset, [&](uint64_t host, uint64_t own) {
                static_cast<uint32_t*>(data)[host] = view_.neighbors[own];
            });
        else std::memcpy(data, array(field) + offset, bytes);
    }
    const std::byte* on_host(Field field) override { return array(field); }
    void fill(Field field, uint32_t word) override { GuardedArray::fill(array(field), word, size_of(field)); }

    void set_params(const FluidParams& params) override {
        view_.params = params;
        view_.params.list_stride = 0;  // unused here: see LIST_SLOT in language.glsl
        if (extents_.counts_vary()) count_living();
    }

    void set_most_living(uint32_t particles) override {
        UNDINE_CHECK(particles <= extents_.particles, "more living particles than the arrays have room for");
        most_living_ = particles;
    }
    std::optional<Population> latest_population() override { return latest_; }
    void step_recorded() override {
        if (!extents_.counts_vary()) return;
        latest_.emplace();
        download(Field::population, &*latest_, sizeof *latest_, 0);
    }

    void run(Pass pass) override {
        UNDINE_CHECK(extents_.passes.contains(pass), "a pass is run that the arrays were not allocated for");
        if (info(pass).stage == Stage::density && view_.solver_state[0] != 0) return;
        const Stopwatch watch(*this, info(pass).name);
        execute(pass);
    }

    // Sequential: 5 ns per particle, and a parallel counting sort would need one histogram per thread to keep the
    // order.
    void sort_particles() override {
        const Stopwatch watch(*this, "sort");
        uint32_t* const start = view_.cell_start;
        std::fill_n(start, extents_.cells + 1, 0u);
        const uint32_t particles = living();
        for (uint32_t i = 0; i < particles; ++i) start[view_.cell[i]]++;
        uint32_t sum = 0;
        for (uint32_t c = 0; c <= extents_.cells; ++c) sum += std::exchange(start[c], sum);
        std::copy_n(start, extents_.cells + 1, view_.cell_count);
        for (uint32_t i = 0; i < particles; ++i) view_.scattered[view_.cell_count[view_.cell[i]]++] = i;
        std::fill_n(view_.cell_count, extents_.cells + 1, 0u);
        if (extents_.counts_vary()) execute(Pass::count_living);
        execute(Pass::order_in_cell);
    }

    void check_convergence() override {
        const Stopwatch watch(*this, "reduce");
        const uint64_t blocks = (most_living_ + kBlockSize - 1) / kBlockSize;
        parallel_each(blocks, threads_, [&](uint64_t b) {
            const auto end = std::min<uint32_t>(living(), (b + 1) * kBlockSize);
            float sum = 0;
            for (uint32_t i = b * kBlockSize; i < end; ++i) sum += view_.error_of_iteration(i);
            view_.partial_sum[b] = sum;
        });
        float sum = 0;
        for (uint64_t b = 0; b < blocks; ++b) sum += view_.partial_sum[b];
        view_.decide_convergence(sum, living());
    }

    void submit() override {}
    void finish() override {}

    bool guards_intact() override {
        return std::all_of(arrays_.begin(), arrays_.end(), [](const GuardedArray& a) { return a.guards_intact(); });
    }

    void time_passes(bool on) override { timing_ = on; }
    std::vector<PassTime> take_pass_times() override { return std::exchange(times_, {}); }

    void set_trace(Trace& trace) override {
        trace_ = &trace;
        track_ = trace.add_track(name());
        trace.set_clock(track_, 0, 0, true);
    }
    void begin_group(const char* name, uint64_t number) override {
        if (trace_) trace_->begin_group(track_, name, number);
    }
    void end_group() override {
        if (trace_) trace_->end_group(track_);
    }

  private:
    // Adds its own lifetime to a pass's time.
    class Stopwatch {
      public:
        Stopwatch(CpuBackend& backend, std::string_view name) : backend_(backend), name_(name) {
            if (backend_.timing_) start_ = Trace::now();
        }
        ~Stopwatch() {
            if (!backend_.timing_) return;
            const int64_t end = Trace::now();
            add_pass_time(backend_.times_, std::string(name_), double(end - start_) * 1e-6, 1);
            if (Trace* trace = backend_.trace_)
                trace->add_span(backend_.track_, trace->current(backend_.track_), std::string(name_), start_, end);
        }

      private:
        CpuBackend& backend_;
        std::string_view name_;
        int64_t start_ = 0;  // ns
    };

    void execute(Pass pass) {
        if (observer_) observer_(pass, variant_, view_);
        run_pass(pass, variant_, view_, domain_size(info(pass).domain, extents_, living()), threads_, set_);
        if (info(pass).writes.contains(Field::population)) count_living();
    }

    uint32_t living() const {
        return extents_.counts_vary() ? view_.population[POPULATION_LIVING] : extents_.particles;
    }
    void count_living() { view_.params.particle_count = living(); }

    uint64_t size_of(Field field) const { return element_count(field, extents_) * info(field).stride; }
    std::byte* array(Field field) const { return arrays_[static_cast<size_t>(field)].data(); }

    // Calls copy(word of the host's slot-major range, word of the array). Here a particle's neighbours are contiguous.
    template <class Copy>
    void for_list_words(uint64_t bytes, uint64_t offset, Copy copy) const {
        for (uint64_t word = 0; word < bytes / 4; ++word) {
            const uint64_t slot = offset / 4 + word;
            const uint64_t k = slot / extents_.particles, i = slot % extents_.particles;
            copy(word, extents_.list_capacity > 0 ? i * extents_.list_capacity + k : 0);
        }
    }

    void check_range(Field field, uint64_t bytes, uint64_t offset) const {
        UNDINE_CHECK(offset + bytes <= size_of(field), "a range reaches beyond its array");
    }

    void refuse_if_too_large() const {
        const uint64_t needed = memory_needed(extents_);
        const uint64_t have = available_memory();
        if (needed > have)
            throw Error(Exit::out_of_memory, std::to_string(extents_.particles) + " particles need " +
                                                 std::to_string(needed >> 20) +
                                                 " MiB on the CPU backend; this machine has " +
                                                 std::to_string(have >> 20) + " MiB available.");
    }

    int threads_;
    PassObserver observer_;
    std::string name_;
    InstructionSet set_;
    Extents extents_;
    Variant variant_;
    std::vector<GuardedArray> arrays_;
    LeafView<> view_{};
    uint32_t most_living_ = 0;
    std::optional<Population> latest_;
    bool timing_ = false;
    std::vector<PassTime> times_;
    Trace* trace_ = nullptr;
    Trace::Track track_ = 0;
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(int threads, PassObserver observer, std::optional<InstructionSet> set) {
    return std::make_unique<CpuBackend>(threads, std::move(observer), set);
}

bool is_cpu(std::string_view specification) { return specification == "cpu" || specification.starts_with("cpu:"); }

}  // namespace undine
