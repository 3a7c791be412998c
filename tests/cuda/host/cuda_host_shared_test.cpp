// The CUDA backend's arrays in somebody else's memory, on a runtime in host memory: where they live, in which turn they
// are written and read, and every call that can fail. On a GPU: cuda/cuda_sharing_test.cpp.
#include <sys/mman.h>
#include <unistd.h>

#include <map>

#include "backends/cuda/shares_arrays.h"
#include "cuda/host/cuda_host.h"
#include "cuda/thread_backend.h"
#include "solver/solver.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

// A renderer's side: a file for each array, which both map, and one for the semaphore.
class CudaHostShared : public CudaHost {
  protected:
    static constexpr uint64_t kGuard = SharesArrays::kGuardBytes;

    ~CudaHostShared() override {
        for (int file : files_) close(file);
    }
    static std::unique_ptr<Backend> make_filled() {
        auto backend = make_backend();
        backend->allocate({100, 0, 1, 0}, {});
        return backend;
    }
    std::unique_ptr<SharedArrays> share(Backend& backend) {
        return dynamic_cast<SharesArrays&>(backend).share(
            FileDescriptor(dup(new_file(1))), [this] { return reclaimed_.emplace_back(fake_cuda().timeline + 1); });
    }
    void move(SharedArrays& shared, Field field, uint64_t elements) {
        const uint64_t bytes = elements * info(field).stride + 2 * kGuard;
        const int file = new_file(bytes + 4096);
        shared.move(field, {FileDescriptor(dup(file)), bytes + 4096, field == Field::velocity});
        files_of_[field] = file;
    }
    // What the other side sees.
    std::vector<float> seen(Field field, uint64_t elements) const {
        std::vector<float> values(elements * info(field).stride / 4);
        EXPECT_EQ(pread(files_of_.at(field), values.data(), values.size() * 4, kGuard), ssize_t(values.size() * 4));
        return values;
    }

    std::vector<uint64_t> reclaimed_;  // values that CUDA waits for

  private:
    int new_file(uint64_t bytes) {
        files_.push_back(memfd_create("shared", 0));
        EXPECT_EQ(ftruncate(files_.back(), ssize_t(bytes)), 0);
        return files_.back();
    }
    std::vector<int> files_;
    std::map<Field, int> files_of_;
};

void set_all(Backend& backend, Field field, float value) {
    const std::vector<float> values(400, value);
    backend.upload(field, values.data(), values.size() * 4);
}

float first_of(Backend& backend, Field field) {
    float value = 0;
    backend.download(field, &value, sizeof value);
    return value;
}

TEST_F(CudaHostShared, ArraysMoveWithTheirContentsAndStay) {
    auto backend = make_filled();
    set_all(*backend, Field::position, 1);
    set_all(*backend, Field::velocity, 2);
    const size_t before = fake_cuda().free_bytes;
    auto shared = share(*backend);
    move(*shared, Field::position, 100);
    move(*shared, Field::velocity, 100);
    EXPECT_EQ(fake_cuda().free_bytes, before + 2 * (1600 + 2 * kGuard)) << "they are nowhere else";
    EXPECT_EQ(fake_cuda().copies_within, 2u);
    EXPECT_EQ(seen(Field::position, 100), std::vector<float>(400, 1.0f));
    EXPECT_EQ(seen(Field::velocity, 100), std::vector<float>(400, 2.0f));
    EXPECT_TRUE(backend->guards_intact());
    set_all(*backend, Field::position, 3);
    EXPECT_EQ(seen(Field::position, 100)[399], 3.0f) << "in place";
    shared.reset();
    set_all(*backend, Field::velocity, 4);
    EXPECT_EQ(first_of(*backend, Field::velocity), 4.0f);
    EXPECT_EQ(seen(Field::velocity, 100)[0], 4.0f);
    EXPECT_TRUE(backend->guards_intact());
    shared = share(*backend);  // again, to another renderer
    move(*shared, Field::velocity, 100);
    EXPECT_EQ(seen(Field::velocity, 100)[0], 4.0f);
    shared.reset();
    EXPECT_EQ(fake_cuda().live_externals, 2u);
    backend->allocate({100, 0, 1, 0}, {});
    EXPECT_EQ(fake_cuda().live_externals, 0u) << "arrays of its own";
}

TEST_F(CudaHostShared, WhatIsLentIsWrittenOnlyOnceItIsTakenBack) {
    auto backend = make_filled();
    auto shared = share(*backend);
    move(*shared, Field::position, 100);
    using Order = std::vector<std::string>;
    uint64_t value = 0;
    for (int frame = 0; frame < 3; ++frame) {
        backend->fill(Field::position, 10 + frame);
        backend->fill(Field::velocity, 0);
        fake_cuda().shared.clear();
        reclaimed_.clear();
        shared->release(++value);
        EXPECT_EQ(fake_cuda().shared, Order{}) << "the host waits for nothing";
        backend->finish();
        EXPECT_EQ(fake_cuda().shared, Order{"signal " + std::to_string(value)});
        EXPECT_EQ(first_of(*backend, Field::position), seen(Field::position, 1)[0]);
        EXPECT_TRUE(backend->guards_intact());
        EXPECT_EQ(reclaimed_.size(), 0u) << "who reads takes nothing back";

        const float lent = seen(Field::position, 1)[0];
        backend->fill(Field::position, 99);
        backend->submit();
        EXPECT_EQ(reclaimed_, std::vector<uint64_t>{++value});
        EXPECT_THROW(backend->finish(), Error) << "it waits for the frame";
        EXPECT_EQ(seen(Field::position, 1)[0], lent);
        fake_cuda().timeline = value;
        backend->finish();
        EXPECT_EQ(fake_cuda().shared, (Order{"signal " + std::to_string(value - 1), "wait " + std::to_string(value)}));
        EXPECT_NE(seen(Field::position, 1)[0], lent);
        set_all(*backend, Field::position, 0);
        EXPECT_EQ(reclaimed_.size(), 1u) << "once";
    }
    shared->release(++value);
    backend->finish();
    reclaimed_.clear();  // an upload writes, too
    EXPECT_THROW(set_all(*backend, Field::position, 5), Error) << "it waits for the frame";
    EXPECT_EQ(reclaimed_.size(), 1u);
    fake_cuda().timeline = value + 1;
    backend->finish();
    EXPECT_EQ(fake_cuda().copies_within, 1u) << "that of the move: no frame has any";
}

TEST_F(CudaHostShared, StepsInGraphsAreReadInPlace) {
    const Scene scene = small_splash(kBusy);
    Solver solver(scene, shaken_fluid(scene), {}, make_backend());
    for (int step = 0; step < 3; ++step) solver.step();  // there is a graph, which knows where the arrays were
    const uint32_t particles = solver.extents().particles;
    auto shared = share(solver.backend());
    move(*shared, Field::position, particles);
    move(*shared, Field::id, particles);
    Solver again(scene, shaken_fluid(scene), {}, std::make_unique<ThreadBackend>());
    for (int step = 0; step < 3; ++step) again.step();
    uint64_t value = 0;
    for (int frame = 0; frame < 4; ++frame) {  // launched one by one at first, in a graph later
        solver.step();
        if (frame > 0) fake_cuda().timeline = ++value;  // the queue has read
        again.step();
        shared->release(++value);
        solver.finish();
        std::vector<float> expected(particles * 4), ids(particles);
        again.backend().download(Field::position, expected.data(), particles * 16);
        again.backend().download(Field::id, ids.data(), particles * 4);
        EXPECT_EQ(seen(Field::position, particles), expected) << "frame " << frame;
        EXPECT_EQ(seen(Field::id, particles), ids);
        EXPECT_EQ(fake_cuda().timeline, value);
    }
    EXPECT_GT(fake_cuda().graph_launches, 2u);
    EXPECT_TRUE(solver.backend().guards_intact());
}

TEST_F(CudaHostShared, WhatCannotBeImportedIsAnErrorThatLeavesEverythingAsItWas) {
    auto backend = make_filled();
    set_all(*backend, Field::position, 1);
    for (const char* call :
         {"cudaImportExternalMemory", "cudaExternalMemoryGetMappedBuffer", "cudaImportExternalSemaphore"}) {
        fake_cuda().refuses = call;
        fake_cuda().refuses_after = 0;
        try {
            auto shared = share(*backend);
            move(*shared, Field::position, 100);
            ADD_FAILURE() << call;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(call), std::string::npos) << error.what();
        }
        EXPECT_EQ(fake_cuda().live_externals, 0u) << call;
        fake_cuda().refuses.clear();
        EXPECT_EQ(first_of(*backend, Field::position), 1.0f);
        backend->fill(Field::velocity, 0);  // and goes on
        EXPECT_TRUE(backend->guards_intact());
    }
    EXPECT_NE(share(*backend), nullptr);
}

TEST_F(CudaHostShared, ADeviceThatFailsUnnoticedIsAskedFor) {
    auto backend = make_filled();
    auto shared = share(*backend);
    move(*shared, Field::position, 100);
    backend->fill(Field::position, 7);
    shared->release(1);
    EXPECT_NO_THROW(shared->check()) << "not done, but not lost";
    backend->finish();
    EXPECT_NO_THROW(shared->check());
    backend->fill(Field::velocity, 7);
    EXPECT_NO_THROW(backend->submit()) << "that something was not done is no error of a later call";
    EXPECT_NO_THROW(shared->check()) << "it waits for the frame";
    fake_cuda().timeline = 2;
    backend->finish();
    fake_cuda().fails_after = 0;
    backend->fill(Field::position, 8);
    EXPECT_THROW(backend->submit(), Error);
    EXPECT_THROW(shared->check(), Error);
    shared.reset();
    recover_fake_cuda();
}

TEST_F(CudaHostShared, ACallThatFailsIsAnError) {
    auto backend = make_filled();
    auto shared = share(*backend);
    move(*shared, Field::position, 100);
    fake_cuda().refuses = "cudaSignalExternalSemaphoresAsync";
    EXPECT_THROW(shared->release(1), Error);
    EXPECT_EQ(fake_cuda().timeline, 0u) << "never said to be written";
    fake_cuda().refuses.clear();
    shared->release(1);
    backend->finish();
    fake_cuda().refuses = "cudaWaitExternalSemaphoresAsync";
    for (int k = 0; k < 2; ++k) {
        const auto launches = fake_cuda().launches;
        backend->fill(Field::position, 7);
        EXPECT_THROW(backend->submit(), Error);
        EXPECT_EQ(fake_cuda().launches, launches) << "nothing is written that was not taken back";
    }
    fake_cuda().refuses.clear();
}

}  // namespace
}  // namespace undine::testing
