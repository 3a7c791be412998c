#include "viewer/window.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "gpu/check.h"
#include "gpu/device_list.h"
#include "undine/error.h"

namespace undine {
namespace {

// GLFW's own description of its last error.
std::string last_error() {
    const char* text = nullptr;
    if (glfwGetError(&text) == GLFW_NO_ERROR || !text) return "no reason was given";
    return text;
}

int overlap(int a, int a_size, int b, int b_size) { return std::min(a + a_size, b + b_size) - std::max(a, b); }

constexpr double kUnknownRate = 60;  // Hz, of displays without a mode: virtual ones, some remote ones

struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
};

class GlfwWindow final : public Window {
  public:
    explicit GlfwWindow(const ViewOptions& options);
    ~GlfwWindow() override { glfwDestroyWindow(window_); }

    GLFWwindow* handle() const override { return window_; }
    VkSurfaceKHR make_surface(VkInstance instance) const override;
    bool closing() const override { return glfwWindowShouldClose(window_); }
    void close() override { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
    void poll() override;
    void wait(double seconds) override;
    VkExtent2D pixels() const override { return seen_.pixels; }
    float units() const override { return seen_.units; }
    bool hidden() const override { return seen_.hidden || seen_.pixels.width == 0 || seen_.pixels.height == 0; }
    float content_scale() const override { return seen_.content_scale; }
    double refresh_rate() const override { return refresh_rate_; }
    bool held(int key) const override { return glfwGetKey(window_, key) == GLFW_PRESS; }
    void show() override;
    void set_title(const std::string& title) override;
    void toggle_fullscreen() override;

  private:
    // What a frame knows of the window. Each is a question to the window system, and the display's rate a dozen: asked
    // once a frame, after its events, and the rate once a second.
    struct Seen {
        VkExtent2D pixels{};
        float units = 0, content_scale = 1;
        bool hidden = false;
    };

    void listen_to_mouse();
    void look();
    GLFWmonitor* monitor() const;  // the one that shows most of the window; nullptr if there is none

    GLFWwindow* window_ = nullptr;
    Seen seen_;
    double refresh_rate_ = kUnknownRate, rate_asked_ = -1;  // glfwGetTime() when it was
    WindowPlace windowed_;                                  // where it returns to from full screen
    std::string title_;
};

GlfwWindow::GlfwWindow(const ViewOptions& options) {
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // until there is something to show
    window_ =
        glfwCreateWindow(static_cast<int>(options.width), static_cast<int>(options.height), "Undine", nullptr, nullptr);
    if (!window_) throw Error(Exit::no_device, "The window cannot be opened (" + last_error() + ").");
    glfwSetWindowSizeLimits(window_, 160, 120, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetWindowUserPointer(window_, this);
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int) {
        const Window& self = *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
        if (action != GLFW_RELEASE && self.on_key) self.on_key(key, action == GLFW_REPEAT);
    });
    listen_to_mouse();
    look();
}

// By callbacks: polling the mouse would show only the last of the events since the previous frame.
void GlfwWindow::listen_to_mouse() {
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
        static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->mouse_.move({x, y});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int mods) {
        auto& self = *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
        self.mouse_.button(static_cast<size_t>(button), action == GLFW_PRESS, mods & GLFW_MOD_CONTROL);
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        const auto& self = *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
        for (int k = 0; k < count && self.on_drop; ++k) self.on_drop(paths[k]);
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double y) {
        static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->mouse_.wheel(static_cast<float>(y));
    });
}

VkSurfaceKHR GlfwWindow::make_surface(VkInstance instance) const {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    UNDINE_VK(glfwCreateWindowSurface(instance, window_, nullptr, &surface));
    return surface;
}

void GlfwWindow::poll() {
    glfwPollEvents();
    look();
}

void GlfwWindow::wait(double seconds) {
    glfwWaitEventsTimeout(seconds);
    look();
}

void GlfwWindow::show() {
    glfwShowWindow(window_);
    look();
}

void GlfwWindow::look() {
    int width = 0, height = 0, units = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glfwGetWindowSize(window_, &units, nullptr);
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    seen_ = {{static_cast<uint32_t>(width), static_cast<uint32_t>(height)},
             static_cast<float>(units),
             y > 0 ? y : 1,
             glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE};
    const double now = glfwGetTime();
    if (rate_asked_ >= 0 && now - rate_asked_ < 1) return;
    rate_asked_ = now;
    GLFWmonitor* on = monitor();
    const GLFWvidmode* mode = on ? glfwGetVideoMode(on) : nullptr;
    refresh_rate_ = mode && mode->refreshRate > 0 ? mode->refreshRate : kUnknownRate;
}

void GlfwWindow::set_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    glfwSetWindowTitle(window_, title.c_str());
}

void GlfwWindow::toggle_fullscreen() {
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

GLFWmonitor* GlfwWindow::monitor() const {
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

class UnseenWindow final : public Window {
  public:
    explicit UnseenWindow(const ViewOptions& options) : pixels_{options.width, options.height} {}

    GLFWwindow* handle() const override { return nullptr; }
    VkSurfaceKHR make_surface(VkInstance) const override { return VK_NULL_HANDLE; }
    bool closing() const override { return closing_; }
    void close() override { closing_ = true; }
    void poll() override {}
    void wait(double seconds) override { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }
    VkExtent2D pixels() const override { return pixels_; }
    float units() const override { return static_cast<float>(pixels_.width); }
    bool hidden() const override { return false; }
    float content_scale() const override { return 1; }
    double refresh_rate() const override { return kUnknownRate; }
    bool held(int) const override { return false; }
    void show() override {}
    void set_title(const std::string&) override {}
    void toggle_fullscreen() override {}

  private:
    VkExtent2D pixels_;
    bool closing_ = false;
};

}  // namespace

WindowSystem::WindowSystem() {
    if (!glfwInit())
        throw Error(Exit::no_device,
                    "There is no display to open a window on (" + last_error() + "). `undine capture` needs none.");
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

Pacing WindowSystem::pacing() const {
    const bool wayland = std::ranges::any_of(
        instance_extensions(), [](const char* name) { return name == std::string_view("VK_KHR_wayland_surface"); });
    return wayland ? Pacing::caller : Pacing::display;
}

bool WindowSystem::can_present(VkInstance instance, VkPhysicalDevice device, uint32_t queue_family) {
    return has_extension(device, VK_KHR_SWAPCHAIN_EXTENSION_NAME) &&
           glfwGetPhysicalDevicePresentationSupport(instance, device, queue_family) == GLFW_TRUE;
}

std::unique_ptr<Window> open_window(const ViewOptions& options) { return std::make_unique<GlfwWindow>(options); }

std::unique_ptr<Window> make_unseen_window(const ViewOptions& options) {
    return std::make_unique<UnseenWindow>(options);
}

}  // namespace undine
