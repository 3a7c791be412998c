// The window, by GLFW, which nothing outside src/viewer uses; or none (--headless).
#pragma once
#include <volk.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu/swapchain.h"
#include "viewer/core/mouse_queue.h"
#include "viewer/view_options.h"

namespace undine {

// Keeps GLFW initialised while it lives. Throws Error(no_device) without a display, or without Vulkan for it.
class WindowSystem {
  public:
    WindowSystem();
    ~WindowSystem();
    WindowSystem(const WindowSystem&) = delete;
    WindowSystem& operator=(const WindowSystem&) = delete;

    // The extensions that an instance needs to make surfaces.
    std::vector<const char*> instance_extensions() const;

    // A Wayland compositor asks only visible windows for frames; a driver that waits for that when it presents to a
    // hidden window would block the whole program.
    Pacing pacing() const;

    // Whether the queues of that family can present to the display's windows.
    static bool can_present(VkInstance instance, VkPhysicalDevice device, uint32_t queue_family);
};

// What the viewer shows its frames in, and hears of the user from.
class Window {
  public:
    Window() = default;
    virtual ~Window() = default;
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    virtual GLFWwindow* handle() const = 0;  // nullptr: there is no window

    // Throws Error(no_device) if none can be made. The caller owns the surface, and destroys it before the window.
    virtual VkSurfaceKHR make_surface(VkInstance instance) const = 0;

    virtual bool closing() const = 0;
    virtual void close() = 0;

    // Hears what has happened; the second waits for something to happen, at most that many seconds.
    virtual void poll() = 0;
    virtual void wait(double seconds) = 0;

    // Pixels of the content area, zero if the window shows nothing; and its width in the window system's units.
    virtual VkExtent2D pixels() const = 0;
    virtual float units() const = 0;
    virtual bool hidden() const = 0;

    virtual float content_scale() const = 0;  // 2 if text should have twice the pixels
    virtual double refresh_rate() const = 0;  // Hz, of the display it is on

    virtual bool held(int key) const = 0;

    virtual void show() = 0;
    virtual void set_title(const std::string& title) = 0;
    virtual void toggle_fullscreen() = 0;

    // Called with GLFW's code and whether the key repeats, from inside poll() and the like.
    std::function<void(int key, bool repeats)> on_key;

    // Called with the path of a file that is dropped on the window, likewise.
    std::function<void(const std::string& path)> on_drop;

    // The mouse's events, from which each frame takes its share.
    MouseQueue& mouse() { return mouse_; }

  protected:
    MouseQueue mouse_;
};

std::unique_ptr<Window> open_window(const ViewOptions& options);

// For frames of that size which nobody sees: nothing ever happens to it, and it never closes by itself.
std::unique_ptr<Window> make_unseen_window(const ViewOptions& options);

}  // namespace undine
