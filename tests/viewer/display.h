// A display for the real viewer: Xvfb with a window manager, hands (xdotool) and eyes (the screen's memory).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "unit/input_testing.h"

namespace undine::testing {

struct Screenshot {
    uint32_t width = 0, height = 0;
    std::vector<uint32_t> pixels;  // 0xRRGGBB, rows from top to bottom
    uint32_t at(uint32_t x, uint32_t y) const { return pixels[size_t{y} * width + x]; }
    bool operator==(const Screenshot&) const = default;
};

// What `undine view` with these arguments shows, until it is quit or the test ends.
class ShownViewer {
  public:
    // Waits until the window is there. `environment`: "NAME=value …".
    explicit ShownViewer(const std::string& arguments, const std::string& environment = "");
    ~ShownViewer();
    ShownViewer(const ShownViewer&) = delete;
    ShownViewer& operator=(const ShownViewer&) = delete;

    // A sentence why there is no window; "" if there is one. absent: since Xvfb, openbox or xdotool are not installed.
    const std::string& problem() const { return problem_; }
    bool absent() const { return absent_; }

    void key(const std::string& name) const;       // as X calls it: "space", "F11"
    void hands(const std::string& command) const;  // of xdotool; WINDOW stands for the window
    Screenshot look() const;                       // at the inside of the window
    void wait_for_frames() const;                  // until one has been shown that knows all that was done
    void while_it_stands(const std::vector<std::string>& commands) const;  // for the hands: all of it within one frame
    std::string title() const;
    bool shown() const;                                                           // not minimised
    const std::filesystem::path& directory() const { return directory_.path(); }  // where it was started
    int process() const;

    // Quits by Esc and returns the exit code; 128 if it does not end.
    int quit() const;
    std::string report() const { return read_file(directory_.path() / "report.json"); }
    std::string said() const { return read_file(directory_.path() / "log"); }

  private:
    std::string ask(const std::string& command) const;  // what xdotool answers
    bool wait_for_exit() const;

    TemporaryDirectory directory_;
    std::string display_, window_, problem_;
    bool absent_ = false;
};

// --backend of the program for a backend of test_backends.h.
std::string program_device(const std::string& backend);

// Asks until it is true, for as long as a slow machine may need; false if it never is.
bool eventually(const std::function<bool()>& condition);

}  // namespace undine::testing
