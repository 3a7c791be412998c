// Particles that another API writes into memory of the device that draws, on software drivers: they export memory, but no
// timeline semaphores, so that a thread of the host plays CUDA's stream, on a semaphore that is not exported.
#include "render/shared_source.h"

#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "backends/cpu/cpu_backend.h"
#include "cuda/thread_backend.h"
#include "error.h"
#include "gpu/check.h"
#include "render/draw_testing.h"
#include "render/frame_readback.h"
#include "scene/sampling.h"

namespace undine::testing {
namespace {

// Memory that was exported, imported and mapped: what CUDA's mapped buffer is.
class Imported {
  public:
    Imported(Context& context, ExportedArray exported) : context_(context), bytes_(exported.bytes) {
        VkImportMemoryFdInfoKHR import{VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR};
        import.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
        import.fd = exported.memory.get();
        VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &import};
        allocate.allocationSize = exported.memory_bytes;
        allocate.memoryTypeIndex = context.memory().find_type(~0u, MemoryKind::device);
        UNDINE_VK(context.vk().vkAllocateMemory(context.device(), &allocate, nullptr, &memory_));
        exported.memory.release();  // Vulkan's from here on
        void* mapped = nullptr;
        UNDINE_VK(context.vk().vkMapMemory(context.device(), memory_, 0, VK_WHOLE_SIZE, 0, &mapped));
        data_ = {static_cast<std::byte*>(mapped), bytes_};
    }
    Imported(Imported&& other) noexcept
        : context_(other.context_),
          bytes_(other.bytes_),
          memory_(std::exchange(other.memory_, VK_NULL_HANDLE)),
          data_(other.data_) {}
    ~Imported() { context_.vk().vkFreeMemory(context_.device(), memory_, nullptr); }

    std::span<std::byte> data() const { return data_; }

  private:
    Context& context_;
    uint64_t bytes_;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    std::span<std::byte> data_;
};

struct Other : SharesFrames {
    Other(Context& own_context, Backend& own_backend) : context(own_context), backend(own_backend) {}

    const std::array<uint8_t, 16>& device_uuid() const override { return context.info().uuid; }
    std::unique_ptr<SharedFrames> share(std::vector<ExportedArray> arrays, FileDescriptor descriptor) override {
        EXPECT_EQ(descriptor.get(), -1) << "this test's semaphore is not exported";
        return std::make_unique<Frames>(*this, std::move(arrays));
    }

    struct Frames : SharedFrames {
        Frames(Other& own, std::vector<ExportedArray> exported) : other(own) {
            for (ExportedArray& array : exported) arrays.emplace_back(other.context, std::move(array));
        }
        ~Frames() override {
            if (thread.joinable()) thread.join();
        }
        void write(std::span<const FrameCopy> copies, uint64_t after, uint64_t written) override {
            if (thread.joinable()) thread.join();
            EXPECT_GT(after, other.last);
            EXPECT_GT(written, after);
            other.last = written;
            if (other.fails) throw Error(Exit::device_lost, "the test lost it");
            for (const FrameCopy& copy : copies) {  // what a stream copies later is what is there now
                bytes[copy.array].resize(arrays[copy.array].data().size());
                const uint64_t size = element_count(copy.field, other.extents) * info(copy.field).stride;
                ASSERT_LE(size, bytes[copy.array].size());
                other.backend.download(copy.field, bytes[copy.array].data(), size);
            }
            thread = std::thread([this, after, written] { run(after, written); });
        }
        void run(uint64_t after, uint64_t written) {
            Context& context = other.context;
            VkSemaphoreWaitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
            wait.semaphoreCount = 1;
            wait.pSemaphores = &other.semaphore;
            wait.pValues = &after;
            EXPECT_EQ(context.vk().vkWaitSemaphores(context.device(), &wait, uint64_t{20'000'000'000}), VK_SUCCESS);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the frame is submitted before this is done
            for (size_t a = 0; a < arrays.size(); ++a)
                if (!bytes[a].empty()) std::memcpy(arrays[a].data().data(), bytes[a].data(), bytes[a].size());
            if (other.never_signals) return;
            VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
            signal.semaphore = other.semaphore;
            signal.value = written;
            EXPECT_EQ(context.vk().vkSignalSemaphore(context.device(), &signal), VK_SUCCESS);
        }
        Other& other;
        std::vector<Imported> arrays;
        std::array<std::vector<std::byte>, 4> bytes;
        std::thread thread;
    };

    Context& context;
    Backend& backend;
    Extents extents;
    VkSemaphore semaphore = VK_NULL_HANDLE;
    uint64_t last = 0;
    bool fails = false, never_signals = false;
};

class SharedSourceTest : public VulkanTest {
  protected:
    SharedSourceTest() {
        scene.parameters.tank_max = {1, 1, 0.5f};
        scene.fluids = {{{0, 0, 0}, {0.5f, 0.6f, 0.5f}, {1, 0, 0}}};
        initial = sample_fluid(scene);
        surroundings = make_surroundings(scene, initial);
        camera = picture_camera(scene, surroundings, 16.0f / 9);
        radius = drawn_radius(scene.parameters);
    }
    std::unique_ptr<Solver> make_solver(Style style) const {
        return std::make_unique<Solver>(scene, initial, BoundaryState{}, make_cpu_backend(1),
                                        drawn_fields(style, Coloring::natural));
    }
    std::unique_ptr<SharedSource> share(Solver& solver, Other& other, Coloring coloring = Coloring::natural) {
        other.extents = solver.extents();
        Timeline timeline(context(), Timeline::Use::within);
        other.semaphore = timeline.handle();
        return std::make_unique<SharedSource>(context(), solver, other, radius, coloring, std::move(timeline));
    }
    std::vector<std::byte> picture_of(FluidRenderer& renderer, ParticleSource& source) {
        FrameReadback readback(context(), renderer.settings().width, renderer.settings().height, 1);
        source.prepare(commands().get(), 0);
        renderer.record(commands(), camera);
        readback.record(commands().get(), renderer.picture(), 0);
        commands().submit();
        commands().wait();
        const auto pixels = readback.pixels(0);
        return {pixels.begin(), pixels.end()};
    }

    Scene scene;
    ParticleState initial;
    Surroundings surroundings;
    Camera camera;
    float radius;
};

UNDINE_ON_EVERY_VULKAN_DRIVER(SharedSourceTest);

TEST_P(SharedSourceTest, ShowsWhatAnUploadShows) {
    if (const std::string problem = ExportedBuffer::problem_of(context()); !problem.empty()) GTEST_SKIP() << problem;
    for (Style style : {Style::particles, Style::water}) {
        const auto solver = make_solver(style);
        RenderSettings settings{160, 90, 1, Coloring::natural};
        settings.style = style;
        Other other(context(), solver->backend());
        const auto shared = share(*solver, other);
        const auto copied = make_particle_source(context(), *solver, radius, 1);
        FluidRenderer from_shared(context(), settings, surroundings, shared->view());
        FluidRenderer from_copied(context(), settings, surroundings, copied->view());
        for (int frame = 0; frame < 2; ++frame) {
            for (int step = 0; step < 2; ++step) solver->step();
            EXPECT_EQ(picture_of(from_shared, *shared), picture_of(from_copied, *copied)) << "frame " << frame;
            EXPECT_EQ(other.last, 2u * frame + 2);
        }
        if (style == Style::water) continue;
        for (Coloring coloring : {Coloring::id, Coloring::speed}) {
            shared->recolor(coloring);
            from_shared.recolor(coloring, shared->view());
            copied->recolor(coloring);
            from_copied.recolor(coloring, copied->view());
            EXPECT_EQ(picture_of(from_shared, *shared), picture_of(from_copied, *copied));
        }
    }
}

TEST_P(SharedSourceTest, TheQueueGoesOnWhereNobodyWillSignal) {
    if (const std::string problem = ExportedBuffer::problem_of(context()); !problem.empty()) GTEST_SKIP() << problem;
    Commands& ring = commands();  // asked for once: it waits
    const auto solver = make_solver(Style::particles);
    for (bool later : {false, true}) {
        Other other(context(), solver->backend());
        auto shared = share(*solver, other);
        other.never_signals = true;
        shared->prepare(ring.get(), 0);
        ring.submit();
        other.fails = true;
        if (later) EXPECT_THROW(shared->prepare(ring.get(), 0), Error);
        else shared.reset();
        ring.submit();
        ring.wait();
    }
}

// A backend that would share.
class Sharing final : public ThreadBackend, public SharesFrames {
  public:
    explicit Sharing(const std::array<uint8_t, 16>& uuid) : uuid_(uuid) {}
    const std::array<uint8_t, 16>& device_uuid() const override { return uuid_; }
    std::unique_ptr<SharedFrames> share(std::vector<ExportedArray>, FileDescriptor) override {
        throw Error(Exit::no_device, "Nothing is shared in this test.");
    }

  private:
    std::array<uint8_t, 16> uuid_;
};

TEST_P(SharedSourceTest, WhereItCannotBeTheReasonIsSaidOnce) {
    std::array<uint8_t, 16> other = context().info().uuid;
    other[3] ^= 1;
    EXPECT_EQ(sharing_problem(context(), Sharing(other)), context().info().name + " draws, another device simulates.");
    const std::string own = sharing_problem(context(), Sharing(context().info().uuid));
    if (context().info().type == VK_PHYSICAL_DEVICE_TYPE_CPU) {
        const char* lacks = context().exports_semaphores() ? " exports no timeline semaphores."
                                                           : " lacks VK_KHR_external_semaphore_fd.";
        EXPECT_EQ(own, context().info().name + lacks);
    }

    Solver solver(scene, initial, {}, std::make_unique<Sharing>(other));
    ::testing::internal::CaptureStderr();
    for (int k = 0; k < 2; ++k) {
        const auto source = make_particle_source(context(), solver, radius, 1);
        EXPECT_EQ(dynamic_cast<SharedSource*>(source.get()), nullptr);
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "Particles are copied by way of the host, which is slower: " + context().info().name +
                  " draws, another device simulates.\n");
}

}  // namespace
}  // namespace undine::testing
