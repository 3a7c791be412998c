// A timeline semaphore between the queue and somebody else: another API that imports it, or the host.
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
    enum class Use { within, exported };  // exported: where export_problem_of() is empty

    // Begins at 0.
    Timeline(const Context& context, Use use);
    ~Timeline();  // nothing waits for it and nobody will signal it
    Timeline(Timeline&& other) noexcept
        : context_(other.context_), semaphore_(std::exchange(other.semaphore_, VK_NULL_HANDLE)), use_(other.use_) {}
    Timeline& operator=(Timeline&&) = delete;

    VkSemaphore handle() const { return semaphore_; }

    // Of an exported one; none of another.
    FileDescriptor descriptor() const;

    // The queue executes the commands and signals the value when all that was submitted before has been executed, too.
    void signal_by_queue(uint64_t value, VkCommandBuffer commands);

    // The commands, and what is submitted from here on, are executed once the value has been reached.
    void hold_queue(uint64_t value, VkCommandBuffer commands);

    // Signals the value where it was not reached: by the host, for one who will not any more.
    void release(uint64_t value) noexcept;

    // A sentence why the device cannot export one; empty: it can.
    static std::string export_problem_of(const Context& context);

  private:
    const Context& context_;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
    Use use_;
};

}  // namespace undine
