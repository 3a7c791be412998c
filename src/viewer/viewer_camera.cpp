// Where the viewer looks from: the scene's camera, one that orbits, or one that walks.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "viewer/viewer.h"

namespace undine {
namespace {

struct HeldKey {
    int key;
    glm::vec3 way;  // right, up, ahead
};

constexpr HeldKey kHeldKeys[] = {
#define VIEWER_HELD_KEY(code, key, does, right, up, ahead) {GLFW_KEY_##code, {right, up, ahead}},
#include "viewer/keys.def"
};

}  // namespace

Camera Viewer::camera() const {
    if (walk_) return walk_->camera();
    return moved_camera_ ? moved_camera_->camera() : home_camera();
}

void Viewer::reset_camera() {
    moved_camera_.reset();
    if (walk_) walk_.emplace(home_camera(), session_->surroundings());
    if (session_->surroundings().flat) walk_.reset();
}

void Viewer::toggle_walk() {
    if (walk_) {
        if (walk_->moved()) moved_camera_.emplace(walk_->camera(), session_->surroundings());
        return walk_.reset();
    }
    if (session_->surroundings().flat) return panel_.say("There is no walking in two dimensions.");
    walk_.emplace(camera(), session_->surroundings());
}

void Viewer::move_camera() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.DisplaySize.y <= 0 || pull()) return;
    const glm::vec2 drag = glm::vec2(io.MouseDelta.x, io.MouseDelta.y) / io.DisplaySize.y;
    const bool dragged = !io.WantCaptureMouse && (drag.x != 0 || drag.y != 0);
    // The pointer's way to where a button is pressed is not a drag.
    auto held = [](ImGuiMouseButton b) { return ImGui::IsMouseDown(b) && !ImGui::IsMouseClicked(b); };
    const bool turns = dragged && held(ImGuiMouseButton_Left);
    const bool moves = dragged && (held(ImGuiMouseButton_Right) || held(ImGuiMouseButton_Middle));
    if (walk_) return walk(turns, drag);
    if (io.WantCaptureMouse || (!turns && !moves && io.MouseWheel == 0)) return;
    if (!moved_camera_) moved_camera_.emplace(home_camera(), session_->surroundings());
    if (turns) moved_camera_->orbit(drag);
    if (moves) moved_camera_->pan(drag);
    if (io.MouseWheel != 0) moved_camera_->zoom(io.MouseWheel);
}

// The left edge of what the panel leaves of the window.
float Viewer::picture_left() const {
    constexpr float kLeastShare = 0.5f;  // of the width: in a narrow window the panel covers the picture
    const float window = ImGui::GetIO().DisplaySize.x, panel = panel_shown_ ? Panel::kWidth * gui_.unit() : 0;
    return window - panel > kLeastShare * window ? panel : 0;
}

// Columns of the picture that the panel covers.
uint32_t Viewer::covered_pixels() const {
    const ImGuiIO& io = ImGui::GetIO();
    const float panel = panel_shown_ ? std::min(Panel::kWidth * gui_.unit(), io.DisplaySize.x) : 0;
    return static_cast<uint32_t>(std::ceil(panel * io.DisplayFramebufferScale.x));
}

// The scene's camera, moved aside so that its target is in the middle of what the panel leaves of the window.
Camera Viewer::home_camera() const {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float aspect = (window.x - picture_left()) / window.y;
    Camera camera = picture_camera(session_->scene(), session_->surroundings(), aspect);
    const glm::vec3 aside = panel_offset(camera);
    camera.eye -= aside;
    camera.target -= aside;
    return camera;
}

// Half the panel's width at the camera's target, as a vector to the right, in m.
glm::vec3 Viewer::panel_offset(const Camera& camera) const {
    const CameraAxes axes = camera_axes(camera, 1);
    const float distance = glm::length(camera.eye - camera.target);
    return axes.right * (distance * axes.tan_y * picture_left() / ImGui::GetIO().DisplaySize.y);
}

void Viewer::walk(bool looks, glm::vec2 drag) {
    if (looks) walk_->look(drag);
    if (ImGui::GetIO().WantTextInput) return;
    glm::vec3 way(0);
    for (const HeldKey& k : kHeldKeys)
        if (window_->held(k.key)) way += k.way;
    const auto seconds = static_cast<float>(std::min(elapsed_, StepPacer::kLongestFrame));
    walk_->move(way, seconds, window_->held(GLFW_KEY_LEFT_SHIFT) || window_->held(GLFW_KEY_RIGHT_SHIFT));
}

}  // namespace undine
