// A timeline semaphore between the queue and another party: an API that imports it, or the host.
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>
#include <utility>

#include "gpu/file_descriptor.h"

namespace undine {

class Context;

class Timeline {
  public:
    enum class Use { within, exported };  // exported: requires that export_problem_of() is empty

    // The initial value is 0.
    Timeline(const Context& context, Use use);
    ~Timeline();  // no wait or signal of it may be pending
    Timeline(Timeline&& other) noexcept
        : context_(other.context_), semaphore_(std::exchange(other.semaphore_, VK_NULL_HANDLE)), use_(other.use_) {}
    Timeline& operator=(Timeline&&) = delete;

    VkSemaphore handle() const { return semaphore_; }

    // A new descriptor of an exported semaphore; an empty one for Use::within.
    FileDescriptor descriptor() const;

    // Submits the commands and signals the value once they and everything submitted before have been executed.
    void signal_by_queue(uint64_t value, VkCommandBuffer commands);

    // Submits the commands; they and everything submitted afterwards are executed only once the value has been reached.
    void hold_queue(uint64_t value, VkCommandBuffer commands);

    // Signals the value from the host if it has not been reached, for a waiter whose signaller is gone.
    void release(uint64_t value) noexcept;

    // Why the device cannot export one, as a sentence; empty: it can.
    static std::string export_problem_of(const Context& context);

  private:
    const Context& context_;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
    Use use_;
};

}  // namespace undine
