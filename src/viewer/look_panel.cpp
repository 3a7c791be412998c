#include "viewer/look_panel.h"

#include <imgui.h>

namespace undine {
namespace {

void explain(const std::string& text, float unit) {
    if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(300 * unit);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

// A menu of the entries for which `offered` holds; returns the one that was chosen.
template <class Titles, class Offered>
std::optional<uint32_t> menu(const char* label, uint32_t current, uint32_t count, Titles title, Offered offered) {
    std::optional<uint32_t> chosen;
    if (!ImGui::BeginCombo(label, title(current).c_str(), ImGuiComboFlags_HeightLarge)) return chosen;
    for (uint32_t k = 0; k < count; ++k)
        if (offered(k) && ImGui::Selectable(title(k).c_str(), k == current) && k != current) chosen = k;
    ImGui::EndCombo();
    return chosen;
}

constexpr auto kAlways = [](uint32_t) { return true; };

bool edit(Look& look, const LookInfo& info) {
    struct Visitor {
        Look& look;
        const LookInfo& info;
        bool operator()(float Look::*member) const {
            return ImGui::SliderFloat(info.name.c_str(), &(look.*member), static_cast<float>(info.min),
                                      static_cast<float>(info.max), "%.3g", ImGuiSliderFlags_AlwaysClamp);
        }
        bool operator()(glm::vec3 Look::*member) const {
            return ImGui::ColorEdit3(
                info.name.c_str(), &(look.*member).x,
                ImGuiColorEditFlags_Float | ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_PickerHueWheel);
        }
        bool operator()(const LookChoice& member) const {
            const auto chosen = menu(
                info.name.c_str(), member.get(look), static_cast<uint32_t>(info.choices.size()),
                [&](uint32_t k) { return info.choices[k]; }, kAlways);
            if (chosen) member.set(look, *chosen);
            return chosen.has_value();
        }
    };
    return std::visit(Visitor{look, info}, info.member);
}

std::string preset_title(const Look& look) {
    for (const LookPreset& preset : look_presets())
        if (preset.look == look) return std::string(preset.title);
    return "custom";
}

void draw_looks(const Look& current, LookActions& actions, float unit) {
    Look look = current;
    bool changed = false;
    if (ImGui::BeginCombo("look", preset_title(look).c_str())) {
        for (const LookPreset& preset : look_presets())
            if (ImGui::Selectable(std::string(preset.title).c_str(), preset.look == look)) {
                look = preset.look;
                changed = true;
            }
        ImGui::EndCombo();
    }
    for (const LookInfo& info : look_table()) {
        changed |= edit(look, info);
        explain(info.help + (info.unit.empty() ? "" : " Unit: " + info.unit + "."), unit);
    }
    if (changed) actions.look = look;
}

}  // namespace

LookActions draw_look_panel(const RenderSettings& drawn, const Surroundings& surroundings, float unit) {
    LookActions actions;
    if (!ImGui::CollapsingHeader("Look")) return actions;
    ImGui::PushItemWidth(150 * unit);
    const char* const styles[] = {"particles", "water"};  // Style
    const auto style = menu(
        "drawn as", static_cast<uint32_t>(drawn.style), 2, [&](uint32_t k) { return std::string(styles[k]); },
        [&](uint32_t k) { return !surroundings.flat || k == static_cast<uint32_t>(Style::particles); });
    if (style) actions.style = static_cast<Style>(*style);

    const auto view = menu(
        "shown", static_cast<uint32_t>(drawn.view), static_cast<uint32_t>(kViews.size()),
        [](uint32_t k) { return std::string(kViews[k].title); },
        [&](uint32_t k) { return what_lacks(static_cast<View>(k), drawn.style, surroundings).empty(); });
    explain(std::string(info_of(drawn.view).shows), unit);
    if (view) actions.view = static_cast<View>(*view);

    if (drawn.style == Style::particles) {
        const auto coloring = menu(
            "colour", static_cast<uint32_t>(drawn.coloring), static_cast<uint32_t>(kColoringCount),
            [](uint32_t k) { return std::string(kColorings[k].name); }, kAlways);
        explain(std::string(info(drawn.coloring).help), unit);
        if (coloring) actions.coloring = static_cast<Coloring>(*coloring);
    } else draw_looks(drawn.look, actions, unit);
    ImGui::PopItemWidth();
    return actions;
}

}  // namespace undine
