#include "viewer/parameter_panel.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "scene/parameter_style.h"
#include "scene/parameter_table.h"

namespace undine {
namespace {

const ImVec4 kChanged(0.98f, 0.72f, 0.25f, 1);

// Groups that only one method reads, by their titles in parameters.def.
constexpr struct {
    std::string_view group;
    MethodType method;
    const char* note;
} kOfOneMethod[] = {{"Density constraint", MethodType::pbf, " (method = pbf)"},
                    {"Weakly compressible SPH", MethodType::wcsph, " (method = wcsph)"}};

// Why a group has no effect, to follow its title; empty if it has.
std::string why_idle(std::string_view group, MethodType method) {
    for (const auto& own : kOfOneMethod)
        if (own.group == group && own.method != method) return own.note;
    return "";
}

constexpr float kKeyWidth = 148, kResetWidth = 16;  // Gui units

// Ranges over many powers of ten need a logarithmic slider; so do wide symmetric ranges, whose small values matter.
ImGuiSliderFlags slider_flags(const ParameterInfo& info) {
    const bool wide = info.min > 0 ? info.max / info.min > 100 : info.max - info.min > 100;
    return ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
}

std::string number_format(const char* number, const std::string& unit) {
    return unit.empty() ? number : std::string(number) + " " + unit;
}

// Draws the control of one value; returns whether it was changed.
struct Control {
    Parameters& values;
    const ParameterInfo& info;

    bool operator()(float Parameters::*member) const {
        const auto low = static_cast<float>(info.min), high = static_cast<float>(info.max);
        return ImGui::SliderFloat("##value", &(values.*member), low, high, number_format("%.4g", info.unit).c_str(),
                                  slider_flags(info));
    }
    bool operator()(uint32_t Parameters::*member) const {
        const auto low = static_cast<uint32_t>(info.min), high = static_cast<uint32_t>(info.max);
        return ImGui::SliderScalar("##value", ImGuiDataType_U32, &(values.*member), &low, &high,
                                   number_format("%u", info.unit).c_str(), slider_flags(info));
    }
    bool operator()(glm::vec3 Parameters::*member) const {
        const auto low = static_cast<float>(info.min), high = static_cast<float>(info.max);
        return ImGui::SliderFloat3("##value", &(values.*member).x, low, high, "%.3g", slider_flags(info));
    }
    bool operator()(const ChoiceMember& member) const {
        bool changed = false;
        const uint32_t now = member.get(values);
        if (!ImGui::BeginCombo("##value", info.choices[now].c_str())) return false;
        for (uint32_t c = 0; c < info.choices.size(); ++c)
            if (ImGui::Selectable(info.choices[c].c_str(), c == now) && c != now) {
                member.set(values, c);
                changed = true;
            }
        ImGui::EndCombo();
        return changed;
    }
};

void copy_value(Parameters& to, const Parameters& from, const ParameterInfo& info) {
    if (const auto* choice = std::get_if<ChoiceMember>(&info.member)) return choice->set(to, choice->get(from));
    std::visit(
        [&](auto member) {
            if constexpr (!std::is_same_v<decltype(member), ChoiceMember>) to.*member = from.*member;
        },
        info.member);
}

void draw_tooltip(const ParameterInfo& info, const std::string& scene_text, const std::string& set, float unit) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(380 * unit);
    ImGui::TextUnformatted((info.key + (info.symbol.empty() ? "" : "   " + info.symbol)).c_str());
    if (!info.equation.empty()) {
        ImGui::SameLine(0, 16 * unit);
        ImGui::TextDisabled("%s", info.equation.c_str());
    }
    ImGui::Separator();
    ImGui::TextUnformatted(info.help.c_str());
    const std::string in = info.unit.empty() ? "" : " " + info.unit;
    if (info.choices.empty())
        ImGui::TextDisabled("%s … %s%s", info.min_text.c_str(), info.max_text.c_str(), in.c_str());
    ImGui::TextDisabled("scene: %s%s   default: %s%s", scene_text.c_str(), in.c_str(), info.default_text.c_str(),
                        in.c_str());
    if (!set.empty()) ImGui::TextDisabled("--set: %s%s", set.c_str(), in.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

}  // namespace

// A button that resets all parameters at once.
void ParameterPanel::draw_reset(const char* label, const char* to, const Parameters& values, float width) {
    ImGui::BeginDisabled(values_ == values);
    if (ImGui::Button(label, {width, 0})) {
        values_ = values;
        edited_ = released_ = true;
    }
    ImGui::EndDisabled();
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", to);
}

// The word for several parameters at once; what was set by hand is a style of its own.
void ParameterPanel::draw_style(float unit) {
    const ParameterStyle* now = style_of(values_);
    ImGui::SetNextItemWidth(-(ImGui::CalcTextSize("style").x + 8 * unit));
    if (ImGui::BeginCombo("style", now ? now->name.c_str() : "neither")) {
        for (const ParameterStyle& style : parameter_styles()) {
            if (ImGui::Selectable(style.name.c_str(), &style == now) && &style != now) {
                apply_style(values_, style.name, "style");
                edited_ = released_ = true;
            }
            if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", style.help.c_str());
        }
        ImGui::EndCombo();
    }
}

void ParameterPanel::draw(const Parameters& scene, const Parameters& started, float unit) {
    edited_ = released_ = false;
    const bool with_set = !(started == scene);
    const float whole = ImGui::GetContentRegionAvail().x;
    const float half = (whole - ImGui::GetStyle().ItemSpacing.x) / 2;
    draw_reset("Reset all parameters", "to the values of the scene's file, without --set", scene,
               with_set ? half : whole);
    if (with_set) {
        ImGui::SameLine();
        draw_reset("Reset all to --set", "to the scene's values with those of --set, as it was started", started, half);
    }
    draw_style(unit);
    const auto table = parameter_table();
    for (size_t first = 0, end = 0; first < table.size(); first = end) {
        while (end < table.size() && table[end].group == table[first].group) ++end;
        const std::string &group = table[first].group, idle = why_idle(group, values_.method);
        if (!ImGui::CollapsingHeader((group + idle + "###" + group).c_str(),
                                     idle.empty() ? ImGuiTreeNodeFlags_DefaultOpen : 0))
            continue;
        if (!ImGui::BeginTable("rows", 3)) continue;
        ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, kKeyWidth * unit);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("reset", ImGuiTableColumnFlags_WidthFixed, kResetWidth * unit);
        ImGui::BeginDisabled(!idle.empty());
        for (size_t row = first; row < end; ++row) draw_row(table[row], scene, started, unit);
        ImGui::EndDisabled();
        ImGui::EndTable();
    }
}

void ParameterPanel::draw_row(const ParameterInfo& info, const Parameters& scene, const Parameters& started,
                              float unit) {
    const std::string scene_text = parameter_text(scene, info), started_text = parameter_text(started, info);
    const std::string set = started_text == scene_text ? "" : started_text;  // what --set gave
    const bool changed = parameter_text(values_, info) != scene_text;
    ImGui::PushID(info.key.c_str());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    if (changed) ImGui::TextColored(kChanged, "%s", info.key.c_str());
    else ImGui::TextUnformatted(info.key.c_str());
    bool hovered = ImGui::IsItemHovered();
    // Three sliders leave no room for the unit, so it takes the symbol's place.
    const std::string aside = info.type == "three numbers" ? info.unit : info.symbol;
    const float aside_width = ImGui::CalcTextSize(aside.c_str()).x;
    if (!aside.empty() && ImGui::CalcTextSize(info.key.c_str()).x + aside_width < (kKeyWidth - 6) * unit) {
        ImGui::SameLine(ImGui::GetCursorStartPos().x + kKeyWidth * unit - aside_width - 10 * unit);
        ImGui::TextDisabled("%s", aside.c_str());
    }

    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    const bool edited = std::visit(Control{values_, info}, info.member);
    edited_ |= edited;
    released_ |= ImGui::IsItemDeactivatedAfterEdit() || (edited && !info.choices.empty());
    hovered |= ImGui::IsItemHovered() && !ImGui::IsItemActive();

    ImGui::TableNextColumn();
    if (changed) {
        ImGui::PushStyleColor(ImGuiCol_Text, kChanged);
        if (ImGui::SmallButton("↺")) {
            copy_value(values_, scene, info);
            edited_ = released_ = true;
        }
        ImGui::PopStyleColor();
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip("back to the scene's %s%s", scene_text.c_str(),
                              set.empty() ? "" : (", which --set changed to " + set).c_str());
    }
    if (hovered) draw_tooltip(info, scene_text, set, unit);
    ImGui::PopID();
}

}  // namespace undine
