// The mouse's events in the order in which they happened, distributed over frames so that each frame sees one position
// of the pointer with the buttons that were down there: during a slow frame, a press, a drag and the release may all
// have arrived. Plain bookkeeping without access to a window.
#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <glm/vec2.hpp>
#include <optional>

namespace undine {

struct MouseFrame {
    std::optional<glm::vec2> position;      // window units; empty until the pointer has been seen
    std::array<bool, 3> down{};             // left, right, middle
    std::optional<bool> pressed_with_ctrl;  // whether Ctrl was down at a press in this frame; empty: no press
    float wheel = 0;
};

class MouseQueue {
  public:
    void move(glm::vec2 to);
    void button(size_t which, bool down, bool ctrl);  // other buttons than the three are ignored
    void wheel(float notches);

    // Takes the next frame's events: a move to one place, then at most one button that changes there. A drag's last
    // move has a frame of its own before the release.
    MouseFrame next();

    bool empty() const { return events_.empty(); }

  private:
    struct Event {
        enum class Kind { move, button, wheel } kind;
        glm::vec2 to{0};
        size_t which = 0;
        bool down = false, ctrl = false;
        float notches = 0;
    };
    bool ends_frame(const Event& next, bool moved, bool changed, bool wheeled) const;

    std::deque<Event> events_;
    MouseFrame now_;
};

}  // namespace undine
