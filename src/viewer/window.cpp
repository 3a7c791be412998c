#include "viewer/window.h"

#include <algorithm>

#include "error.h"
#include "gpu/check.h"

namespace undine {
namespace {

// GLFW's own description of its last error.
std::string last_error() {
    const char* text = nullptr;
    if (glfwGetError(&text) == GLFW_NO_ERROR || !text) return "no reason was given";
    return text;
}

int overlap(int a, int a_size, int b, int b_size) { return std::min(a + a_size, b + b_size) - std::max(a, b); }

}  // namespace

WindowSystem::WindowSystem() {
    if (!glfwInit()) throw Error(Exit::no_device, "There is no display to open a window on (" + last_error() + ").");
    if (!glfwVulkanSupported()) {
        const std::string reason = last_error();
        glfwTerminate();
        throw Error(Exit::no_device, "The Vulkan loader cannot present to this display (" + reason + ").");
    }
}

WindowSystem::~WindowSystem() { glfwTerminate(); }

std::vector<const char*> WindowSystem::instance_extensions() const {
    uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    return {names, names + count};
}

Window::Window(const ViewOptions& options) {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // until there is something to show
    window_ =
        glfwCreateWindow(static_cast<int>(options.width), static_cast<int>(options.height), "Undine", nullptr, nullptr);
    if (!window_) throw Error(Exit::no_device, "The window cannot be opened (" + last_error() + ").");
    glfwSetWindowSizeLimits(window_, 160, 120, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int) {
        const auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        if (action != GLFW_RELEASE && self.on_key) self.on_key(key, action == GLFW_REPEAT);
    });
    listen_to_mouse();
}

// By callbacks: polling the mouse would show only the last of the events since the previous frame.
void Window::listen_to_mouse() {
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
        static_cast<Window*>(glfwGetWindowUserPointer(window))->mouse_.move({x, y});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int mods) {
        auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        self.mouse_.button(static_cast<size_t>(button), action == GLFW_PRESS, mods & GLFW_MOD_CONTROL);
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        const auto& self = *static_cast<Window*>(glfwGetWindowUserPointer(window));
        for (int k = 0; k < count && self.on_drop; ++k) self.on_drop(paths[k]);
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double y) {
        static_cast<Window*>(glfwGetWindowUserPointer(window))->mouse_.wheel(static_cast<float>(y));
    });
}

Window::~Window() { glfwDestroyWindow(window_); }

VkSurfaceKHR Window::make_surface(VkInstance instance) const {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    UNDINE_VK(glfwCreateWindowSurface(instance, window_, nullptr, &surface));
    return surface;
}

VkExtent2D Window::pixels() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    return {static_cast<uint32_t>(width), static_cast<uint32_t>(height)};
}

bool Window::hidden() const {
    const VkExtent2D size = pixels();
    return size.width == 0 || size.height == 0 || glfwGetWindowAttrib(window_, GLFW_ICONIFIED);
}

float Window::content_scale() const {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return y > 0 ? y : 1;
}

double Window::refresh_rate() const {
    constexpr double kUnknown = 60;  // displays without a mode: virtual ones, some remote ones
    GLFWmonitor* on = monitor();
    const GLFWvidmode* mode = on ? glfwGetVideoMode(on) : nullptr;
    return mode && mode->refreshRate > 0 ? mode->refreshRate : kUnknown;
}

void Window::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::toggle_fullscreen() {
    WindowPlace& w = windowed_;
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, w.x, w.y, w.width, w.height, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* on = monitor();
    if (!on) return;  // no display is connected: nothing to fill
    glfwGetWindowPos(window_, &w.x, &w.y);
    glfwGetWindowSize(window_, &w.width, &w.height);
    const GLFWvidmode* mode = glfwGetVideoMode(on);
    if (!mode) return;  // just unplugged
    glfwSetWindowMonitor(window_, on, 0, 0, mode->width, mode->height, mode->refreshRate);
}

GLFWmonitor* Window::monitor() const {
    if (GLFWmonitor* full = glfwGetWindowMonitor(window_)) return full;
    int x, y, width, height, count = 0;
    glfwGetWindowPos(window_, &x, &y);
    glfwGetWindowSize(window_, &width, &height);
    GLFWmonitor** all = glfwGetMonitors(&count);
    GLFWmonitor* best = nullptr;
    int64_t largest = -1;
    for (int m = 0; m < count; ++m) {
        int left, top;
        glfwGetMonitorPos(all[m], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(all[m]);
        if (!mode) continue;  // just unplugged
        const int64_t area = int64_t{std::max(0, overlap(x, width, left, mode->width))} *
                             std::max(0, overlap(y, height, top, mode->height));
        if (area > largest) largest = area, best = all[m];
    }
    return best;
}

}  // namespace undine
