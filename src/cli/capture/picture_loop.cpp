#include "cli/capture/picture_loop.h"

#include <algorithm>

#include "app/frame_captures.h"
#include "app/simulation.h"
#include "platform/interrupt.h"
#include "platform/stopwatch.h"
#include "undine/error.h"

namespace undine {

PictureLoop::PictureLoop(DrawnSimulation& drawn, const Simulation& sim, const CaptureOptions& options,
                         TraceRecording& trace, Checkpoints& checkpoints, ProbeRecording& probes,
                         FrameCaptures& captures, ImageDumps& dumps, FrameWriter& writer)
    : trace_(trace),
      checkpoints_(checkpoints),
      probes_(probes),
      captures_(captures),
      dumps_(dumps),
      writer_(writer),
      commands_(*drawn.machine.commands),
      solver_(drawn.solver),
      source_(*drawn.source),
      renderer_(*drawn.renderer),
      options_(options),
      scene_(sim.scene.name),
      substeps_(sim.scene.parameters.substeps),
      frame_seconds_(double{sim.scene.parameters.dt} * substeps_),
      start_seconds_(sim.start.seconds),
      camera_(options, sim.scene, drawn.surroundings),
      readback_(*drawn.machine.context, options.render.width, options.render.height, kInFlight,
                options.render.linear ? 8 : 4),
      first_frame_(checkpoints.resumed_steps() / substeps_),
      progress_("frame", options.frames.last() + 1, first_frame_),
      frame_(first_frame_),
      delivered_(checkpoints.resumed_pictures()) {}

PictureLoop::~PictureLoop() {
    try {
        commands_.submit();
        source_.abandon();
        commands_.wait();  // submitted work uses our images, even if an error ends the capture
    } catch (const Error&) {
        // The error that ended the capture says more.
    }
}

CaptureTiming PictureLoop::run(OutputErrors& errors) {
    const Stopwatch watch;
    const uint64_t first = delivered_;
    errors.keep([&] {
        uint64_t pictures = first;
        if (frame_ == 0 && options_.frames.at(0) > 0) probes_.sample(solver_, 0);
        while (pictures < options_.frames.count && submit(pictures)) {
            ++pictures;
            if (pictures - delivered_ == kInFlight) deliver_until(pictures - kInFlight + 1);
        }
        deliver_until(pictures);
        if (checkpoints_.wanted()) {
            writer_.flush();
            checkpoints_.save_end(solver_, frame_ * substeps_, pictures);
        }
    });
    in_frame_.reset();
    host_frame_.reset();
    progress_.clear();
    if (delivered_ == 0 && errors.none()) throw_if_interrupted("before the first picture; nothing was written");
    if (errors.none()) errors.keep([&] { writer_.finish(); });
    if (delivered_ == 0) errors.rethrow();  // there is nothing to report
    return timing(first, delivered_, watch.ms());
}

// Submits the last frame before a picture together with it: the steps, the picture and its copy to the host.
// Returns false if the capture was interrupted first.
bool PictureLoop::submit(uint64_t picture) {
    const uint64_t frame = options_.frames.at(picture);
    if (interrupted()) return false;
    while (frame_ < frame) {
        // Another API's steps wait for pictures that read its arrays; that wait must not count as theirs.
        if (source_.in_place() && !source_.in_queue()) commands_.wait();
        const Stopwatch watch;
        begin_frame(frame_ + 1);
        {
            const HostSpan span(trace_.get(), "steps");
            for (uint32_t s = 0; s < substeps_; ++s) solver_.step();
            if (!source_.in_queue()) solver_.finish();
        }
        trace_.count();
        host_ms_ += watch.ms();
        if (++frame_ < frame) {
            end_frame();
            probes_.sample(solver_, frame_ * substeps_);
            if (checkpoints_.due(frame_)) save(picture);
        }
        progress_.update(frame_);
        if (interrupted() && frame_ < frame) return false;
    }
    if (!in_frame_) begin_frame(frame);
    const auto slot = static_cast<uint32_t>(picture % kInFlight);
    {
        const HostSpan span(trace_.get(), "picture");
        trace_.measure(slot);
        source_.prepare(commands_.get(), slot);
        if (options_.split) commands_.submit();
        dumps_.begin(solver_.time().steps);
        renderer_.record(commands_, camera_.at(start_seconds_, double(frame) * frame_seconds_), solver_.solid_states());
        readback_.record(commands_.get(), renderer_.picture(), slot);
    }
    end_frame();
    dumps_.end();
    submissions_[slot] = commands_.submissions();
    probes_.sample(solver_, frame_ * substeps_);
    if (checkpoints_.due(frame_)) save(picture + 1);
    return true;
}

// After a picture, never before it: what it shows besides the state is what the last step left behind.
void PictureLoop::save(uint64_t pictures) {
    deliver_until(pictures);
    writer_.flush();
    probes_.write_table();  // a capture that is resumed there goes on with this table
    checkpoints_.save(solver_, frame_ * substeps_, pictures);
}

void PictureLoop::begin_frame(uint64_t number) {
    captures_.begin(commands_, number);
    host_frame_.emplace(trace_.get(), "frame", number);
    in_frame_.emplace(solver_, source_, commands_, number);
}

void PictureLoop::end_frame() {
    in_frame_.reset();
    commands_.submit();
    host_frame_.reset();
    captures_.end(commands_, scene_);
}

// All pictures below that number.
void PictureLoop::deliver_until(uint64_t end) {
    for (; delivered_ < end; ++delivered_) {
        const auto slot = static_cast<uint32_t>(delivered_ % kInFlight);
        const HostGroup group(trace_.get(), "picture", delivered_);
        commands_.wait_for_submission(submissions_[slot]);
        trace_.collect(slot);
        const HostSpan span(trace_.get(), "read back and queue");
        writer_.add(readback_.pixels(slot));
        progress_.update(std::max(frame_, options_.frames.at(delivered_) + 1));
    }
}

// ms: that all of them took but the `first` ones, which an earlier capture made.
CaptureTiming PictureLoop::timing(uint64_t first, uint64_t pictures, double ms) {
    const double made = std::max(1.0, double(pictures - first));
    CaptureTiming t{pictures, ms / made, {}, {}, source_.in_place()};
    commands_.wait();
    double simulated = source_.in_queue() ? 0 : host_ms_;
    for (PassTime& pass : commands_.take_pass_times()) {
        if (is_simulation(pass.name)) simulated += pass.ms;
        else t.drawing.push_back({pass.name, pass.ms / made, pass.runs});
    }
    if (frame_ > first_frame_ && simulated > 0) t.simulate = simulated / double(frame_ - first_frame_);
    return t;
}

}  // namespace undine
