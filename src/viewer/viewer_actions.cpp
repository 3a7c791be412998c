// What keys and buttons do.
#include <algorithm>
#include <glm/geometric.hpp>
#include <iterator>
#include <new>
#include <utility>

#include "undine/error.h"
#include "viewer/viewer.h"

namespace undine {

// Not from inside GLFW's callbacks: exceptions must not pass through C.
void Viewer::act_on_keys() {
    for (const auto action : std::exchange(pressed_, {})) (this->*action)();
    for (const std::string& file : std::exchange(dropped_, {})) open_dropped(file);
}

// A scene is loaded; anything else should be a mesh, which joins the scene.
void Viewer::open_dropped(const std::string& file) {
    attempt([&] {
        if (file.ends_with(".toml")) session_->load(file);
        else session_->drop_mesh(file);
    });
}

// Makes a change that the user asked for, and hence has seen what the panel said before.
void Viewer::attempt(const std::function<void()>& change) {
    panel_.say("");
    guard(change);
}

// If it fails, the panel says why and the viewer continues, unless the session or the device is lost. What the panel
// said stays, and so does the time that is owed: this may run in every frame.
void Viewer::guard(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        if (!session_->alive() || error.code == Exit::device_lost) throw;
        panel_.say(error.what());
    } catch (const std::bad_alloc&) {
        if (!session_->alive()) throw;
        panel_.say("This machine does not have enough memory for that many particles.");
    }
}

void Viewer::throw_block() {
    Camera from = camera();
    from.target += panel_offset(from);  // the middle of the visible part
    attempt([&] {
        session_->throw_block({.eye = from.eye,
                               .direction = glm::normalize(from.target - from.eye),
                               .speed = 0.5f * session_->surroundings().foam_speed});
    });
}

void Viewer::restart() {
    attempt([&] { session_->restart(); });
    playback_.forget_single_steps();
}

void Viewer::change_speed(int places) {
    constexpr int kLast = static_cast<int>(std::size(StepPacer::kSpeeds)) - 1;
    const auto now = std::ranges::find(StepPacer::kSpeeds, playback_.speed()) - StepPacer::kSpeeds;
    playback_.set_speed(StepPacer::kSpeeds[std::clamp(static_cast<int>(now) + places, 0, kLast)]);
}

void Viewer::toggle_style() {
    attempt([&] { session_->set_style(session_->style() == Style::water ? Style::particles : Style::water); });
}

void Viewer::on_key(int key, bool repeats) {
    struct Binding {
        int key;
        bool repeats;
        void (Viewer::*action)();
    };
    static constexpr Binding kBindings[] = {
#define VIEWER_KEY(code, key, does, repeats, action) {GLFW_KEY_##code, repeats, &Viewer::action},
#include "viewer/keys.def"
    };
    if (ImGui::GetIO().WantTextInput) return;
    for (const Binding& b : kBindings)
        if (b.key == key && (b.repeats || !repeats)) pressed_.push_back(b.action);
}

}  // namespace undine
