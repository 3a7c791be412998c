// The Vulkan loader and instance.
//
//     Instance instance;                                  // or Instance instance(extensions_of_the_window_system);
//     std::vector<DeviceInfo> devices = list_devices(instance);
//     Context context(instance, devices[choose_device(devices, "")]);
//
// UNDINE_VALIDATION=1 in the environment enables VK_LAYER_KHRONOS_validation: each warning or error is reported on
// stderr with its id and counted; the program turns a count above zero into a failure before it exits.
#pragma once
#include <volk.h>

#include <atomic>
#include <cstdint>
#include <span>

namespace undine {

class Instance {
  public:
    // `surface_extensions`: the instance extensions that a window needs; empty without a window.
    // Throws Error(no_device) if there is no loader or no driver.
    explicit Instance(std::span<const char* const> surface_extensions = {});

    // Borrows the instance of a program that this one is part of, of Vulkan 1.2 or later, and does not destroy it.
    // debug_utils: it has VK_EXT_debug_utils. loader: where its functions are; nullptr: the system's loader. Throws
    // Error(no_device) if there is none.
    Instance(VkInstance borrowed, bool debug_utils, PFN_vkGetInstanceProcAddr loader = nullptr);
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    VkInstance handle() const { return instance_; }
    bool has_debug_utils() const { return has_debug_utils_; }

    // The number of warnings and errors from the validation layer so far; 0 without it.
    uint64_t validation_messages() const { return validation_messages_; }

    // Throws Error(failed) if there were any.
    void require_no_validation_messages() const;

  private:
    static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                                     VkDebugUtilsMessageTypeFlagsEXT,
                                                     const VkDebugUtilsMessengerCallbackDataEXT*, void* self);

    VkInstance instance_ = VK_NULL_HANDLE;
    bool borrowed_ = false;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    bool has_debug_utils_ = false;
    std::atomic<uint64_t> validation_messages_ = 0;
};

}  // namespace undine
