// The window: GLFW, and nothing of it beyond src/viewer.
#pragma once
#include <volk.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <functional>
#include <string>
#include <vector>

#include "viewer/core/mouse_queue.h"
#include "viewer/view_options.h"

namespace undine {

// GLFW for as long as it lives. Throws Error(no_device) where there is no display, or no Vulkan to show on it.
class WindowSystem {
  public:
    WindowSystem();
    ~WindowSystem();
    WindowSystem(const WindowSystem&) = delete;
    WindowSystem& operator=(const WindowSystem&) = delete;

    // What an instance needs to make surfaces.
    std::vector<const char*> instance_extensions() const;
};

struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
};

class Window {
  public:
    explicit Window(const ViewOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }

    // Throws Error(no_device) where none can be made. The caller owns it, and destroys it before the window.
    VkSurfaceKHR make_surface(VkInstance instance) const;

    bool closing() const { return glfwWindowShouldClose(window_); }
    void close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

    // Pixels of the inside; zero where it shows nothing.
    VkExtent2D pixels() const;
    bool hidden() const;

    float content_scale() const;  // 2 where text should have twice the pixels
    double refresh_rate() const;  // Hz, of the display it is on

    bool held(int key) const { return glfwGetKey(window_, key) == GLFW_PRESS; }

    void show() { glfwShowWindow(window_); }
    void set_title(const std::string& title);
    void toggle_fullscreen();

    // Called with GLFW's code and whether the key repeats, from inside glfwPollEvents and its like.
    std::function<void(int key, bool repeats)> on_key;

    // What the mouse did: frames take it from here.
    MouseQueue& mouse() { return mouse_; }

  private:
    void listen_to_mouse();
    GLFWmonitor* monitor() const;  // that most of the window is on; nullptr without any

    GLFWwindow* window_ = nullptr;
    MouseQueue mouse_;
    WindowPlace windowed_;  // where it returns to from the full screen
    std::string title_;
};

}  // namespace undine
