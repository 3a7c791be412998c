// A hand in the water: Ctrl and the left button pull at what lies under the pointer, a floating solid or the water, in
// the plane of the picture.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/camera/depth_probe.h"
#include "scene/pick_solid.h"
#include "viewer/overlays.h"
#include "viewer/viewer.h"

namespace undine {
namespace {

constexpr float kReach = 4;             // support radii
constexpr double kGripStiffness = 200;  // 1/s²: a tenth of a second behind the pointer
constexpr double kFarthest = 1e3;       // m

// The ray through a point of the picture, -1 … 1 from left to right and from bottom to top, scaled to a depth of 1
// along the view.
glm::vec3 ray_through(const CameraAxes& axes, const glm::vec2& place) {
    return axes.right * (axes.tan_x * place.x) + axes.up * (axes.tan_y * place.y) - axes.back;
}

}  // namespace

// m along the view to the fluid under the pointer; 0 if there is none.
float Viewer::distance_under_pointer() {
    Image& depth = session_->renderer().depth();
    const VkExtent2D drawn = session_->renderer().depth_extent();
    const ImGuiIO& io = ImGui::GetIO();
    if (depth.layout() == VK_IMAGE_LAYOUT_UNDEFINED) return 0;  // not drawn yet
    auto texel = [](float share, uint32_t size) {
        return static_cast<uint32_t>(std::clamp(share, 0.0f, 0.999f) * static_cast<float>(size));
    };
    const float reversed =
        read_depth(*machine_.context, *machine_.commands, depth, texel(io.MousePos.x / io.DisplaySize.x, drawn.width),
                   texel(io.MousePos.y / io.DisplaySize.y, drawn.height));
    return reversed > 0 ? session_->source().view().radius / reversed : 0;
}

// Takes hold of the floating solid under the pointer, if there is one, even below the water's surface.
void Viewer::grasp_solid(const glm::dvec3& eye, const glm::dvec3& ray) {
    Solver& solver = session_->solver();
    const std::vector<SolidState>& states = solver.solid_states();
    const double length = glm::length(ray);
    const auto picked = pick_floating(session_->scene().solids, states, eye, ray / length, kFarthest);
    if (!picked) return;
    pulled_distance_ = static_cast<float>(picked->distance / length);
    const SolidState& solid = states[picked->index];
    const glm::dvec3 at = eye + picked->distance / length * ray;
    grip_ = Grip{.solid = picked->index,
                 .point = glm::conjugate(solid.rotation) * (at - solid.center),
                 .target = at,
                 .stiffness = kGripStiffness};
}

// Returns whether the pointer pulls something; the camera then stays still.
bool Viewer::pull() {
    const ImGuiIO& io = ImGui::GetIO();
    const Camera from = camera();
    const CameraAxes axes = camera_axes(from, io.DisplaySize.x / io.DisplaySize.y);
    const glm::vec2 place(2 * io.MousePos.x / io.DisplaySize.x - 1, 1 - 2 * io.MousePos.y / io.DisplaySize.y);
    const glm::vec3 ray = ray_through(axes, place);
    if (io.KeyCtrl && !io.WantCaptureMouse && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        grasp_solid(from.eye, ray);
        if (!grip_) pulled_distance_ = distance_under_pointer();
        hand_.let_go();
    }
    if (pulled_distance_ == 0) return false;
    Solver& solver = session_->solver();
    if (!io.MouseDown[ImGuiMouseButton_Left]) {
        pulled_distance_ = 0;
        grip_.reset();
        pull_.reset();
        solver.set_pull({});
        solver.hold({});
        return false;
    }
    if (grip_) {
        grip_->target = from.eye + ray * pulled_distance_;
        solver.hold(grip_);
        return true;
    }
    const float radius = kReach * session_->parameters().support_radius;
    const float fast = session_->surroundings().foam_speed;
    pull_ = Pull{.target = from.eye + ray * pulled_distance_,
                 .radius = radius,
                 .stiffness = fast * fast / (radius * radius)};  // catches falling water within the radius
    const float pixels = radius / (pulled_distance_ * axes.tan_y) * io.DisplaySize.y / 2;
    ImGui::GetBackgroundDrawList()->AddCircle(io.MousePos, pixels, IM_COL32(255, 255, 255, 90), 48, 1.5f * gui_.unit());
    return true;
}

// Draws what the hand holds over this frame's picture, so after its steps: a solid is where they have brought it. Water
// is pulled toward the pointer's target itself, from all around, so that its pull has no length.
void Viewer::show_hold() const {
    if (pulled_distance_ == 0) return;
    const ImGuiIO& io = ImGui::GetIO();
    const glm::vec2 window(io.DisplaySize.x, io.DisplaySize.y), target(io.MousePos.x, io.MousePos.y);
    if (!grip_) return draw_hold(target, target, gui_.unit());
    const std::vector<SolidState>& states = session_->solver().solid_states();
    if (grip_->solid >= states.size()) return;  // another scene has been opened meanwhile
    const SolidState solid = moved_back(states[grip_->solid], playback_.before());
    const Camera from = camera();
    const glm::vec3 seen =
        project(from, camera_axes(from, window.x / window.y), solid.center + solid.rotation * grip_->point);
    if (seen.z <= 0) return;  // behind the eye
    draw_hold({(1 + seen.x) / 2 * window.x, (1 - seen.y) / 2 * window.y}, target, gui_.unit());
}

// Gives the solver the pull for this frame's steps.
void Viewer::move_hand(uint32_t steps) {
    if (!pull_) return;
    const float simulated = static_cast<float>(steps) * session_->parameters().dt;
    pull_->velocity = hand_.velocity(pull_->target, simulated, session_->surroundings().foam_speed);
    session_->solver().set_pull(*pull_);
}

}  // namespace undine
