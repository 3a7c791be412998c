// views.def as C++.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace undine
