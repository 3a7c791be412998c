// `undine view`: the frame loop, and what keys and panel do.
#pragma once
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "gpu/frame_images.h"
#include "render/camera/orbit_camera.h"
#include "render/camera/walk_camera.h"
#include "render/present_pass.h"
#include "viewer/core/frame_times.h"
#include "viewer/core/hand.h"
#include "viewer/core/pass_means.h"
#include "viewer/core/recorder.h"
#include "viewer/core/session.h"
#include "viewer/core/shader_watcher.h"
#include "viewer/core/step_times.h"
#include "viewer/graphs.h"
#include "viewer/gui.h"
#include "viewer/gui_pass.h"
#include "viewer/panel.h"
#include "viewer/playback.h"
#include "viewer/window.h"

namespace undine {

class Viewer {
  public:
    explicit Viewer(const ViewOptions& options);
    ~Viewer();
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    void run();  // until the window closes; then writes the report

  private:
    static constexpr uint32_t kInFlight = 2;
    static constexpr size_t kTimelineFrames = 120;  // of write_timeline()
    static constexpr uint64_t kTimedEvery = 30;     // frames, while nobody wants the times of their passes
    // The images that frames are drawn into, and what depends on their format.
    struct Target {
        Target(Context& context, std::unique_ptr<FrameImages> frame_images);
        void make_passes(Context& context);  // throws Error and then keeps the previous ones
        std::unique_ptr<FrameImages> images;
        std::unique_ptr<PresentPass> present;
        std::unique_ptr<GuiPass> gui;
        uint64_t pictures;  // Session::pictures() when `present` was last written
        bool has_fonts;
    };

    // What a picture depends on. While it stays the same, paused or between two steps, the last picture is shown again.
    struct Pictured {
        uint64_t revision = 0;  // of the session
        Camera camera;
        uint32_t covered = 0;  // columns
        double before = 0;     // Playback::before()
        bool operator==(const Pictured&) const = default;
    };

    // keys.def
    void toggle_pause() { playback_.toggle_pause(); }
    void step_once() { playback_.step_once(); }
    void restart();
    void throw_block();
    void reset_camera();
    void toggle_walk();
    void slower() { change_speed(1); }
    void faster() { change_speed(-1); }
    void toggle_style();
    void toggle_panel() { panel_shown_ = !panel_shown_; }
    void toggle_keys() { keys_shown_ = !keys_shown_; }
    void take_picture() { picture_wanted_ = true; }
    void toggle_video();
    void save();
    void write_timeline();
    void capture_frame();
    void toggle_fullscreen() { window_->toggle_fullscreen(); }
    void quit() { window_->close(); }
    void on_key(int key, bool repeats);
    void act_on_keys();
    void open_dropped(const std::string& file);

    Pacing pacing() const;
    void open_target();
    void show_beginning();
    void follow(FrameStatus status);
    void frame();
    void follow_shaders();
    void interact();
    void move_camera();
    void grasp_solid(const glm::dvec3& eye, const glm::dvec3& ray);
    bool pull();
    void move_hand(uint32_t steps);
    void show_hold() const;
    float distance_under_pointer();
    void walk(bool looks, glm::vec2 drag);
    void change_speed(int places);
    Camera camera() const;
    void film(const std::function<void()>& work);
    void copy_picture(uint32_t slot);
    void end_video(const std::string& why);
    void write_picture();
    void attempt(const std::function<void()>& change);
    void guard(const std::function<void()>& work);
    void end_capture();
    uint32_t steps_due();
    void follow_solver();
    double fixed_frame() const { return options_.frame_rate > 0 ? 1 / options_.frame_rate : 0; }
    bool wants_times() const;
    void draw(uint32_t steps, uint32_t slot);
    void draw_picture(uint32_t slot);
    void measure(uint32_t steps);
    void show_health();
    void read_probes();
    bool draw_troubles_of_fluid();
    void undo_parameters();
    double step_ms() const;
    Camera home_camera() const;
    float picture_left() const;
    uint32_t covered_pixels() const;
    glm::vec3 panel_offset(const Camera& camera) const;
    std::string title() const;
    void report() const;

    ViewOptions options_;
    Simulation loaded_;                       // loaded before the window opens, then the session's
    std::unique_ptr<ShaderWatcher> watcher_;  // null unless shaders are watched
    Trace trace_;                             // of the last frames; with --trace of all
    std::deque<int64_t> frame_starts_;        // of those that write_timeline() writes, on the trace's clock
    FrameCaptures captures_;                  // made before the instance
    std::unique_ptr<WindowSystem> system_;    // null if headless
    Machine machine_;
    std::unique_ptr<Window> window_;
    std::unique_ptr<Session> session_;
    Gui gui_;
    std::unique_ptr<Target> target_;
    Panel panel_;
    std::unique_ptr<Recorder> recorder_;           // while a video is recorded
    std::unique_ptr<FrameReadback> picture_copy_;  // of this frame, if a picture is wanted
    std::optional<OrbitCamera> moved_camera_;      // empty: the home camera, which depends on the window
    std::optional<WalkCamera> walk_;               // while walking
    float pulled_distance_ = 0;                    // m along the view to what the pointer pulls; 0: nothing
    std::optional<Grip> grip_;                     // if that is a solid
    std::optional<Pull> pull_;                     // if it is water
    Hand hand_;
    Playback playback_;
    FrameCap cap_;
    StepTimes step_times_;
    PassMeter meter_;
    FrameTimes frame_times_;
    Graphs graphs_;
    StateTime graphed_;             // time of the graphs' last state
    std::optional<double> probed_;  // s of the scene at which probes were last read
    std::chrono::steady_clock::time_point probes_due_;
    std::vector<std::string> shader_problems_;  // shown until they are fixed
    std::chrono::steady_clock::time_point last_frame_;
    VkExtent2D sized_for_{};  // the window's pixels when the swapchain was made
    double waited_ = 0;       // s spent waiting for the display since this frame began
    double elapsed_ = 0;      // s between the beginnings of this frame and the previous one
    bool picture_wanted_ = false, capture_wanted_ = false;
    bool panel_shown_ = true, keys_shown_ = false;
    std::vector<void (Viewer::*)()> pressed_;  // keys since the last frame
    std::vector<std::string> dropped_;         // files, likewise
    uint64_t frames_ = 0, steps_ = 0, titled_ = 0;
    uint64_t solvers_ = 0;  // Session::solvers() that is paced and measured
    double clock_s_ = 0;    // the sum of all frames' times
    uint64_t submissions_[kInFlight] = {};
    Pictured pictured_;
};

}  // namespace undine
