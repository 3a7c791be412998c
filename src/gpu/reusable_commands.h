// A command buffer that is recorded once and may be submitted any number of times, even while it is in flight.
#pragma once
#include <volk.h>

#include <functional>
#include <string>

namespace undine {

class Context;

class ReusableCommands {
  public:
    ReusableCommands(const Context& context, const std::string& name,
                     const std::function<void(VkCommandBuffer)>& record);
    ~ReusableCommands();  // it must not be in flight
    ReusableCommands(const ReusableCommands&) = delete;
    ReusableCommands& operator=(const ReusableCommands&) = delete;

    VkCommandBuffer get() const { return buffer_; }

  private:
    const Context& context_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkCommandBuffer buffer_ = VK_NULL_HANDLE;
};

}  // namespace undine
