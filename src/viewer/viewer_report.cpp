// What the viewer reports: in the window's title, and at the end as JSON.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/provenance.h"
#include "text/text.h"
#include "viewer/viewer.h"

namespace undine {

// Software drivers may execute a dispatch before its first timestamp, and present an image only once it is drawn, so
// that wall time counts drawing as waiting. Either clock may miss something, but neither counts too much: the larger
// one is taken.
double Viewer::step_ms() const {
    const PassMeans& m = meter_.means();
    const bool driver_clock = session_->source().in_queue();
    const bool software = machine_.context->info().type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    return driver_clock && software ? std::max(m.busy_step_ms, m.step_ms) : m.step_ms;
}

std::string Viewer::title() const {
    const PassMeans& m = meter_.means();
    char figures[96];
    const std::string fps = fps_text(m.fps);
    if (step_ms() > 0) std::snprintf(figures, sizeof figures, "%.1f ms/step, %s fps", step_ms(), fps.c_str());
    else std::snprintf(figures, sizeof figures, "– ms/step, %s fps", fps.c_str());
    const std::string& drawing = machine_.context->info().name;
    const bool one = session_->source().in_queue();  // one device does both
    // Where the panel would have said it.
    const std::string said = panel_shown_ || panel_.sentence().empty() ? "" : " — " + panel_.sentence();
    return session_->scene().name + " — " + grouped_text(session_->solver().latest_population().living) +
           " particles, " + figures + " — " +
           (one ? drawing : session_->solver().backend().name() + ", drawn on " + drawing) + said;
}

namespace {

// As it was last measured.
nlohmann::ordered_json health_json(const std::optional<FluidHealth>& h) {
    if (!h) return nullptr;
    return {
        {"time_s", h->time.seconds},
        {"density_error_mean", h->density_error},
        {"kinetic_energy_J", h->energy.kinetic},
        {"potential_energy_J", h->energy.potential},
        {"energy_lost_J", h->energy_lost ? nlohmann::ordered_json(*h->energy_lost) : nlohmann::ordered_json()},
        {"energy_lost_since_s", h->energy_lost ? nlohmann::ordered_json(h->energy_since) : nlohmann::ordered_json()},
        {"neighbors_mean", h->counts_neighbors ? nlohmann::ordered_json(h->neighbors_mean) : nlohmann::ordered_json()},
        {"neighbors_max", h->counts_neighbors ? nlohmann::ordered_json(h->neighbors_max) : nlohmann::ordered_json()},
        {"dropped_neighbors", h->dropped_neighbors},
        {"clamped_speeds", h->clamped_speeds},
        {"not_finite", h->not_finite}};
}

nlohmann::ordered_json frame_json(const FrameTimes& times) {
    const auto spread = times.spread();
    if (!spread) return nullptr;
    nlohmann::ordered_json passes = nlohmann::ordered_json::array();
    for (const PassTime& t : times.slowest().passes)
        passes.push_back({{"name", t.name}, {"ms", t.ms}, {"runs", t.runs}});
    return {{"first", *times.first()},
            {"median", spread->median},
            {"p95", spread->p95},
            {"p99", spread->p99},
            {"slowest", {{"frame", times.slowest().frame}, {"ms", times.slowest().ms}, {"passes", passes}}}};
}

}  // namespace

void Viewer::report() const {
    nlohmann::ordered_json passes = nlohmann::ordered_json::array();
    for (const PassTime& t : meter_.totals()) passes.push_back({{"name", t.name}, {"ms", t.ms}, {"runs", t.runs}});
    const PassMeans& m = meter_.means();
    const nlohmann::ordered_json found{
        {"scene", session_->scene().name},
        {"backend", session_->solver().backend().name()},
        {"drawn_on", machine_.context->info().name},
        {"particles", session_->solver().latest_population().living},
        {"frames", frames_},
        {"steps", steps_},
        {"simulated_s", session_->simulated()},
        {"clock_s", clock_s_},
        {"time_s", session_->time().seconds},
        {"health", health_json(session_->watch().health())},
        {"width", target_->images->width()},
        {"height", target_->images->height()},
        {"last_half_second", {{"fps", m.fps}, {"ms_per_step", step_ms()}, {"speed", m.speed}}},
        {"frame_ms", frame_json(frame_times_)},
        {"passes", passes}};
    const SceneFacts scene{session_->scene().name, options_.simulation.overrides,
                           parameter_values(session_->parameters())};
    write_json(
        options_.json,
        whole_report(
            "view",
            make_provenance(devices_of(options_.simulation.backend, session_->solver().backend(), machine_), {scene}),
            found));
}

}  // namespace undine
