#include "backends/cuda/cuda_backend.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "backends/cuda/event_timer.h"
#include "backends/cuda/external_timeline.h"
#include "backends/cuda/graph_cache.h"
#include "backends/cuda/host_copies.h"
#include "backends/cuda/launch.h"
#include "backends/cuda/nvtx_ranges.h"
#include "backends/cuda/population_watch.h"
#include "internal_error.h"
#include "undine/error.h"

namespace undine {
namespace {

using cuda::Operation;

constexpr uint32_t kGuardWord = 0xC0DEC0DE;
constexpr uint32_t kGarbage = 0xCDCDCDCD;

// Operations after which they are flushed: the device would idle if a caller never calls step_recorded().
constexpr size_t kMostRecorded = 8192;

static_assert(cuda::kSumBlock == kBlockSize);

std::string mib(uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

class CudaBackend final : public Backend, public SharesArrays {
  public:
    CudaBackend(const CudaDevice& device, CudaBuild build)
        : device_((select(device), device)),
          build_(build),
          kernels_(build == CudaBuild::exact ? cuda::exact_kernels() : cuda::fast_kernels()) {
        require_kernels();
    }

    ~CudaBackend() override {
        // Errors are ignored: the device's last user has already reported them, and all that remains is to free memory.
        cuda::not_checked(cudaSetDevice(static_cast<int>(device_.index)));
        cuda::not_checked(cudaStreamSynchronize(stream_.handle()));
    }

    std::string name() const override {
        return "CUDA on " + device_.name + (build_ == CudaBuild::exact ? ", exact" : "");
    }

    void allocate(const Extents& extents, Variant variant) override {
        UNDINE_CHECK(!shared_, "arrays are reallocated while they are shared");
        finish();
        graphs_.clear();
        arrays_.clear();
        scan_storage_ = {};
        extents_ = extents;
        variant_ = variant;
        most_living_ = extents.particles;
        watch_.forget();
        set_params({});
        reserve();
        for (size_t f = 0; f < kFieldCount; ++f) {
            std::byte* const memory = arrays_[f].data();
            const uint64_t bytes = size_of(Field(f));
            fill_words(memory, kGuardBytes, kGuardWord);
            fill_words(memory + kGuardBytes, bytes, Field(f) == Field::cell_count ? 0 : kGarbage);
            fill_words(memory + kGuardBytes + bytes, kGuardBytes, kGuardWord);
        }
    }

    // The neighbour list is one window, slot-major without gaps, as on the host, so no conversion is needed.
    void upload(Field field, const void* data, uint64_t bytes, uint64_t offset) override {
        if (bytes == 0) return;
        flush();
        acquire();
        UNDINE_CUDA(cudaMemcpyAsync(at(field, bytes, offset), data, bytes, cudaMemcpyHostToDevice, stream_.handle()));
        UNDINE_CUDA(cudaStreamSynchronize(stream_.handle()));
        if (field == Field::population) watch_.forget();
    }
    void download(Field field, void* data, uint64_t bytes, uint64_t offset) override {
        if (bytes == 0) return;
        flush();
        UNDINE_CUDA(cudaMemcpyAsync(data, at(field, bytes, offset), bytes, cudaMemcpyDeviceToHost, stream_.handle()));
        UNDINE_CUDA(cudaStreamSynchronize(stream_.handle()));
    }
    void fill(Field field, uint32_t word) override {
        record({Operation::Kind::fill, static_cast<uint32_t>(field), word});
    }

    void set_params(const FluidParams& params) override {
        FluidParams own = params;
        own.list_stride = extents_.particles;
        if (recorded_.operations.empty()) recorded_.params.clear();
        recorded_.params.push_back(own);
    }

    void write(Field field, const void* data, uint64_t bytes, uint64_t offset) override {
        submit();
        acquire();
        // `data` is pageable memory, so the runtime has already copied it when the call returns.
        UNDINE_CUDA(cudaMemcpyAsync(at(field, bytes, offset), data, bytes, cudaMemcpyHostToDevice, stream_.handle()));
    }

    void set_most_living(uint32_t particles) override {
        UNDINE_CHECK(particles <= extents_.particles, "more living particles than the arrays have room for");
        most_living_ = particles;
    }
    // Behind the step, which is submitted as a whole; nobody waits.
    void record_copy(Field field, uint64_t bytes) override {
        submit();
        copies_.record(at(field, bytes), bytes, stream_.handle());
    }
    void take_copy(void* data, uint64_t bytes) override {
        select(device_);
        copies_.take(data, bytes);
    }
    std::optional<Population> latest_population() override {
        select(device_);
        return watch_.latest();
    }

    void run(Pass pass) override {
        UNDINE_CHECK(extents_.passes.contains(pass), "a pass is run that the arrays were not allocated for");
        record({Operation::Kind::pass, static_cast<uint32_t>(pass)});
    }

    void sort_particles() override {
        run(Pass::count_cells);
        record({Operation::Kind::scan});
        run(Pass::scatter);
        if (extents_.counts_vary()) run(Pass::count_living);
        run(Pass::order_in_cell);
    }

    void check_convergence() override {
        run(Pass::sum_errors);
        run(Pass::check_error);
    }

    void submit() override {
        select(device_);
        if (recorded_.operations.empty()) return;
        acquire();
        graphs_.run(stream_.handle(), recorded_, [&] { launch_recorded(); });
        forget_recorded();
    }
    void step_recorded() override {
        submit();
        if (extents_.counts_vary()) watch_.record(at(Field::population), stream_.handle());
    }

    void finish() override {
        flush();
        UNDINE_CUDA(cudaStreamSynchronize(stream_.handle()));
    }

    bool guards_intact() override {
        flush();
        constexpr size_t kWords = kGuardBytes / sizeof(uint32_t);
        std::vector<uint32_t> words(arrays_.size() * 2 * kWords);
        for (size_t f = 0; f < arrays_.size(); ++f)
            for (size_t end = 0; end < 2; ++end) {
                const std::byte* guard = arrays_[f].data() + (end == 0 ? 0 : kGuardBytes + size_of(Field(f)));
                UNDINE_CUDA(cudaMemcpyAsync(words.data() + (2 * f + end) * kWords, guard, kGuardBytes,
                                            cudaMemcpyDeviceToHost, stream_.handle()));
            }
        UNDINE_CUDA(cudaStreamSynchronize(stream_.handle()));
        return std::all_of(words.begin(), words.end(), [](uint32_t word) { return word == kGuardWord; });
    }

    // While passes are timed, each is launched on its own: a graph has no events between its kernels.
    void time_passes(bool on) override {
        flush();
        timing_ = on;
    }
    std::vector<PassTime> take_pass_times() override {
        select(device_);
        return timer_.take();
    }
    void set_trace(Trace& trace) override {
        flush();
        trace_ = &trace;
        track_ = trace.add_track(name());
        timer_.set_trace(trace, track_, stream_.handle());
    }
    // While passes are timed nothing is pending: what comes next is in the group.
    void begin_group(const char* name, uint64_t number) override {
        cuda::begin_nvtx_range(name, number);
        if (trace_) trace_->begin_group(track_, name, number);
    }
    void end_group() override {
        if (trace_) trace_->end_group(track_);
        cuda::end_nvtx_range();
    }

    SharesArrays* shares_arrays() override { return this; }
    const std::array<uint8_t, 16>& device_uuid() const override { return device_.uuid; }
    std::unique_ptr<SharedArrays> share(FileDescriptor timeline, std::function<uint64_t()> reclaim) override {
        UNDINE_CHECK(!shared_, "arrays are shared twice");
        select(device_);
        return std::make_unique<Shared>(*this, std::move(timeline), std::move(reclaim));
    }

  private:
    class Shared final : public SharedArrays {
      public:
        Shared(CudaBackend& backend, FileDescriptor timeline, std::function<uint64_t()> reclaim)
            : backend_(backend), timeline_(std::move(timeline)), reclaim_(std::move(reclaim)) {
            backend_.shared_ = this;
        }
        ~Shared() override {  // ignores errors: the next use of the device reports them
            backend_.shared_ = nullptr;
            cuda::not_checked(cudaSetDevice(static_cast<int>(backend_.device_.index)));
            cuda::not_checked(cudaStreamSynchronize(backend_.stream_.handle()));
        }
        void move(Field field, ExportedMemory memory) override { backend_.move(field, std::move(memory)); }
        void release(uint64_t written) override {
            backend_.submit();
            timeline_.signal(backend_.stream_.handle(), written);
            released_ = true;
        }
        void check() override {
            select(backend_.device_);
            const cudaError_t state = cuda::not_checked(cudaStreamQuery(backend_.stream_.handle()));
            if (state != cudaErrorNotReady) cuda::check(state, "cudaStreamQuery");
        }
        void acquire() {
            if (!released_) return;
            timeline_.wait(backend_.stream_.handle(), reclaim_());
            released_ = false;
        }

      private:
        CudaBackend& backend_;
        cuda::ExternalTimeline timeline_;
        std::function<uint64_t()> reclaim_;
        bool released_ = false;
    };

    // To be called before anything that writes is enqueued on the stream.
    void acquire() {
        if (shared_) shared_->acquire();
    }

    void move(Field field, ExportedMemory memory) {
        finish();
        cuda::DeviceArray& array = arrays_[static_cast<size_t>(field)];
        cuda::DeviceArray moved(std::move(memory), array.size());
        UNDINE_CUDA(
            cudaMemcpyAsync(moved.data(), array.data(), array.size(), cudaMemcpyDeviceToDevice, stream_.handle()));
        UNDINE_CUDA(cudaStreamSynchronize(stream_.handle()));
        array = std::move(moved);
        graphs_.clear();  // their launches hold the old address
    }

    // The runtime's current device is per thread, and other backends in this process select their own.
    static void select(const CudaDevice& device) { UNDINE_CUDA(cudaSetDevice(static_cast<int>(device.index))); }

    // Throws Error(no_device) unless the program holds a binary for the device, or PTX that its driver can translate.
    void require_kernels() const {
        cudaFuncAttributes attributes;
        const cudaError_t result = cudaFuncGetAttributes(&attributes, kernels_.all().front().function);
        if (result == cudaErrorNoKernelImageForDevice || result == cudaErrorInvalidDeviceFunction)
            throw Error(Exit::no_device, describe(device_) +
                                             " cannot run Undine: this program was built without kernels "
                                             "for it (CMAKE_CUDA_ARCHITECTURES).");
        cuda::check(result, "cudaFuncGetAttributes");
    }

    uint64_t size_of(Field field) const { return element_count(field, extents_) * info(field).stride; }

    std::byte* at(Field field, uint64_t bytes = 0, uint64_t offset = 0) const {
        UNDINE_CHECK(offset + bytes <= size_of(field), "a range reaches beyond its array");
        return arrays_[static_cast<size_t>(field)].data() + kGuardBytes + offset;
    }

    // Allocates the arrays, or throws an Error that says how much is needed and how much is free.
    void reserve() {
        const uint64_t cells = element_count(Field::cell_start, extents_);
        size_t scan_bytes = 0;
        UNDINE_CUDA(cuda::scan(nullptr, scan_bytes, nullptr, nullptr, cells, stream_.handle()));
        const uint64_t needed = memory_needed(extents_) + kFieldCount * 2 * kGuardBytes + scan_bytes;
        size_t free = 0, total = 0;
        UNDINE_CUDA(cudaMemGetInfo(&free, &total));
        const Error too_large(Exit::out_of_memory, std::to_string(extents_.particles) + " particles need " +
                                                       mib(needed) + " of device memory; " + device_.name + " has " +
                                                       mib(free) + " free of " + mib(total) + ".");
        if (needed > free) throw too_large;
        try {
            for (size_t f = 0; f < kFieldCount; ++f) arrays_.emplace_back(size_of(Field(f)) + 2 * kGuardBytes);
            scan_storage_ = cuda::DeviceArray(std::max<size_t>(scan_bytes, 1));
        } catch (const Error& error) {
            arrays_.clear();
            if (error.code == Exit::out_of_memory) throw too_large;  // enough is free, but fragmented
            throw;
        }
    }

    void fill_words(std::byte* to, uint64_t bytes, uint32_t word) const {
        UNDINE_CUDA(kernels_.fill(to, bytes / sizeof word, word, stream_.handle()));
    }

    void record(Operation operation) {
        operation.params = static_cast<uint32_t>(recorded_.params.size() - 1);
        operation.particles = most_living_;
        recorded_.operations.push_back(operation);
        if (timing_ || recorded_.operations.size() == kMostRecorded) flush();
    }

    // Launches the recorded operations one by one, without a graph.
    void flush() {
        select(device_);
        if (recorded_.operations.empty()) return;
        acquire();
        launch_recorded();
        forget_recorded();
    }

    void forget_recorded() {
        recorded_.operations.clear();
        recorded_.params.erase(recorded_.params.begin(), recorded_.params.end() - 1);
    }

    void launch_recorded() {
        for (const Operation& operation : recorded_.operations) {
            const std::string timed = timing_ ? timed_name_of(operation) : std::string();
            if (!timed.empty()) timer_.begin(stream_.handle());
            launch(operation);
            if (!timed.empty()) timer_.end(stream_.handle(), timed);
        }
    }

    static std::string timed_name_of(const Operation& operation) {
        switch (operation.kind) {
            case Operation::Kind::pass: return timed_name(static_cast<Pass>(operation.what));
            case Operation::Kind::scan: return "sort/scan";
            case Operation::Kind::fill: break;
        }
        return {};
    }

    void launch(const Operation& operation) {
        switch (operation.kind) {
            case Operation::Kind::pass: {
                cuda::Work work{{},
                                &recorded_.params[operation.params],
                                variant_.kernel,
                                variant_.neighbors,
                                operation.particles,
                                extents_.counts_vary()};
                for (size_t f = 0; f < kFieldCount; ++f) work.arrays[f] = at(Field(f));
                UNDINE_CUDA(kernels_.run(static_cast<Pass>(operation.what), work, stream_.handle()));
                break;
            }
            case Operation::Kind::scan: {
                size_t bytes = scan_storage_.size();
                UNDINE_CUDA(cuda::scan(scan_storage_.data(), bytes, reinterpret_cast<uint32_t*>(at(Field::cell_count)),
                                       reinterpret_cast<uint32_t*>(at(Field::cell_start)),
                                       element_count(Field::cell_start, extents_), stream_.handle()));
                break;
            }
            case Operation::Kind::fill: {
                const auto field = static_cast<Field>(operation.what);
                fill_words(at(field), size_of(field), operation.word);
                break;
            }
        }
    }

    CudaDevice device_;
    CudaBuild build_;
    const cuda::Kernels& kernels_;
    cuda::Stream stream_;  // everything runs on it, in order
    Extents extents_;
    Variant variant_;
    std::vector<cuda::DeviceArray> arrays_;  // by field: guard, elements, guard
    cuda::DeviceArray scan_storage_;
    cuda::Sequence recorded_{{}, {FluidParams{}}};  // its last parameters are the current ones
    cuda::GraphCache graphs_;
    cuda::EventTimer timer_;
    uint32_t most_living_ = 0;
    cuda::PopulationWatch watch_;
    cuda::HostCopies copies_;
    bool timing_ = false;
    Trace* trace_ = nullptr;
    Trace::Track track_ = 0;
    Shared* shared_ = nullptr;  // non-null while another API reads the arrays; not owned
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const CudaDevice& device, CudaBuild build) {
    return std::make_unique<CudaBackend>(device, build);
}

CopyTimes time_cuda_copies(const CudaDevice& device) {
    UNDINE_CUDA(cudaSetDevice(static_cast<int>(device.index)));
    const uint64_t bytes = std::min(kCopyBytes, device.memory_bytes / 8);  // solvers live beside the two
    const cuda::DeviceArray from(bytes), to(bytes);
    const cuda::Stream stream;
    const cuda::Event before = cuda::Event::create(), after = cuda::Event::create();
    UNDINE_CUDA(cudaMemsetAsync(from.data(), 1, bytes, stream.handle()));
    CopyTimes times{bytes, {}};
    for (int run = 0; run <= kCopyRuns; ++run) {
        UNDINE_CUDA(cudaEventRecord(before.handle(), stream.handle()));
        UNDINE_CUDA(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream.handle()));
        UNDINE_CUDA(cudaEventRecord(after.handle(), stream.handle()));
        UNDINE_CUDA(cudaStreamSynchronize(stream.handle()));
        float ms = 0;
        UNDINE_CUDA(cudaEventElapsedTime(&ms, before.handle(), after.handle()));
        if (run > 0) times.seconds.push_back(double{ms} / 1e3);
    }
    return times;
}

}  // namespace undine
