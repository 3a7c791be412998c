#include "viewer/viewer.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include "app/timeline.h"
#include "gpu/instance.h"
#include "gpu/swapchain.h"
#include "gpu/unseen_images.h"
#include "platform/interrupt.h"
#include "render/rendering.h"
#include "scene/cautions.h"
#include "scene/probe_reading.h"
#include "text/quantity_text.h"
#include "undine/error.h"
#include "viewer/overlays.h"

namespace undine {
namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

// What was wrong with the fluid before, which may be why.
Error with_troubles(const Error& error, const std::optional<FluidHealth>& health) {
    std::string text = error.what();
    for (const std::string& trouble : health ? troubles_of(*health) : std::vector<std::string>())
        text += (text == error.what() ? " Before that: " : " ") + trouble;
    return {error.code, text};
}

Machine make_machine(const WindowSystem* system) {
    Machine machine;
    machine.draws = true;
    if (!system) return machine;
    machine.instance = std::make_shared<Instance>(system->instance_extensions());
    machine.presents = [instance = machine.instance->handle()](const DeviceInfo& d) {
        return WindowSystem::can_present(instance, d.handle, d.queue_family);
    };
    return machine;
}

}  // namespace

Viewer::Target::Target(Context& context, std::unique_ptr<FrameImages> frame_images) : images(std::move(frame_images)) {
    make_passes(context);
}

void Viewer::Target::make_passes(Context& context) {
    auto new_present = std::make_unique<PresentPass>(context, images->format());
    gui = std::make_unique<GuiPass>(context, images->format(), kInFlight);
    present = std::move(new_present);
    pictures = 0;
    has_fonts = false;
}

Viewer::Viewer(const ViewOptions& options)
    : options_(options),
      loaded_(load_simulation(options.simulation)),
      watcher_(options.shaders.empty() ? nullptr : std::make_unique<ShaderWatcher>(options.shaders)),
      captures_(options.renderdoc),
      system_(options.headless ? nullptr : std::make_unique<WindowSystem>()),
      machine_(make_machine(system_.get())),
      window_(system_ ? open_window(options) : make_unseen_window(options)),
      gui_(*window_) {
    window_->set_title(loaded_.scene.name + " — compiling");
    const auto opened = [this] {
        open_target();
        show_beginning();
    };
    session_ = std::make_unique<Session>(machine_, options.simulation, options.drawing, std::move(loaded_), kInFlight,
                                         options.width, options.height, trace_, opened);
    trace_.want_invocations(options.trace.wanted());
    panel_.parameters().set_values(session_->parameters());
    playback_.fix_frames(fixed_frame());
    window_->on_key = [this](int key, bool repeats) { on_key(key, repeats); };
    window_->on_drop = [this](const std::string& path) { dropped_.push_back(path); };
}

Viewer::~Viewer() {
    try {
        machine_.commands->submit();
        session_->abandon();
        machine_.commands->wait();  // submitted work uses our images, even if an error ends the program
    } catch (const Error&) {
        // The error that ended the program says more.
    }
}

// With frames of a fixed length nothing here waits for the clock.
Pacing Viewer::pacing() const { return options_.frame_rate > 0 ? Pacing::display : system_->pacing(); }

void Viewer::open_target() {
    if (target_) machine_.commands->wait();  // the last frame uses its pipelines
    target_.reset();                         // a window has one swapchain at a time
    Context& context = *machine_.context;
    std::unique_ptr<FrameImages> images;
    if (options_.headless) images = std::make_unique<UnseenImages>(context);
    else images = std::make_unique<Swapchain>(context, window_->make_surface(context.instance()), kInFlight, pacing());
    target_ = std::make_unique<Target>(context, std::move(images));
    sized_for_ = {};
}

// Presents an empty frame before shaders are compiled and the solver is made, so that a start that takes seconds shows
// at once that it has begun.
void Viewer::show_beginning() {
    window_->show();
    if (options_.fullscreen) window_->toggle_fullscreen();
    window_->poll();
    FrameImages& images = *target_->images;
    const VkExtent2D pixels = window_->pixels();
    if (options_.headless || images.resize(pixels.width, pixels.height) != FrameStatus::ready ||
        images.acquire(0) != FrameStatus::ready)
        return;
    Image& image = images.image();
    const VkCommandBuffer c = machine_.commands->get();
    image.barrier(c, kColorTarget);
    { const Rendering rendering(*machine_.context, c, {.color = &image, .clear_color = true}); }
    image.barrier(c, images.finished());
    machine_.commands->submit(images.sync());
    submissions_[0] = machine_.commands->submissions();
    images.present();  // the first frame asks for the size anew, and sees what has become of the window
}

void Viewer::run() {
    window_->set_title(title());
    last_frame_ = Clock::now();
    const auto start = last_frame_;
    const InterruptGuard guard;
    while (!window_->closing() && !interrupted() && (options_.frames == 0 || frames_ < options_.frames)) {
        if (window_->hidden()) {
            window_->wait(0.5);  // a timeout, because signals are not events
            playback_.hidden();
            last_frame_ = Clock::now();
            continue;
        }
        const double refresh_rate = window_->refresh_rate();
        playback_.set_refresh_rate(refresh_rate);
        if (options_.frame_rate == 0 && !options_.headless) {  // else nothing depends on when a frame begins
            const double wait = cap_.wait(seconds(Clock::now() - start), refresh_rate, pacing() == Pacing::display);
            std::this_thread::sleep_for(std::chrono::duration<double>(wait));
            waited_ += wait;
        }
        window_->poll();
        act_on_keys();
        try {
            frame();
        } catch (const Error& error) {
            if (error.code == Exit::device_lost) throw with_troubles(error, session_->watch().health());
            throw;
        }
    }
    end_video("");
    machine_.commands->wait();
    frame_times_.finish(trace_);
    if (captures_.awaits(frames_)) std::fprintf(stderr, "The window closed before all frames of --renderdoc came.\n");
    write_trace_files(options_.trace, trace_);
    report();
    machine_.require_no_validation_messages();
    throw_if_interrupted("after " + counted(frames_, "frame"));
}

// Does what the swapchain's status requires.
void Viewer::follow(FrameStatus status) {
    if (status == FrameStatus::ready || status == FrameStatus::busy) return;
    if (status == FrameStatus::lost) open_target();
    sized_for_ = window_->pixels();
    FrameImages& images = *target_->images;
    const FrameStatus now = images.resize(sized_for_.width, sized_for_.height);
    const RenderSettings& drawn = session_->renderer().settings();
    if (now == FrameStatus::lost) open_target();  // the next frame resizes it
    else if (now != FrameStatus::ready)
        window_->wait(StepPacer::kLongestFrame);  // zero area, or changed meanwhile: the next frame tries again
    else if (drawn.width != images.width() || drawn.height != images.height()) {
        end_video("The window was resized: the video ends.");
        session_->resize(images.width(), images.height());
    }
}

void Viewer::frame() {
    const VkExtent2D pixels = window_->pixels();
    if (pixels.width != sized_for_.width || pixels.height != sized_for_.height) follow(FrameStatus::stale);
    const auto slot = static_cast<uint32_t>(frames_ % kInFlight);
    machine_.commands->wait_for_submission(submissions_[slot]);
    session_->watch().collect(slot);
    if (recorder_) film([&] { recorder_->deliver(slot); });
    const auto asked = Clock::now();
    const FrameStatus status = [&] {
        const HostSpan span(&trace_, "acquire");
        return target_->images->acquire(slot);
    }();
    const auto now = Clock::now();
    waited_ += seconds(now - asked);
    frame_starts_.push_back(Trace::now());
    if (frame_starts_.size() > kTimelineFrames) frame_starts_.pop_front();
    if (!options_.trace.wanted()) trace_.forget_before(frame_starts_.front());
    if (status != FrameStatus::ready) return follow(status);

    const HostGroup host_frame(&trace_, "frame", frames_);
    elapsed_ = seconds(now - last_frame_);
    last_frame_ = now;
    follow_shaders();
    if (gui_.begin() || !target_->has_fonts) target_->gui->upload_fonts(*machine_.commands);
    target_->has_fonts = true;
    interact();
    follow_solver();
    read_probes();
    const uint32_t steps = steps_due();
    move_hand(steps);
    captures_.begin(*machine_.commands, frames_, std::exchange(capture_wanted_, false));
    draw(steps, slot);
    measure(steps);
    ++frames_;
    const auto drawn = Clock::now();
    const FrameStatus presented = [&] {
        const HostSpan span(&trace_, "present");
        return target_->images->present();
    }();
    waited_ += seconds(Clock::now() - drawn);  // some drivers wait for the display here
    end_capture();
    follow(presented);
}

uint32_t Viewer::steps_due() {
    const double frame = std::min(elapsed_, StepPacer::kLongestFrame);
    clock_s_ += fixed_frame() > 0 ? fixed_frame() : frame;
    return playback_.steps_due(elapsed_, session_->parameters().dt);
}

// What was measured of another solver tells nothing of this one, and the time that making it took is nobody's.
void Viewer::follow_solver() {
    if (std::exchange(solvers_, session_->solvers()) == session_->solvers()) return;
    playback_.new_solver();
    meter_.new_solver();
    last_frame_ = Clock::now();
}

bool Viewer::wants_times() const {
    return options_.trace.wanted() || !options_.json.empty() || (panel_shown_ && panel_.shows_times());
}

// First the steps and the picture, with --split in a submission each; then what is presented, which alone has to wait
// for the display to return an image.
void Viewer::draw(uint32_t steps, uint32_t slot) {
    Commands& commands = *machine_.commands;
    session_->time_passes(wants_times() || frames_ % kTimedEvery == 0);
    const FrameScope frame(session_->solver(), session_->source(), commands, frames_);
    {
        const HostSpan span(&trace_, "steps");
        for (uint32_t s = 0; s < steps; ++s) session_->step();
    }
    show_hold();
    ImGui::Render();
    const HostSpan span(&trace_, "picture");
    session_->watch().record(session_->time(), slot, playback_.paused());
    const Pictured now{session_->revision(), camera(), covered_pixels(), playback_.before()};
    if (std::exchange(pictured_, now) != now || captures_.capturing()) draw_picture(slot);
    Image& picture = session_->renderer().picture();
    if (std::exchange(target_->pictures, session_->pictures()) != session_->pictures())
        target_->present->write(picture);

    copy_picture(slot);
    commands.submit();
    const VkCommandBuffer c = commands.get();
    Image& image = target_->images->image();
    picture.barrier(c, kReadByFragments);
    image.barrier(c, kColorTarget);
    {
        const Rendering rendering(*machine_.context, c, {.color = &image});
        {
            const PassScope scope(commands, "present");
            target_->present->record(c);
        }
        const PassScope scope(commands, "panel");
        target_->gui->record(c, *ImGui::GetDrawData(), image, slot);
    }
    image.barrier(c, target_->images->finished());
    commands.submit(target_->images->sync());
    if (frames_ == 0) machine_.context->save_pipelines();  // while the device is at work
    submissions_[slot] = commands.submissions();
    if (picture_copy_) write_picture();
}

void Viewer::draw_picture(uint32_t slot) {
    Commands& commands = *machine_.commands;
    session_->source().prepare(commands.get(), slot);
    if (options_.split) commands.submit();
    FluidRenderer& renderer = session_->renderer();
    renderer.set_covered(pictured_.covered);
    renderer.record(commands, pictured_.camera, session_->solver().solid_states(), pictured_.before);
}

void Viewer::measure(uint32_t steps) {
    steps_ += steps;
    std::vector<PassTime> times = session_->solver().backend().take_pass_times();
    if (!session_->source().in_queue())
        for (const PassTime& t : machine_.commands->take_pass_times()) times.push_back(t);
    const Parameters& p = session_->parameters();
    const PassTimes passes = split_passes(times, p);
    meter_.add(passes, {.steps = steps,
                        .step_ms = step_times_.take(trace_),
                        .simulated = steps * double{p.dt},
                        .timed = session_->times_passes(),
                        .wall = elapsed_,
                        .waited = std::exchange(waited_, 0)});
    graphs_.add_frame(passes);
    if (frames_ > 0) frame_times_.add(frames_ - 1, elapsed_ * 1e3, trace_);
    count_particles(trace_, session_->solver());
    show_health();
    if (std::exchange(titled_, meter_.version()) == meter_.version()) return;
    playback_.measured(step_ms() / 1e3);
    window_->set_title(title());
}

// Adds each new measurement to the graphs.
void Viewer::show_health() {
    if (session_->time().seconds < graphed_.seconds) {  // the scene started over
        graphs_.clear_fluid();
        graphed_ = {};
    }
    const std::optional<FluidHealth>& health = session_->watch().health();
    if (!health || std::exchange(graphed_, health->time) == health->time) return;
    graphs_.add_fluid(*health);
    count_health(trace_, *health);
}

// Between two frames, as it waits for the particles; as often as a twentieth of the time allows.
void Viewer::read_probes() {
    constexpr int kRest = 20;
    const Scene& scene = session_->scene();
    const auto begin = Clock::now();
    const double time = session_->time().seconds;
    if (scene.probes.empty()) return graphs_.clear_probes();
    if (begin < probes_due_ || probed_ == time) return;
    probed_ = time;
    graphs_.add_probes(time, probe_columns(scene),
                       probe_row(scene, session_->solver().state(), session_->solver().particle_mass()));
    probes_due_ = begin + kRest * (Clock::now() - begin);
}

bool Viewer::draw_troubles_of_fluid() {
    const std::optional<FluidHealth>& health = session_->watch().health();
    if (!health) return false;
    TroubleText text{.troubles = troubles_of(*health)};
    char measured[48];
    std::snprintf(measured, sizeof measured, "at %.2f s of the scene", health->time.seconds);
    text.measured = measured;
    const bool changed = session_->parameters() != session_->started_parameters();
    const bool set = session_->started_parameters() != session_->scene_parameters();
    text.remedy = changed || set ? "Undo parameters and restart" : "Restart";
    text.tooltip = changed ? "with the parameters that the scene was started with"
                   : set   ? "with the parameters of the scene's file, without --set"
                           : "with the same parameters, which are the scene's own";
    return draw_troubles(text, picture_left(), gui_.unit());
}

void Viewer::undo_parameters() {
    attempt([&] {
        session_->apply(session_->parameters_before(), true);
        session_->restart();
    });
    panel_.parameters().set_values(session_->parameters());
    playback_.forget_single_steps();
}

void Viewer::interact() {
    PanelActions actions;
    if (panel_shown_)
        actions = panel_.draw({.scene = session_->scene().name,
                               .title = session_->scene().title,
                               .device = session_->solver().backend().name(),
                               .particles = session_->solver().latest_population().living,
                               .time = session_->time().seconds,
                               .paused = playback_.paused(),
                               .speed = playback_.speed(),
                               .walking = walk_.has_value(),
                               .filming = recorder_ != nullptr,
                               .step_ms = step_ms(),
                               .means = meter_.means(),
                               .frame_times = frame_times_,
                               .graphs = graphs_,
                               .health = session_->watch().health(),
                               .cautions = cautions_of(session_->scene()),
                               .scene_parameters = session_->scene_parameters(),
                               .started_parameters = session_->started_parameters(),
                               .drawn = session_->drawn(),
                               .surroundings = session_->surroundings()},
                              gui_.unit());
    draw_shader_problems(shader_problems_, picture_left(), gui_.unit());
    const bool undo = draw_troubles_of_fluid();
    if (recorder_) draw_recording(recorder_->frames(), gui_.unit());
    if (keys_shown_) keys_shown_ = draw_keys(gui_.unit());
    move_camera();

    const ParameterPanel& parameters = panel_.parameters();
    if (panel_shown_ && (parameters.edited() || parameters.released()))
        attempt([&] { session_->apply(parameters.values(), parameters.released()); });
    if (undo) undo_parameters();
    if (actions.scene)
        attempt([&] {
            end_video("");
            session_->load(*actions.scene);
            panel_.parameters().set_values(session_->parameters());
            reset_camera();
        });
    const LookActions& look = actions.look;
    if (look.style) attempt([&] { session_->set_style(*look.style); });
    if (look.coloring) attempt([&] { session_->set_coloring(*look.coloring); });
    if (look.view) attempt([&] { session_->set_view(*look.view); });
    if (look.look) session_->set_look(*look.look);
    if (actions.toggle_pause) toggle_pause();
    if (actions.step) step_once();
    if (actions.restart) restart();
    if (actions.speed) playback_.set_speed(*actions.speed);
    if (actions.toggle_walk) toggle_walk();
    if (actions.throw_block) throw_block();
    if (actions.picture) take_picture();
    if (actions.toggle_video) toggle_video();
    if (actions.save) save();
    if (actions.timeline) write_timeline();
    if (actions.toggle_keys) toggle_keys();
}

// Runs recompiled shaders from this frame on. If the device refuses them, everything stays as it was.
void Viewer::follow_shaders() {
    if (!watcher_) return;
    Context& context = *machine_.context;
    watcher_->watch(context.shaders().used());
    std::optional<ShaderChange> change = watcher_->take();
    if (!change) return;
    shader_problems_ = std::move(change->problems);
    if (change->programs.empty()) return;
    const ShaderOverrides before = context.shaders();
    bool simulate = false;
    std::string names;
    for (auto& [name, spirv] : change->programs) {
        simulate |= !name.starts_with("render/");
        names += (names.empty() ? "" : ", ") + name;
        context.shaders().set(name, std::move(spirv));
    }
    machine_.commands->wait();
    try {
        session_->remake(simulate, [&] { context.shaders() = before; });
        target_->make_passes(context);
        panel_.note("Compiled anew: " + names);
    } catch (const Error& error) {
        if (!session_->alive() || error.code == Exit::device_lost) throw;
        context.shaders() = before;
        shader_problems_.push_back(error.what());
    }
}

}  // namespace undine
