#include "viewer/overlays.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "text/text.h"
#include "viewer/keys.h"

namespace undine {
namespace {

constexpr ImGuiWindowFlags kBox = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                  ImGuiWindowFlags_AlwaysAutoResize;
constexpr ImGuiWindowFlags kUntouchable =
    kBox | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing;

}  // namespace

bool draw_keys(float unit) {
    bool open = true;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({window.x / 2, window.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowBgAlpha(0.95f);  // it may lie over the panel
    ImGui::Begin("Keys", &open, kBox);
    if (ImGui::BeginTable("keys", 2)) {
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, 150 * unit);
        // As wide as the longest line, and in a narrow window on several lines.
        float width = 0;
        for (const KeyText& k : kKeyTexts) width = std::max(width, ImGui::CalcTextSize(k.does).x);
        for (const KeyText& k : kMouseTexts) width = std::max(width, ImGui::CalcTextSize(k.does).x);
        width = std::min(width, std::max(100 * unit, window.x - 200 * unit));
        ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthFixed, width);
        auto row = [](const KeyText& k) {
            if (*k.key == 0) return;
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(k.key);
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
            ImGui::TextWrapped("%s", k.does);
            ImGui::PopStyleColor();
        };
        for (const KeyText& k : kKeyTexts) row(k);
        for (const KeyText& k : kMouseTexts) row(k);
        ImGui::EndTable();
    }
    ImGui::End();
    return open;
}

void draw_shader_problems(std::span<const std::string> problems, float left, float unit) {
    if (problems.empty()) return;
    constexpr size_t kMostLines = 12;  // the first errors often cause the others
    const float width = std::max(200 * unit, ImGui::GetIO().DisplaySize.x - left - 24 * unit);
    ImGui::SetNextWindowPos({left + 12 * unit, 12 * unit});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0.30f, 0.05f, 0.05f, 1));
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(1.0f, 0.42f, 0.38f, 0.9f));
    ImGui::Begin("shader problems", nullptr, kUntouchable);
    ImGui::PushTextWrapPos(width - 2 * ImGui::GetStyle().WindowPadding.x);
    ImGui::TextColored({1.0f, 0.62f, 0.55f, 1}, "%s", "Shaders have errors; the last ones that compiled keep running.");
    ImGui::Spacing();
    for (size_t line = 0; line < std::min(problems.size(), kMostLines); ++line)
        ImGui::TextUnformatted(problems[line].c_str());
    if (problems.size() > kMostLines) ImGui::TextDisabled("… and %zu more", problems.size() - kMostLines);
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleColor(2);
}

bool draw_troubles(const TroubleText& text, float left, float unit) {
    if (text.troubles.empty()) return false;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::max(200 * unit, window.x - left - 24 * unit);
    ImGui::SetNextWindowPos({left + 12 * unit, window.y - 12 * unit}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0.30f, 0.05f, 0.05f, 1));
    ImGui::PushStyleColor(ImGuiCol_Border, ImVec4(1.0f, 0.42f, 0.38f, 0.9f));
    ImGui::Begin("troubles", nullptr, kBox | ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(width - 2 * ImGui::GetStyle().WindowPadding.x);
    for (const std::string& trouble : text.troubles) ImGui::TextUnformatted(trouble.c_str());
    ImGui::PopTextWrapPos();
    const bool pressed = ImGui::Button(text.remedy.c_str());
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.tooltip.c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("%s", text.measured.c_str());
    ImGui::End();
    ImGui::PopStyleColor(2);
    return pressed;
}

void draw_recording(uint64_t frames, float unit) {
    ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x - 12 * unit, 12 * unit}, ImGuiCond_Always, {1, 0});
    ImGui::SetNextWindowBgAlpha(0.7f);
    ImGui::Begin("recording", nullptr, kUntouchable);
    const float height = ImGui::GetTextLineHeight(), radius = 0.36f * height;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + height / 2}, radius, IM_COL32(235, 60, 50, 255));
    ImGui::Dummy({2 * radius, height});
    ImGui::SameLine();
    ImGui::Text("%s frames", grouped_text(frames).c_str());
    ImGui::End();
}

void draw_hold(const glm::vec2& held, const glm::vec2& target, float unit) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 from(held.x, held.y), to(target.x, target.y);
    // The whole rim first: over a dot it would cut the line off.
    for (const auto& [color, rim] : {std::pair(IM_COL32(8, 18, 32, 190), 1.5f * unit), {IM_COL32_WHITE, 0.0f}}) {
        list.AddLine(from, to, color, 2 * unit + 2 * rim);
        list.AddCircleFilled(from, 4 * unit + rim, color);
        list.AddCircleFilled(to, 4 * unit + rim, color);
    }
}

}  // namespace undine
