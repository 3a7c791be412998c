// RAII owners of the current device's memory, of host memory that it writes, of events and streams. Their destructors
// ignore errors.
#pragma once
#include <cstddef>
#include <utility>

#include "backends/cuda/check.h"
#include "backends/cuda/shares_arrays.h"

namespace undine::cuda {

class DeviceArray {
  public:
    DeviceArray() = default;
    explicit DeviceArray(size_t bytes) : bytes_(bytes) { UNDINE_CUDA(cudaMalloc(&memory_, bytes)); }
    DeviceArray(ExportedMemory exported, size_t bytes);  // maps the start of Vulkan's memory and keeps it alive
    DeviceArray(DeviceArray&& other) noexcept { swap(other); }
    DeviceArray& operator=(DeviceArray other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceArray() {
        not_checked(cudaFree(memory_));
        if (external_) not_checked(cudaDestroyExternalMemory(external_));
    }

    std::byte* data() const { return static_cast<std::byte*>(memory_); }
    size_t size() const { return bytes_; }  // bytes

  private:
    void swap(DeviceArray& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(external_, other.external_);
        std::swap(bytes_, other.bytes_);
    }

    void* memory_ = nullptr;
    cudaExternalMemory_t external_ = nullptr;  // what memory_ is mapped from; nullptr if from cudaMalloc
    size_t bytes_ = 0;
};

// Memory of the host that the device writes by itself, so that nobody waits for a copy to begin.
class PinnedMemory {
  public:
    PinnedMemory() = default;
    explicit PinnedMemory(size_t bytes) : bytes_(bytes) { UNDINE_CUDA(cudaMallocHost(&memory_, bytes)); }
    PinnedMemory(PinnedMemory&& other) noexcept { swap(other); }
    PinnedMemory& operator=(PinnedMemory other) noexcept {
        swap(other);
        return *this;
    }
    ~PinnedMemory() {
        if (memory_) not_checked(cudaFreeHost(memory_));
    }
    void* data() const { return memory_; }
    size_t size() const { return bytes_; }

  private:
    void swap(PinnedMemory& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
    }
    void* memory_ = nullptr;
    size_t bytes_ = 0;
};

class Event {
  public:
    Event() = default;
    static Event create() {
        Event event;
        UNDINE_CUDA(cudaEventCreate(&event.event_));
        return event;
    }
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }
    ~Event() {
        if (event_) not_checked(cudaEventDestroy(event_));
    }
    cudaEvent_t handle() const { return event_; }

  private:
    cudaEvent_t event_ = nullptr;
};

class Stream {
  public:
    Stream() { UNDINE_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { not_checked(cudaStreamDestroy(stream_)); }
    cudaStream_t handle() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

}  // namespace undine::cuda
