#include "viewer/panel.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/simulation.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "viewer/core/pass_rows.h"
#include "viewer/pacing.h"

namespace undine {
namespace {

const ImVec4 kProblem(1.0f, 0.42f, 0.38f, 1), kCaution(0.95f, 0.78f, 0.40f, 1), kNote(0.55f, 0.80f, 0.95f, 1);

std::string speed_text(double speed) {
    return "Speed " + (speed == 1 ? "1" : "1/" + number_text(std::round(1 / speed)));
}

void draw_scene_menu(const PanelStatus& status, PanelActions& actions) {
    ImGui::SetNextItemWidth(-1);
    if (!ImGui::BeginCombo("##scene", status.title.c_str(), ImGuiComboFlags_HeightLarge)) return;
    for (const std::string& name : list_scenes(scene_directories()))
        if (ImGui::Selectable(name.c_str(), name == status.scene)) actions.scene = name;
    ImGui::EndCombo();
}

void draw_buttons(const PanelStatus& status, PanelActions& actions) {
    const float third = (ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().ItemSpacing.x) / 3;
    actions.toggle_pause = ImGui::Button(status.paused ? "Resume###pause" : "Pause###pause", {third, 0});
    ImGui::SameLine();
    actions.step = ImGui::Button("Step", {third, 0});
    ImGui::SameLine();
    actions.restart = ImGui::Button("Restart", {third, 0});

    ImGui::SetNextItemWidth(third);
    if (ImGui::BeginCombo("##speed", speed_text(status.speed).c_str())) {
        for (const double speed : StepPacer::kSpeeds)
            if (ImGui::Selectable(speed_text(speed).c_str(), speed == status.speed)) actions.speed = speed;
        ImGui::EndCombo();
    }
    ImGui::SameLine();
    actions.toggle_walk = ImGui::Button(status.walking ? "Orbit###walk" : "Walk###walk", {third, 0});
    ImGui::SameLine();
    actions.throw_block = ImGui::Button("Throw water", {third, 0});

    actions.picture = ImGui::Button("Picture", {third, 0});
    ImGui::SameLine();
    actions.toggle_video = ImGui::Button(status.filming ? "End video###video" : "Video###video", {third, 0});
    ImGui::SameLine();
    actions.save = ImGui::Button("Save", {third, 0});

    actions.timeline = ImGui::Button("Timeline", {third, 0});
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("what the device did in the last 120 frames, as a file (F8)");
    ImGui::SameLine();
    actions.toggle_keys = ImGui::Button("Keys", {third, 0});
}

void draw_frame_times(double fps, const FrameTimes& times) {
    ImGui::Text("%s frames a second", fps_text(fps).c_str());
    const std::optional<FrameTimes::Spread> spread = times.spread();
    if (!spread) return;
    ImGui::SameLine();
    ImGui::TextDisabled("p95 %.0f, p99 %.0f ms", spread->p95, spread->p99);
    if (!ImGui::IsItemHovered()) return;
    const FrameTimes::Slowest& slowest = times.slowest();
    ImGui::BeginTooltip();
    ImGui::Text("median %.1f ms; the first frame took %.0f ms", spread->median, *times.first());
    ImGui::Text("the slowest since, frame %llu: %.1f ms", static_cast<unsigned long long>(slowest.frame), slowest.ms);
    for (size_t k = 0; k < std::min<size_t>(slowest.passes.size(), 6); ++k)
        ImGui::TextDisabled("  %s %.2f ms", slowest.passes[k].name.c_str(), slowest.passes[k].ms);
    ImGui::EndTooltip();
}

void draw_status(const PanelStatus& s) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", s.device.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Text("%s particles", grouped_text(s.particles).c_str());
    ImGui::Text("%.2f s simulated", s.time);
    ImGui::SameLine();
    if (s.paused) ImGui::TextDisabled("paused");
    else if (s.speed == 1) ImGui::TextDisabled("at %.2f × real time", s.means.speed);
    else ImGui::TextDisabled("at %.3f of %g × real time", s.means.speed, s.speed);
    if (s.step_ms > 0) ImGui::Text("%.2f ms a step, %.2f ms drawing a frame", s.step_ms, s.means.drawing_ms);
    else ImGui::Text("– ms a step, %.2f ms drawing a frame", s.means.drawing_ms);
    draw_frame_times(s.means.fps, s.frame_times);
}

// Always the same number of lines, so that what is below stays in place.
void draw_health(const std::optional<FluidHealth>& h) {
    if (h) ImGui::Text("%.2f %% too dense on average", h->density_error * 100);
    else ImGui::TextUnformatted("– % too dense on average");
    const std::string measured = h ? "measured at " + number_text(std::round(h->time.seconds * 1e3) / 1e3) + " s" : "";
    auto explain = [&](const char* what) {
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s\n%s", what, h ? measured.c_str() : "not measured yet");
    };
    explain("mean of max(C, 0), as the solver's last iteration found it");
    if (h && h->counts_neighbors)
        ImGui::Text("%.1f neighbours a particle, %u at most", h->neighbors_mean, h->neighbors_max);
    else ImGui::TextUnformatted("– neighbours a particle");
    explain("fluid and boundary; not counted with neighbors = grid");
    if (h && h->energy_lost)
        ImGui::Text("%s kinetic, %s lost", energy_text(h->energy.kinetic).c_str(),
                    energy_text(*h->energy_lost).c_str());
    else if (h) ImGui::Text("%s kinetic", energy_text(h->energy.kinetic).c_str());
    else ImGui::TextUnformatted("– J kinetic");
    explain(h && h->energy_lost
                ? ("of the water's kinetic and potential energy since " +
                   number_text(std::round(h->energy_since * 1e3) / 1e3) + " s; see Graphs")
                      .c_str()
                : "how much is lost is unknown where emitters, sinks, moving solids,\nsurface tension or "
                  "the pointer give energy and take it");
}

void draw_pass(const PassTime& pass, double of_ms, const ImVec4& color) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(pass.name.c_str());
    ImGui::TableNextColumn();
    char text[32] = "–";
    if (pass.runs > 0) std::snprintf(text, sizeof text, "%.2f", pass.ms);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x));
    ImGui::TextUnformatted(text);
    ImGui::TableNextColumn();
    const float share = of_ms > 0 ? static_cast<float>(pass.ms / of_ms) : 0;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x * share;
    if (pass.runs > 0)
        ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + height * 0.2f},
                                                  {at.x + std::max(1.0f, width), at.y + height * 0.85f},
                                                  ImGui::GetColorU32(color), 2);
    ImGui::Dummy({1, height});
}

// Returns whether the table is open.
bool draw_passes(const PanelStatus& s, float unit) {
    if (!ImGui::CollapsingHeader("Time per frame", ImGuiTreeNodeFlags_DefaultOpen)) return false;
    const PassMeans& m = s.means;
    const double all = m.simulation_ms + m.drawing_ms;
    if (all <= 0 && m.fps > 0) {
        ImGui::TextDisabled("The device has no clock.");
        return true;
    }
    if (!ImGui::BeginTable("passes", 3)) return true;
    ImGui::TableSetupColumn("pass", ImGuiTableColumnFlags_WidthFixed, 148 * unit);
    ImGui::TableSetupColumn("ms", ImGuiTableColumnFlags_WidthFixed, 56 * unit);
    ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthStretch);
    const ImVec4 water(0.26f, 0.60f, 0.82f, 0.9f), light(0.86f, 0.72f, 0.42f, 0.9f);
    auto part = [&](const char* title, const std::vector<PassTime>& rows, double ms, const ImVec4& color) {
        ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
        draw_pass({title, ms, 1}, all, ImVec4(color.x, color.y, color.z, 0.35f));
        ImGui::PopStyleColor();
        for (const PassTime& row : rows) draw_pass(row, all, color);
    };
    part("simulation, ms", simulation_rows(m), m.simulation_ms, water);
    part("drawing, ms", drawing_rows(m, s.drawn.style), m.drawing_ms, light);
    ImGui::EndTable();
    return true;
}

}  // namespace

PanelActions Panel::draw(const PanelStatus& status, float unit) {
    PanelActions actions;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({std::min(kWidth * unit, window.x), window.y});
    constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus;
    ImGui::Begin("panel", nullptr, kFixed);
    draw_scene_menu(status, actions);
    draw_buttons(status, actions);
    draw_status(status);
    draw_health(status.health);
    for (const std::string& caution : status.cautions) {
        ImGui::PushStyleColor(ImGuiCol_Text, kCaution);
        ImGui::TextWrapped("%c%s.", std::toupper(static_cast<unsigned char>(caution[0])), caution.c_str() + 1);
        ImGui::PopStyleColor();
    }
    if (!sentence_.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, problem_ ? kProblem : kNote);
        ImGui::TextWrapped("%s", sentence_.c_str());
        ImGui::PopStyleColor();
    }
    const bool table = draw_passes(status, unit), graph = status.graphs.draw(unit);
    shows_times_ = table || graph;
    actions.look = draw_look_panel(status.drawn, status.surroundings, unit);
    parameters_.draw(status.scene_parameters, status.started_parameters, unit);
    ImGui::End();
    return actions;
}

}  // namespace undine
