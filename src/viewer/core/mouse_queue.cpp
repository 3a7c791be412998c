#include "viewer/core/mouse_queue.h"

namespace undine {

void MouseQueue::move(glm::vec2 to) {
    // Consecutive moves are merged: a frame shows where the pointer ended up.
    if (!events_.empty() && events_.back().kind == Event::Kind::move) events_.back().to = to;
    else events_.push_back({.kind = Event::Kind::move, .to = to});
}

void MouseQueue::button(size_t which, bool down, bool ctrl) {
    if (which < now_.down.size())
        events_.push_back({.kind = Event::Kind::button, .which = which, .down = down, .ctrl = ctrl});
}

void MouseQueue::wheel(float notches) { events_.push_back({.kind = Event::Kind::wheel, .notches = notches}); }

bool MouseQueue::ends_frame(const Event& next, bool moved, bool changed, bool wheeled) const {
    switch (next.kind) {
        case Event::Kind::move: return changed || wheeled;
        case Event::Kind::button: return changed || (moved && !next.down);
        case Event::Kind::wheel: return changed;
    }
    return false;
}

MouseFrame MouseQueue::next() {
    now_.pressed_with_ctrl.reset();
    now_.wheel = 0;
    bool moved = false, changed = false, wheeled = false;
    for (; !events_.empty() && !ends_frame(events_.front(), moved, changed, wheeled); events_.pop_front()) {
        const Event& e = events_.front();
        switch (e.kind) {
            case Event::Kind::move:
                now_.position = e.to;
                moved = true;
                break;
            case Event::Kind::button:
                now_.down[e.which] = e.down;
                if (e.down) now_.pressed_with_ctrl = e.ctrl;
                changed = true;
                break;
            case Event::Kind::wheel:
                now_.wheel += e.notches;
                wheeled = true;
                break;
        }
    }
    return now_;
}

}  // namespace undine
