#include "viewer/viewer.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <new>
#include <thread>

#include "error.h"
#include "gpu/instance.h"
#include "render/rendering.h"

namespace undine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

Machine make_machine(const WindowSystem& system) {
    Machine machine;
    machine.instance = std::make_shared<Instance>(system.instance_extensions());
    machine.presents = true;
    return machine;
}

}  // namespace

Viewer::Target::Target(Context& context, VkSurfaceKHR surface)
    : swapchain(context, surface, kInFlight),
      present(context, swapchain.format()),
      gui(context, swapchain.format(), kInFlight) {}

Viewer::Viewer(const ViewOptions& options)
    : options_(options),
      loaded_(load_simulation(options.simulation)),
      machine_(make_machine(system_)),
      window_(options),
      session_(std::make_unique<Session>(machine_, options.simulation, std::move(loaded_), kInFlight, options.width,
                                         options.height)),
      gui_(window_) {
    panel_.parameters().set_values(session_->parameters());
    open_target();
    window_.on_key = [this](int key, bool repeats) { on_key(key, repeats); };
}

Viewer::~Viewer() {
    try {
        machine_.commands->submit();
        machine_.commands->wait();  // what was recorded names our images, also where an error ends the program
    } catch (const Error&) {
        // The error that is on its way says more.
    }
}

void Viewer::open_target() {
    if (target_) machine_.commands->wait();  // the last frame names its pipelines
    target_.reset();                         // a window has one swapchain at a time
    target_ = std::make_unique<Target>(*machine_.context, window_.make_surface(machine_.instance->handle()));
    sized_for_ = {};
}

void Viewer::run() {
    window_.set_title(title());
    window_.show();
    if (options_.fullscreen) window_.toggle_fullscreen();
    last_frame_ = Clock::now();
    const auto start = last_frame_;
    while (!window_.closing() && (options_.frames == 0 || frames_ < options_.frames)) {
        if (window_.hidden()) {
            glfwWaitEvents();
            pacer_.rest();
            last_frame_ = Clock::now();
            continue;
        }
        const double wait = cap_.wait(seconds(Clock::now() - start), window_.refresh_rate());
        std::this_thread::sleep_for(std::chrono::duration<double>(wait));
        waited_ += wait;
        glfwPollEvents();
        act_on_keys();
        frame();
    }
    machine_.commands->wait();
    report();
    machine_.require_no_validation_messages();
}

// Does what the swapchain asks for.
void Viewer::follow(SwapchainStatus status) {
    if (status == SwapchainStatus::ready || status == SwapchainStatus::busy) return;
    if (status == SwapchainStatus::lost) open_target();
    sized_for_ = window_.pixels();
    Swapchain& swapchain = target_->swapchain;
    const SwapchainStatus now = swapchain.resize(sized_for_.width, sized_for_.height);
    const RenderSettings& drawn = session_->renderer().settings();
    if (now == SwapchainStatus::lost) open_target();  // the next frame gives it its size
    else if (now != SwapchainStatus::ready)
        glfwWaitEventsTimeout(StepPacer::kLongestFrame);  // no area, or changed meanwhile: asked again then
    else if (drawn.width != swapchain.width() || drawn.height != swapchain.height())
        session_->resize(swapchain.width(), swapchain.height());
}

void Viewer::frame() {
    const VkExtent2D pixels = window_.pixels();
    if (pixels.width != sized_for_.width || pixels.height != sized_for_.height) follow(SwapchainStatus::stale);
    const auto slot = static_cast<uint32_t>(frames_ % kInFlight);
    machine_.commands->wait_for_submission(submissions_[slot]);
    const auto asked = Clock::now();
    const SwapchainStatus status = target_->swapchain.acquire(slot);
    const auto now = Clock::now();
    waited_ += seconds(now - asked);
    if (status != SwapchainStatus::ready) return follow(status);

    elapsed_ = seconds(now - last_frame_);
    last_frame_ = now;
    if (gui_.begin() || !target_->has_fonts) target_->gui.upload_fonts(*machine_.commands);
    target_->has_fonts = true;
    interact();
    ImGui::Render();
    const uint32_t steps = steps_due();
    draw(steps, slot);
    measure(steps);
    ++frames_;
    const auto drawn = Clock::now();
    const SwapchainStatus presented = target_->swapchain.present();
    waited_ += seconds(Clock::now() - drawn);  // some drivers wait for the display here
    follow(presented);
}

uint32_t Viewer::steps_due() {
    const uint32_t single = std::exchange(single_steps_, 0);
    if (!paused_) return pacer_.steps(elapsed_, session_->parameters().dt);
    pacer_.rest();
    return single;
}

// One submission, or two where they are split: the steps; the picture, the panel over it.
void Viewer::draw(uint32_t steps, uint32_t slot) {
    Commands& commands = *machine_.commands;
    for (uint32_t s = 0; s < steps; ++s) session_->step();
    session_->source().prepare(commands.get(), slot);
    if (options_.split) commands.submit();
    FluidRenderer& renderer = session_->renderer();
    renderer.record(commands, moved_camera_ ? moved_camera_->camera() : home_camera());
    if (std::exchange(target_->pictures, session_->pictures()) != session_->pictures())
        target_->present.write(renderer.picture());

    const VkCommandBuffer c = commands.get();
    Image& image = target_->swapchain.image();
    renderer.picture().barrier(c, kReadByFragments);
    image.barrier(c, kColorTarget);
    {
        const Rendering rendering(*machine_.context, c, {.color = &image});
        {
            const PassScope scope(commands, "present");
            target_->present.record(c);
        }
        const PassScope scope(commands, "panel");
        target_->gui.record(c, *ImGui::GetDrawData(), image, slot);
    }
    image.barrier(c, kPresented);
    commands.note_cost(renderer.cost());
    commands.submit(target_->swapchain.sync());
    submissions_[slot] = commands.submissions();
}

void Viewer::measure(uint32_t steps) {
    steps_ += steps;
    std::vector<PassTime> times = session_->solver().backend().take_pass_times();
    if (session_->source().on_host())
        for (const PassTime& t : machine_.commands->take_pass_times()) times.push_back(t);
    meter_.add(times, steps, steps * double{session_->parameters().dt}, elapsed_,
               std::exchange(waited_, 0));
    if (std::exchange(titled_, meter_.version()) == meter_.version()) return;
    // Not the device's clock: one that is wrong would stop the window.
    pacer_.measured(meter_.means().busy_step_ms / 1e3);
    window_.set_title(title());
}

void Viewer::interact() {
    PanelActions actions;
    if (panel_shown_)
        actions = panel_.draw({.scene = session_->scene().name,
                               .title = session_->scene().title,
                               .device = session_->solver().backend().name(),
                               .particles = session_->solver().extents().particles,
                               .time = session_->time(),
                               .paused = paused_,
                               .on_host = session_->source().on_host(),
                               .step_ms = step_ms(),
                               .means = meter_.means(),
                               .scene_parameters = session_->scene_parameters()},
                              gui_.unit());
    if (keys_shown_) keys_shown_ = draw_keys(gui_.unit());
    move_camera();

    const ParameterPanel& parameters = panel_.parameters();
    if (panel_shown_ && (parameters.edited() || parameters.released()))
        attempt([&] { session_->apply(parameters.values(), parameters.released()); });
    if (actions.scene)
        attempt([&] {
            session_->load(*actions.scene);
            panel_.parameters().set_values(session_->parameters());
            moved_camera_.reset();
        });
    if (actions.toggle_pause) toggle_pause();
    if (actions.step) step_once();
    if (actions.restart) restart();
}

// Not from inside GLFW: what throws must not pass through it.
void Viewer::act_on_keys() {
    for (const auto action : std::exchange(pressed_, {})) (this->*action)();
}

// What a user tries may be refused, and nothing ends because of it.
void Viewer::attempt(const std::function<void()>& change) {
    try {
        change();
        panel_.say("");
    } catch (const Error& error) {
        if (!session_->alive() || error.code == Exit::device_lost) throw;
        panel_.say(error.what());
    } catch (const std::bad_alloc&) {
        if (!session_->alive()) throw;
        panel_.say("This machine's memory is not enough for that many particles.");
    }
    pacer_.rest();
}

void Viewer::move_camera() {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantCaptureMouse || io.DisplaySize.y <= 0) return;
    const glm::vec2 drag = glm::vec2(io.MouseDelta.x, io.MouseDelta.y) / io.DisplaySize.y;
    const bool dragged = drag.x != 0 || drag.y != 0;
    const bool turns = dragged && io.MouseDown[ImGuiMouseButton_Left];
    const bool moves = dragged && (io.MouseDown[ImGuiMouseButton_Right] || io.MouseDown[ImGuiMouseButton_Middle]);
    if (!turns && !moves && io.MouseWheel == 0) return;
    if (!moved_camera_) moved_camera_.emplace(home_camera(), session_->surroundings());
    if (turns) moved_camera_->orbit(drag);
    if (moves) moved_camera_->pan(drag);
    if (io.MouseWheel != 0) moved_camera_->zoom(io.MouseWheel);
}

// The scene's camera, moved aside so that what it looks at is in the middle of what the panel leaves.
Camera Viewer::home_camera() const {
    constexpr float kLeastShare = 0.5f;  // of the width: in a narrow window the panel covers the picture
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float panel = panel_shown_ ? Panel::kWidth * gui_.unit() : 0;
    const bool beside = panel > 0 && window.x - panel > kLeastShare * window.x;
    const float aspect = (beside ? window.x - panel : window.x) / window.y;
    Camera camera = picture_camera(session_->scene(), session_->surroundings(), aspect);
    if (!beside) return camera;
    const CameraAxes axes = camera_axes(camera, aspect);
    const float distance = glm::length(camera.eye - camera.target);
    const glm::vec3 aside = axes.right * (distance * axes.tan_y * panel / window.y);
    camera.eye -= aside;
    camera.target -= aside;
    return camera;
}

void Viewer::step_once() {
    paused_ = true;
    ++single_steps_;
}

void Viewer::restart() {
    session_->restart();
    single_steps_ = 0;
    pacer_.rest();
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
    if (ImGui::GetIO().WantCaptureKeyboard) return;
    for (const Binding& b : kBindings)
        if (b.key == key && (b.repeats || !repeats)) pressed_.push_back(b.action);
}

}  // namespace undine
