#include "viewer/display.h"

#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

namespace undine::testing {
namespace {

using namespace std::chrono_literals;

// A ceiling for what never happens: no machine is so slow and so loaded that what does happen takes as long.
constexpr std::chrono::milliseconds kPatience = 9min, kInterval = 100ms;

uint32_t big_endian(const std::string& bytes, size_t word) {
    uint32_t value = 0;
    for (size_t b = 0; b < 4; ++b) value = value << 8 | static_cast<unsigned char>(bytes[4 * word + b]);
    return value;
}

}  // namespace

std::string program_device(const std::string& backend) {
    if (backend == "lavapipe") return "vulkan:llvmpipe";
    if (backend == "swiftshader") return "vulkan:SwiftShader";
    const char* device = std::getenv("UNDINE_TEST_DEVICE");
    return std::string("vulkan:") + (device ? device : "");
}

bool eventually(const std::function<bool()>& condition) {
    for (const auto end = std::chrono::steady_clock::now() + kPatience; std::chrono::steady_clock::now() < end;) {
        if (condition()) return true;
        std::this_thread::sleep_for(kInterval);
    }
    return false;
}

ShownViewer::ShownViewer(const std::string& arguments, const std::string& environment) {
    const std::string d = directory_.path().string();
    std::system(("cd '" + d + "' && env " + environment + " '" UNDINE_ON_DISPLAY "' '" + d +
                 "' '" UNDINE_PROGRAM "' view " + arguments + " --json '" + d + "/report.json' >'" + d +
                 "/log' 2>&1 </dev/null &")
                    .c_str());
    const auto ended = [&] { return std::filesystem::file_size(directory_.path() / "status") > 0; };
    const auto exists = [&](const char* name) { return std::filesystem::exists(directory_.path() / name); };
    const bool shown = eventually([&] {
        if (exists("status") && ended()) return true;
        if (display_.empty() && exists("display"))
            display_ = ":" + std::to_string(std::stoi(read_file(directory_.path() / "display")));
        if (!display_.empty()) window_ = ask("search --onlyvisible --name '.* — .* particles'");
        return !window_.empty();
    });
    if (!window_.empty()) {
        hands("windowactivate WINDOW");
        eventually([&] { return ask("getactivewindow") == window_; });
        return;
    }
    absent_ = shown && read_file(directory_.path() / "status") == "77\n";
    problem_ = "the viewer shows no window: " + said();
}

ShownViewer::~ShownViewer() {
    if (problem_.empty() && !std::filesystem::exists(directory_.path() / "status")) quit();
}

std::string ShownViewer::ask(const std::string& command) const {
    FILE* pipe =
        popen(("LC_ALL=C.UTF-8 DISPLAY=" + display_ + " timeout 500 xdotool " + command + " 2>/dev/null").c_str(), "r");
    std::string answer;
    char buffer[256];
    while (std::fgets(buffer, sizeof buffer, pipe)) answer += buffer;
    pclose(pipe);
    if (!answer.empty() && answer.back() == '\n') answer.pop_back();
    return answer;
}

void ShownViewer::hands(const std::string& command) const {
    std::string text = command;
    for (size_t at; (at = text.find("WINDOW")) != std::string::npos;) text.replace(at, 6, window_);
    ask(text);
}

void ShownViewer::key(const std::string& name) const { ask("key " + name); }

// The picture that F2 writes is of a frame that knew all that was done before it; with the second one, the first one's
// frame has been shown.
void ShownViewer::wait_for_frames() const {
    namespace fs = std::filesystem;
    const fs::path out = directory_.path() / "out";
    auto pictures = [&] {
        std::vector<fs::path> found;
        std::error_code none;
        for (const auto& entry : fs::directory_iterator(out, none))
            if (entry.path().extension() == ".png") found.push_back(entry.path());
        return found;
    };
    for (int frame = 0; frame < 2; ++frame) {
        const std::vector<fs::path> before = pictures();
        fs::path written;
        key("F2");
        eventually([&] {
            for (const fs::path& picture : pictures())
                if (std::find(before.begin(), before.end(), picture) == before.end()) written = picture;
            return !written.empty() || !read_file(directory_.path() / "status").empty();
        });
        std::error_code none;
        fs::remove(written, none);
    }
}

void ShownViewer::while_it_stands(const std::vector<std::string>& commands) const {
    const int viewer = process();
    if (viewer == 0) return;
    kill(viewer, SIGSTOP);
    for (const std::string& command : commands) hands(command);
    kill(viewer, SIGCONT);
}

std::string ShownViewer::title() const { return ask("getwindowname " + window_); }

bool ShownViewer::shown() const { return !ask("search --onlyvisible --name '.* — .* particles'").empty(); }

int ShownViewer::process() const {
    const std::string answer = ask("getwindowpid " + window_);
    return answer.empty() ? 0 : std::stoi(answer);
}

// The XWD file that Xvfb keeps its screen in: a header of big-endian words, colours, then pixels.
Screenshot ShownViewer::look() const {
    int x = 0, y = 0, width = 0, height = 0;
    std::istringstream place(ask("getwindowgeometry --shell " + window_));
    for (std::string line; std::getline(place, line);) {
        std::sscanf(line.c_str(), "X=%d", &x);
        std::sscanf(line.c_str(), "Y=%d", &y);
        std::sscanf(line.c_str(), "WIDTH=%d", &width);
        std::sscanf(line.c_str(), "HEIGHT=%d", &height);
    }
    const std::string screen = read_file(directory_.path() / "Xvfb_screen0");
    const uint32_t header = big_endian(screen, 0), line_bytes = big_endian(screen, 12), colors = big_endian(screen, 19);
    Screenshot shot{static_cast<uint32_t>(width), static_cast<uint32_t>(height), {}};
    for (int row = y; row < y + height; ++row)
        for (int column = x; column < x + width; ++column) {
            uint32_t pixel = 0;
            const size_t at = header + 12 * size_t{colors} + size_t(row) * line_bytes + 4 * size_t(column);
            if (at + 4 <= screen.size()) std::memcpy(&pixel, screen.data() + at, 4);
            shot.pixels.push_back(pixel & 0xFFFFFF);
        }
    return shot;
}

bool ShownViewer::wait_for_exit() const {
    return eventually([&] { return !read_file(directory_.path() / "status").empty(); });
}

int ShownViewer::quit() const {
    key("Escape");
    return wait_for_exit() ? std::stoi(read_file(directory_.path() / "status")) : 128;
}

}  // namespace undine::testing
