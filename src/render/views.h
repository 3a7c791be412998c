// views.def as C++.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "render/look/style.h"

namespace undine {

enum class View : uint32_t {
#define VIEW(name, style, title, shows) name,
#include "render/views.def"
};

struct ViewInfo {
    std::string_view name, style, title, shows;  // style: any, water or particles
};

inline constexpr auto kViews = std::to_array<ViewInfo>({
#define VIEW(name, style, title, shows) {#name, #style, title, shows},
#include "render/views.def"
});

constexpr const ViewInfo& info_of(View view) { return kViews[static_cast<uint32_t>(view)]; }

struct Surroundings;

// Empty if a picture of that style can show the view; else a sentence that says what is lacking.
std::string what_lacks(View view, Style style, const Surroundings& surroundings);

// Whether that style can show the view.
constexpr bool shows(View view, Style style) {
    const std::string_view of = info_of(view).style;
    return of == "any" || of == (style == Style::water ? "water" : "particles");
}

}  // namespace undine
