#include "viewer/graphs.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "text/quantity_text.h"

namespace undine {
namespace {

constexpr size_t kFrames = 240;        // shown: four seconds at 60 Hz
constexpr size_t kFluidSamples = 120;  // shown: one minute at two per second
constexpr double kProbeSeconds = 10;   // of the scene, the most that is shown of what probes read
constexpr float kHeight = 56;          // of a graph, Gui units

const ImU32 kWater = IM_COL32(66, 153, 209, 230), kLight = IM_COL32(219, 184, 107, 230);
const ImU32 kGone = IM_COL32(140, 140, 140, 110);
const ImU32 kFilled = IM_COL32(66, 153, 209, 70), kGround = IM_COL32(51, 64, 77, 90);

// The area of a graph below its title and figure, with its background.
struct Plot {
    ImVec2 low, high;  // top left, bottom right

    Plot(const char* title, const std::string& figure, float unit) {
        ImGui::TextUnformatted(title);
        ImGui::SameLine();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, width - ImGui::CalcTextSize(figure.c_str()).x));
        ImGui::TextDisabled("%s", figure.c_str());
        low = ImGui::GetCursorScreenPos();
        high = {low.x + ImGui::GetContentRegionAvail().x, low.y + kHeight * unit};
        ImGui::GetWindowDrawList()->AddRectFilled(low, high, kGround, 3);
        ImGui::Dummy({high.x - low.x, high.y - low.y});
    }
    // The point at fraction x of the width, from the left, and y of the height, from below.
    ImVec2 at(float x, float y) const { return {low.x + (high.x - low.x) * x, high.y - (high.y - low.y) * y}; }
};

std::string text(const char* format, double value) {
    char figure[64];
    std::snprintf(figure, sizeof figure, format, value);
    return figure;
}

}  // namespace

void Graphs::add_frame(const PassTimes& times) {
    if (times.step.empty() && times.picture.empty()) return;  // no clock, or no frame is done yet
    FrameTime frame{0, 0};
    for (const PassTime& t : times.step) frame.simulation += static_cast<float>(t.ms);
    for (const PassTime& t : times.picture) frame.drawing += static_cast<float>(t.ms);
    frames_.push_back(frame);
    if (frames_.size() > kFrames) frames_.pop_front();
}

void Graphs::add_fluid(const FluidHealth& health) {
    fluid_.push_back({static_cast<float>(health.density_error), static_cast<float>(health.energy.kinetic),
                      static_cast<float>(health.energy.potential), health.energy_lost,
                      static_cast<float>(health.iterations)});
    if (fluid_.size() > kFluidSamples) fluid_.pop_front();
}

void Graphs::add_probes(double time, const std::vector<std::string>& columns, std::vector<double> row) {
    const bool goes_on = columns_ == columns && (probes_.empty() || probes_.back().time < time);
    if (!goes_on) probes_.clear();
    columns_ = columns;
    probes_.push_back({time, std::move(row)});
    while (probes_.front().time < time - kProbeSeconds) probes_.pop_front();
}

void Graphs::clear_fluid() { fluid_.clear(); }
void Graphs::clear_probes() { probes_.clear(), columns_.clear(); }

bool Graphs::draw(float unit) {
    if (!ImGui::CollapsingHeader("Graphs")) return false;
    draw_frames(unit);
    draw_curve("Density error, mean of max(C, 0)", &FluidSample::error, "%.3f %%", 100, unit);
    draw_energy(unit);
    draw_curve("Iterations", &FluidSample::iterations, "%.0f", 1, unit);
    for (size_t column = 0; column < columns_.size(); ++column) draw_probe(column, unit);
    return true;
}

// Of the last seconds of the scene, between the least and the largest value there; where nothing could be read, none.
void Graphs::draw_probe(size_t column, float unit) const {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const ProbeSample& s : probes_)
        if (std::isfinite(s.row[column])) least = std::min(least, s.row[column]), most = std::max(most, s.row[column]);
    const double last = probes_.empty() ? NAN : probes_.back().row[column];
    const Plot plot(columns_[column].c_str(), std::isfinite(last) ? text("%.4g", last) : "nothing there", unit);
    if (!(most >= least)) return;
    const double begin = probes_.front().time, seconds = probes_.back().time - begin, range = most - least;
    const auto place = [&](const ProbeSample& s) {
        const double height = range > 0 ? (s.row[column] - least) / range : 0.5;
        return plot.at(float((s.time - begin) / seconds), float(0.04 + 0.92 * height));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (size_t k = 1; k < probes_.size(); ++k) {
        const ProbeSample &a = probes_[k - 1], &b = probes_[k];
        if (std::isfinite(a.row[column]) && std::isfinite(b.row[column]))
            list.AddLine(place(a), place(b), kWater, 1.5f * unit);
    }
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("the last %.2f s of the scene\nleast %.6g, most %.6g", seconds, least, most);
}

void Graphs::draw_frames(float unit) const {
    float most = 0;
    for (const FrameTime& f : frames_) most = std::max(most, f.simulation + f.drawing);
    const Plot plot("Time per frame", frames_.empty() ? "not measured" : text("up to %.1f ms", most), unit);
    if (most <= 0) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float left = 1 - static_cast<float>(frames_.size()) / kFrames;  // the newest frame is at the right
    for (const FrameTime& f : frames_) {
        const float right = left + 1.0f / kFrames, middle = f.simulation / most, top = middle + f.drawing / most;
        list.AddRectFilled(plot.at(left, middle), plot.at(right, 0), kWater);
        list.AddRectFilled(plot.at(left, top), plot.at(right, middle), kLight);
        left = right;
    }
    if (!ImGui::IsItemHovered()) return;
    ImGui::SetTooltip("blue: simulation, last %.2f ms\nyellow: drawing, last %.2f ms", frames_.back().simulation,
                      frames_.back().drawing);
}

// Potential, kinetic and lost energy on top of each other: together they stay what they were.
void Graphs::draw_energy(float unit) const {
    const FluidSample now = fluid_.empty() ? FluidSample{} : fluid_.back();
    const Plot plot("Energy",
                    fluid_.empty() ? "not measured"
                    : now.lost     ? "kinetic " + energy_text(now.kinetic) + ", lost " + energy_text(*now.lost)
                                   : "kinetic " + energy_text(now.kinetic),
                    unit);
    float least = 0, most = 0;
    for (const FluidSample& s : fluid_) {
        least = std::min(least, s.potential);
        most = std::max(most, s.potential + s.kinetic + std::max(0.0f, s.lost.value_or(0)));
    }
    if (!(most > least)) return;
    const auto height = [&](float energy) { return 0.92f * (energy - least) / (most - least); };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // of areas side by side it leaves seams
    for (size_t k = 1; k < fluid_.size(); ++k) {
        const float right = 1 - static_cast<float>(fluid_.size() - 1 - k) / (kFluidSamples - 1),
                    left = right - 1.0f / (kFluidSamples - 1);
        const FluidSample &a = fluid_[k - 1], &b = fluid_[k];
        float from = least, to = least;
        const auto add = [&](float before, float after, ImU32 color) {
            list.AddQuadFilled(plot.at(left, height(from + before)), plot.at(right, height(to + after)),
                               plot.at(right, height(to)), plot.at(left, height(from)), color);
            from += before;
            to += after;
        };
        add(a.potential - least, b.potential - least, kLight);
        add(a.kinetic, b.kinetic, kWater);
        add(std::max(0.0f, a.lost.value_or(0)), std::max(0.0f, b.lost.value_or(0)), kGone);
    }
    list.Flags = flags;
    if (!ImGui::IsItemHovered()) return;
    const std::string lost = now.lost ? "grey: lost, " + energy_text(*now.lost)
                                      : "lost: unknown, as emitters, sinks, moving solids, surface tension\n"
                                        "or the pointer give energy and take it";
    ImGui::SetTooltip("yellow: potential, above the tank's lower corner, %s\nblue: kinetic, %s\n%s",
                      energy_text(now.potential).c_str(), energy_text(now.kinetic).c_str(), lost.c_str());
}

void Graphs::draw_curve(const char* title, float FluidSample::*value, const char* format, float scale,
                        float unit) const {
    const Plot plot(title, fluid_.empty() ? "not measured" : text(format, fluid_.back().*value * scale), unit);
    float most = 0;
    for (const FluidSample& s : fluid_) most = std::max(most, s.*value);
    if (fluid_.empty()) return;
    const float height = most > 0 ? 0.92f / most : 0,
                begin = 1 - static_cast<float>(fluid_.size() - 1) / (kFluidSamples - 1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::vector<ImVec2> line;
    for (size_t k = 0; k < fluid_.size(); ++k)
        line.push_back(plot.at(begin + static_cast<float>(k) / (kFluidSamples - 1), fluid_[k].*value * height));
    for (size_t k = 1; k < line.size(); ++k)
        list.AddQuadFilled(line[k - 1], line[k], {line[k].x, plot.high.y}, {line[k - 1].x, plot.high.y}, kFilled);
    list.AddPolyline(line.data(), static_cast<int>(line.size()), kWater, 0, 1.5f * unit);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("top of the graph: %s", text(format, most * scale / 0.92f).c_str());
}

}  // namespace undine
