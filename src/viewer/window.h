// The window, by GLFW, which nothing outside src/viewer uses.
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

// Keeps GLFW initialised while it lives. Throws Error(no_device) without a display, or without Vulkan for it.
class WindowSystem {
  public:
    WindowSystem();
    ~WindowSystem();
    WindowSystem(const WindowSystem&) = delete;
    WindowSystem& operator=(const WindowSystem&) = delete;

    // The extensions that an instance needs to make surfaces.
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

    // Throws Error(no_device) if none can be made. The caller owns the surface, and destroys it before the window.
    VkSurfaceKHR make_surface(VkInstance instance) const;

    bool closing() const { return glfwWindowShouldClose(window_); }
    void close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

    // Pixels of the content area; zero if the window shows nothing.
    VkExtent2D pixels() const;
    bool hidden() const;

    float content_scale() const;  // 2 if text should have twice the pixels
    double refresh_rate() const;  // Hz, of the display it is on

    bool held(int key) const { return glfwGetKey(window_, key) == GLFW_PRESS; }

    void show() { glfwShowWindow(window_); }
    void set_title(const std::string& title);
    void toggle_fullscreen();

    // Called with GLFW's code and whether the key repeats, from inside glfwPollEvents() and the like.
    std::function<void(int key, bool repeats)> on_key;

    // Called with the path of a file that is dropped on the window, likewise.
    std::function<void(const std::string& path)> on_drop;

    // The mouse's events, from which each frame takes its share.
    MouseQueue& mouse() { return mouse_; }

  private:
    void listen_to_mouse();
    GLFWmonitor* monitor() const;  // the one that shows most of the window; nullptr if there is none

    GLFWwindow* window_ = nullptr;
    MouseQueue mouse_;
    WindowPlace windowed_;  // where it returns to from full screen
    std::string title_;
};

}  // namespace undine
