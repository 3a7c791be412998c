// What the viewer writes to ./out: pictures, videos, timelines, scenes.
#include <string>
#include <utility>

#include "io/png.h"
#include "io/saved_scene.h"
#include "report/trace_file.h"
#include "undine/error.h"
#include "viewer/viewer.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

const fs::path kDirectory = "out";  // where `undine capture` writes too

}  // namespace

// Called before any other use of the picture.
void Viewer::copy_picture(uint32_t slot) {
    Image& picture = session_->renderer().picture();
    if (recorder_) recorder_->record(machine_.commands->get(), picture, slot);
    if (!std::exchange(picture_wanted_, false)) return;
    picture_copy_ = std::make_unique<FrameReadback>(*machine_.context, picture.width(), picture.height(), 1);
    picture_copy_->record(machine_.commands->get(), picture, 0);
}

void Viewer::write_picture() {
    machine_.commands->wait();
    const Image& picture = session_->renderer().picture();
    guard([&] {
        const fs::path path = numbered_path(kDirectory, session_->scene().name, {".png"}) += ".png";
        write_png(path, picture_copy_->pixels(0), picture.width(), picture.height());
        panel_.note("Written: " + path.string());
    });
    picture_copy_.reset();
}

void Viewer::toggle_video() {
    if (recorder_) return end_video("");
    const Image& picture = session_->renderer().picture();
    attempt([&] {
        const fs::path path = numbered_path(kDirectory, session_->scene().name, {".mp4"}) += ".mp4";
        recorder_ = std::make_unique<Recorder>(*machine_.context, path, picture.width(), picture.height(), kInFlight);
        playback_.fix_frames(1.0 / Recorder::kRate);
        panel_.note("Recording: " + path.string());
    });
}

void Viewer::write_timeline() {
    attempt([&] {
        machine_.commands->wait();  // what is still executing has no times yet
        const fs::path path = numbered_path(kDirectory, session_->scene().name, {".trace.json"}) += ".trace.json";
        write_trace(path, trace_, frame_starts_.front());
        panel_.note("Written: " + path.string() + ", which ui.perfetto.dev opens" +
                    (wants_times() ? ""
                                   : "; it has the passes of one frame in " + std::to_string(kTimedEvery) +
                                         ", and of all while the panel shows their times"));
    });
}

void Viewer::capture_frame() {
    if (captures_.available()) capture_wanted_ = true;
    else panel_.say("RenderDoc is not loaded: start the viewer with --renderdoc, or from RenderDoc.");
}

void Viewer::end_capture() {
    guard([&] {
        const fs::path file = captures_.end(*machine_.commands, session_->scene().name);
        if (!file.empty()) panel_.note("Written: " + file.string() + ", which RenderDoc opens");
    });
}

// Does work on the video that ffmpeg may refuse; the video is then given up.
void Viewer::film(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        recorder_.reset();
        panel_.say(error.what());
    }
    if (!recorder_) playback_.fix_frames(fixed_frame());
}

// why: a sentence to precede what was written; it may be empty.
void Viewer::end_video(const std::string& why) {
    if (!recorder_) return;
    machine_.commands->submit();
    machine_.commands->wait();
    film([&] {
        recorder_->finish();
        panel_.note((why.empty() ? "" : why + " ") + "Written: " + recorder_->path().string() + ", " +
                    std::to_string(recorder_->frames()) + " frames");
        recorder_.reset();
    });
}

void Viewer::save() {
    attempt([&] {
        Scene scene = session_->scene();
        char title[32];
        std::snprintf(title, sizeof title, ", at %.2f s", session_->time().seconds);
        scene.title += title;
        scene.camera = camera();
        scene.camera.given = true;
        // home_camera() moves a scene's camera aside for the panel by the same amount.
        const glm::vec3 aside = panel_offset(scene.camera);
        scene.camera.eye += aside;
        scene.camera.target += aside;
        Solver& solver = session_->solver();
        if (solver.extents().counts_vary())  // with room for the blocks that were thrown in
            scene.parameters.particle_capacity = solver.extents().particles;
        const fs::path path = numbered_path(kDirectory, scene.name, {".toml", ".ply"});
        save_scene(path, scene, solver.state(), session_->time());
        panel_.note("Saved: " + path.string() + ".toml and .ply");
    });
}

}  // namespace undine
