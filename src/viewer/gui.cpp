#include "viewer/gui.h"

#include <backends/imgui_impl_glfw.h>

#include <cfloat>
#include <cmath>

#include "viewer/font.h"

namespace undine {
namespace {

constexpr float kFontPixels = 14;  // on a 1× display

// Latin, Greek, super- and subscripts, arrows, mathematical signs, geometric shapes.
constexpr ImWchar kGlyphs[] = {0x0020, 0x00FF, 0x0370, 0x03FF, 0x2010, 0x2026, 0x2070, 0x209F,
                               0x2190, 0x21BB, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0};

void set_colors(ImGuiStyle& style) {
    ImGui::StyleColorsDark(&style);
    const ImVec4 accent(0.26f, 0.60f, 0.82f, 1), quiet(0.20f, 0.25f, 0.30f, 0.55f);
    auto faded = [](ImVec4 c, float alpha) { return ImVec4(c.x, c.y, c.z, alpha); };
    ImVec4* c = style.Colors;
    c[ImGuiCol_WindowBg] = ImVec4(0.05f, 0.06f, 0.08f, 0.84f);
    c[ImGuiCol_PopupBg] = ImVec4(0.05f, 0.06f, 0.08f, 0.96f);
    c[ImGuiCol_Border] = ImVec4(1, 1, 1, 0.08f);
    c[ImGuiCol_TextDisabled] = ImVec4(0.62f, 0.66f, 0.70f, 1);
    c[ImGuiCol_FrameBg] = quiet;
    c[ImGuiCol_FrameBgHovered] = faded(accent, 0.30f);
    c[ImGuiCol_FrameBgActive] = faded(accent, 0.45f);
    c[ImGuiCol_SliderGrab] = faded(accent, 0.55f);  // the number is drawn over it
    c[ImGuiCol_SliderGrabActive] = faded(accent, 0.80f);
    c[ImGuiCol_Button] = c[ImGuiCol_Header] = quiet;
    c[ImGuiCol_ButtonHovered] = c[ImGuiCol_HeaderHovered] = faded(accent, 0.40f);
    c[ImGuiCol_ButtonActive] = c[ImGuiCol_HeaderActive] = faded(accent, 0.60f);
    c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
}

ImGuiStyle make_style() {
    ImGuiStyle style;
    set_colors(style);
    style.WindowRounding = 0;
    style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = 3;
    style.WindowPadding = {10, 8};
    style.FramePadding = {5, 2};
    style.ItemSpacing = {6, 4};
    style.CellPadding = {3, 1};
    style.ScrollbarSize = 9;
    style.GrabMinSize = 8;
    return style;
}

}  // namespace

Gui::Gui(Window& window) : window_(window) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // no imgui.ini in the user's working directory
    io.BackendRendererName = "undine";
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    if (window.handle()) ImGui_ImplGlfw_InitForVulkan(window.handle(), true);
}

Gui::~Gui() {
    if (window_.handle()) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

bool Gui::begin() {
    const VkExtent2D size = window_.pixels();
    const auto pixels = static_cast<float>(size.width);
    const float content_scale = window_.content_scale(), width = window_.units();
    const float pixels_per_unit = width > 0 && pixels > 0 ? pixels / width : 1;
    const bool rescaled = content_scale != content_scale_ || pixels_per_unit != pixels_per_unit_;
    if (rescaled) scale_to(content_scale, pixels_per_unit);
    if (window_.handle()) ImGui_ImplGlfw_NewFrame();
    else ImGui::GetIO().DisplaySize = {pixels, static_cast<float>(size.height)};
    take_mouse();
    ImGui::NewFrame();
    return rescaled;
}

// Before 1.87, Dear ImGui's GLFW backend polls the mouse once per frame and loses the order of events; newer versions
// queue them themselves.
void Gui::take_mouse() {
    const bool pending = !window_.mouse().empty();
    const MouseFrame mouse = window_.mouse().next();
#if IMGUI_VERSION_NUM < 18700
    ImGuiIO& io = ImGui::GetIO();
    const bool inside = io.MousePos.x != -FLT_MAX;
    if (mouse.position && (inside || pending)) io.MousePos = {mouse.position->x, mouse.position->y};
    for (size_t b = 0; b < mouse.down.size(); ++b) io.MouseDown[b] = mouse.down[b];
    io.MouseWheel = mouse.wheel;
    io.KeyCtrl =
        mouse.pressed_with_ctrl.value_or(io.KeysDown[GLFW_KEY_LEFT_CONTROL] || io.KeysDown[GLFW_KEY_RIGHT_CONTROL]);
#endif
}

// Window units are pixels on some systems and larger on others; fonts are rasterised in pixels.
void Gui::scale_to(float content_scale, float pixels_per_unit) {
    content_scale_ = content_scale;
    pixels_per_unit_ = pixels_per_unit;
    unit_ = content_scale / pixels_per_unit;
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    const auto font = embedded_font();
    io.Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(font.data()), static_cast<int>(font.size()),
                                   std::round(kFontPixels * content_scale), &config, kGlyphs);
    io.Fonts->Build();
    io.FontGlobalScale = 1 / pixels_per_unit;
    ImGui::GetStyle() = make_style();
    ImGui::GetStyle().ScaleAllSizes(unit_);
}

}  // namespace undine
