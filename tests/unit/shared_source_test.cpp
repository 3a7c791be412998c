// A solver's arrays in memory of the device that draws, on software drivers: they export memory, but no timeline
// semaphores, so that CUDA's side are its threads on the CPU, in imported memory, and the semaphore is not exported.
#include "render/source/shared_source.h"

#include <chrono>
#include <thread>
#include <utility>

#include "cuda/thread_backend.h"
#include "gpu/check.h"
#include "render/draw_testing.h"
#include "render/frame_readback.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

// Memory that was exported, imported and mapped: what CUDA's mapped buffer is.
class Imported {
  public:
    Imported(Context& context, ExportedMemory exported) : context_(context) {
        VkImportMemoryFdInfoKHR import{VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR};
        import.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
        import.fd = exported.descriptor.get();
        VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &import};
        allocate.allocationSize = exported.bytes;
        allocate.memoryTypeIndex = context.memory().find_types(~0u, MemoryKind::device).front();
        UNDINE_VK(context.vk().vkAllocateMemory(context.device(), &allocate, nullptr, &memory_));
        exported.descriptor.release();  // Vulkan's from here on
        UNDINE_VK(context.vk().vkMapMemory(context.device(), memory_, 0, VK_WHOLE_SIZE, 0, &data_));
    }
    Imported(Imported&& other) noexcept
        : context_(other.context_), memory_(std::exchange(other.memory_, VK_NULL_HANDLE)), data_(other.data_) {}
    ~Imported() { context_.vk().vkFreeMemory(context_.device(), memory_, nullptr); }

    std::byte* data() const { return static_cast<std::byte*>(data_); }

  private:
    Context& context_;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    void* data_ = nullptr;
};

// CUDA's threads on the CPU, in arrays that Vulkan reads, too. Its stream is the caller's thread but for the signal,
// which comes later from another one: when the frame that it holds has been submitted.
class Sharing final : public ThreadBackend, public SharesArrays {
  public:
    explicit Sharing(Context& context) : uuid(context.info().uuid), context_(context) {}

    SharesArrays* shares_arrays() override { return this; }
    const std::array<uint8_t, 16>& device_uuid() const override { return uuid; }
    std::unique_ptr<SharedArrays> share(FileDescriptor descriptor, std::function<uint64_t()> reclaim) override {
        EXPECT_EQ(descriptor.get(), -1) << "this test's semaphore is not exported";
        return std::make_unique<Shared>(*this, std::move(reclaim));
    }

    std::array<uint8_t, 16> uuid;
    VkSemaphore semaphore = VK_NULL_HANDLE;
    uint64_t last = 0;  // value of it that was asked for
    bool refuses = false, fails = false, never_signals = false;

  protected:
    void before_writing() override {
        if (shared_) shared_->acquire();
    }

  private:
    struct Shared final : SharedArrays {
        Shared(Sharing& own, std::function<uint64_t()> take) : other(own), reclaim(std::move(take)) {
            other.shared_ = this;
        }
        ~Shared() override {
            other.shared_ = nullptr;
            if (thread.joinable()) thread.join();
        }
        void move(Field field, ExportedMemory memory) override {
            if (other.refuses && field == Field::velocity) throw Error(Exit::no_device, "the test refuses it");
            other.ThreadBackend::move(field, other.memory_.emplace_back(other.context_, std::move(memory)).data());
        }
        void release(uint64_t written) override {
            EXPECT_GT(written, other.last);
            other.last = written;
            if (other.fails) throw Error(Exit::device_lost, "the test lost it");
            if (thread.joinable()) thread.join();
            thread = std::thread([this, written] {
                if (other.never_signals) return;
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
                signal.semaphore = other.semaphore;
                signal.value = written;
                EXPECT_EQ(other.context_.vk().vkSignalSemaphore(other.context_.device(), &signal), VK_SUCCESS);
            });
            released = true;
        }
        void check() override {
            if (other.fails) throw Error(Exit::device_lost, "the test lost it");
        }
        void acquire() {
            if (!std::exchange(released, false)) return;
            const uint64_t value = reclaim();
            EXPECT_GT(value, other.last);
            other.last = value;
            VkSemaphoreWaitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
            wait.semaphoreCount = 1;
            wait.pSemaphores = &other.semaphore;
            wait.pValues = &value;
            Context& context = other.context_;
            EXPECT_EQ(context.vk().vkWaitSemaphores(context.device(), &wait, UINT64_MAX), VK_SUCCESS);
        }
        Sharing& other;
        std::function<uint64_t()> reclaim;
        std::thread thread;
        bool released = false;
    };

    Context& context_;
    Shared* shared_ = nullptr;
    std::vector<Imported> memory_;  // as long as the arrays are in it
};

class SharedSourceTest : public VulkanTest {
  protected:
    // Memory that is exported, and that a test can map where it is imported.
    std::string problem() const {
        if (context().info().type != VK_PHYSICAL_DEVICE_TYPE_CPU) return "cuda/cuda_sharing_test.cpp is for GPUs";
        return ExportedBuffer::problem_of(context());
    }
    SharedSourceTest() {
        scene.parameters.tank_max = {1, 1, 0.5f};
        scene.fluids = {{{0, 0, 0}, {0.5f, 0.6f, 0.5f}, {1, 0, 0}}};
        initial = sample_fluid(scene);
        surroundings = make_surroundings(scene, initial);
        camera = picture_camera(scene, surroundings, 16.0f / 9);
        radius = drawn_radius(scene.parameters);
    }
    std::unique_ptr<Solver> make_solver(Style style, std::unique_ptr<Backend> backend) const {
        return std::make_unique<Solver>(scene, initial, BoundaryState{}, std::move(backend),
                                        SolverOptions{.derived = drawn_fields(style, Coloring::natural)});
    }
    std::unique_ptr<Solver> make_sharing(Style style) const {
        return make_solver(style, std::make_unique<Sharing>(context()));
    }
    std::unique_ptr<Solver> make_other(Style style) const {
        return make_solver(style, std::make_unique<ThreadBackend>());
    }
    std::unique_ptr<SharedSource> share(Solver& solver) {
        Sharing& backend = sharing(solver);
        Timeline timeline(context(), Timeline::Use::within);
        backend.semaphore = timeline.handle();
        backend.last = 0;
        return std::make_unique<SharedSource>(context(), solver, backend, radius, Coloring::natural,
                                              std::move(timeline));
    }
    static Sharing& sharing(Solver& solver) { return dynamic_cast<Sharing&>(solver.backend()); }
    // The same particles, copied by way of the host.
    std::unique_ptr<ParticleSource> copy(Solver& solver) { return make_particle_source(context(), solver, radius, 1); }
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

// The one solver's arrays are read in place while it goes on; another one's, step for step the same, are copied.
TEST_P(SharedSourceTest, ShowsWhatAnUploadShows) {
    if (const std::string reason = problem(); !reason.empty()) GTEST_SKIP() << reason;
    for (Style style : {Style::particles, Style::water}) {
        const auto solver = make_sharing(style), again = make_other(style);
        RenderSettings settings{160, 90, 1, Coloring::natural};
        settings.style = style;
        again->step();  // a source may be made at any time
        solver->step();
        const auto shared = share(*solver);
        const auto copied = copy(*again);
        FluidRenderer from_shared(context(), settings, surroundings, shared->view());
        FluidRenderer from_copied(context(), settings, surroundings, copied->view());
        for (int frame = 0; frame < 3; ++frame) {
            uint64_t before = sharing(*solver).last;
            for (int step = 0; step < 2; ++step) {
                solver->step();
                again->step();
            }
            const auto expected = picture_of(from_copied, *copied);
            EXPECT_EQ(picture_of(from_shared, *shared), expected) << "frame " << frame;
            EXPECT_EQ(sharing(*solver).last - before, frame == 0 ? 1u : 2u) << "released; acquired and released";
            before = sharing(*solver).last;
            EXPECT_EQ(picture_of(from_shared, *shared), expected) << "paused";
            EXPECT_EQ(sharing(*solver).last - before, style == Style::water ? 2u : 0u)
                << "only ellipsoids are made anew";
        }
        if (style == Style::particles) {
            for (Coloring coloring : {Coloring::id, Coloring::speed, Coloring::neighbors}) {
                shared->recolor(coloring);
                from_shared.recolor(coloring, shared->view());
                copied->recolor(coloring);
                from_copied.recolor(coloring, copied->view());
                EXPECT_EQ(picture_of(from_shared, *shared), picture_of(from_copied, *copied));
            }
        }
        const ParticleState drawn = solver->state(), other = again->state();
        EXPECT_EQ(drawn.position, other.position);
        EXPECT_EQ(drawn.velocity, other.velocity);
        EXPECT_TRUE(solver->backend().guards_intact());
    }
}

// The solver writes on at once: what is drawn is the state that was released, since it waits for the frame.
TEST_P(SharedSourceTest, AFrameHasReadBeforeTheNextStepWrites) {
    if (const std::string reason = problem(); !reason.empty()) GTEST_SKIP() << reason;
    const auto solver = make_sharing(Style::particles), again = make_other(Style::particles);
    const RenderSettings settings{160, 90, 1, Coloring::natural};
    const auto shared = share(*solver);
    const auto copied = copy(*again);
    FluidRenderer from_shared(context(), settings, surroundings, shared->view());
    FluidRenderer from_copied(context(), settings, surroundings, copied->view());
    const auto expected = picture_of(from_copied, *copied);
    FrameReadback readback(context(), settings.width, settings.height, 1);
    shared->prepare(commands().get(), 0);
    from_shared.record(commands(), camera);
    readback.record(commands().get(), from_shared.picture(), 0);
    commands().submit();
    solver->backend().fill(Field::position, 0);  // not even the same particles
    commands().wait();
    const auto pixels = readback.pixels(0);
    EXPECT_EQ(std::vector<std::byte>(pixels.begin(), pixels.end()), expected);
    EXPECT_NE(picture_of(from_shared, *shared), expected) << "the next frame shows it";
}

TEST_P(SharedSourceTest, TheSolverGoesOnWhereItsArraysAreOnceNobodyReadsThem) {
    if (const std::string reason = problem(); !reason.empty()) GTEST_SKIP() << reason;
    const auto solver = make_sharing(Style::particles), again = make_other(Style::particles);
    for (bool refuses : {false, true, false}) {  // half of the arrays have moved when it is refused
        sharing(*solver).refuses = refuses;
        if (refuses) {
            EXPECT_THROW(share(*solver), Error);
        } else {
            const auto shared = share(*solver);
            shared->prepare(commands().get(), 0);
            commands().submit();
        }
        for (int step = 0; step < 2; ++step) {
            solver->step();
            again->step();
        }
        EXPECT_EQ(solver->state().position, again->state().position);
        EXPECT_TRUE(solver->backend().guards_intact());
    }
}

TEST_P(SharedSourceTest, TheQueueGoesOnWhereNobodyWillSignal) {
    if (const std::string reason = problem(); !reason.empty()) GTEST_SKIP() << reason;
    Commands& ring = commands();  // asked for once: it waits
    for (bool later : {false, true}) {
        const auto solver = make_sharing(Style::particles);
        auto shared = share(*solver);
        if (later) {
            sharing(*solver).fails = true;
            EXPECT_THROW(shared->prepare(ring.get(), 0), Error);
        } else {
            sharing(*solver).never_signals = true;
            shared->prepare(ring.get(), 0);
            ring.submit();
            shared.reset();
        }
        ring.submit();
        ring.wait();
    }
}

// What CUDA does fails behind its last call: who waits for the picture has to find out.
TEST_P(SharedSourceTest, AWaitThatLastsAsksWhetherTheDeviceHasFailed) {
    if (const std::string reason = problem(); !reason.empty()) GTEST_SKIP() << reason;
    Commands& ring = commands();
    const auto solver = make_sharing(Style::particles);
    auto shared = share(*solver);
    sharing(*solver).never_signals = true;
    shared->prepare(ring.get(), 0);
    ring.submit();
    int asked = 0;
    ring.set_stall_check([&] {
        sharing(*solver).fails = ++asked == 2;
        shared->check();
    });
    EXPECT_THROW(ring.wait(), Error);
    EXPECT_EQ(asked, 2);
    ring.wait();  // the queue goes on
    ring.set_stall_check({});
}

TEST_P(SharedSourceTest, WhereItCannotBeTheReasonIsSaidOnce) {
    const auto solver = make_sharing(Style::particles);
    const std::string own = sharing_problem(context(), sharing(*solver));
    if (context().info().type == VK_PHYSICAL_DEVICE_TYPE_CPU) {
        const char* lacks = context().exports_semaphores() ? " cannot export timeline semaphores."
                                                           : " lacks VK_KHR_external_semaphore_fd.";
        EXPECT_EQ(own, context().info().name + lacks);
    }
    sharing(*solver).uuid[3] ^= 1;
    const std::string expected = context().info().name + " draws, but another device simulates.";
    EXPECT_EQ(sharing_problem(context(), sharing(*solver)), expected);

    ::testing::internal::CaptureStderr();
    for (int k = 0; k < 2; ++k) {
        const auto source = make_particle_source(context(), *solver, radius, 1);
        EXPECT_EQ(dynamic_cast<SharedSource*>(source.get()), nullptr);
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "Particles are copied by way of the host, which is slower: " + expected + "\n");
}

}  // namespace
}  // namespace undine::testing
