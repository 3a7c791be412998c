// The colourings of drawn particles and the ranges of numbers they show: the table coloring.def.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "scene/particles.h"
#include "solver/pass_table.h"

namespace undine {

struct Parameters;
struct Scene;

enum class Coloring : uint32_t {
#define COLORING(name, ...) name,
#include "render/particles/coloring.def"
#undef COLORING
};

// How an element of the field becomes a number (shaders/render/quantity.glsl has the same values).
enum class Reading : uint32_t {
    length,         // of a vec4's xyz
    w,              // of a vec4
    density_error,  // of a vec4's w, in percent of the rest density
    sum,            // of a uvec2's x and y
    whole,          // a uint
    x,              // of a vec4
    y,
    none  // no number: the colour is not from a map
};

enum class ColorMap : uint32_t { sequential, diverging };

// Numbers at the ends of a colour map, in the unit of the legend; low may be above high.
struct ValueRange {
    float low = 0, high = 1;
    std::string_view unit = {};  // if it is not the colouring's
    bool operator==(const ValueRange&) const = default;
};

// The unit of the number that a reading makes of a field's element.
constexpr std::string_view unit_of(Field field, Reading reading) {
    if (reading == Reading::density_error) return "%";
    if (reading == Reading::w) return info(field).w_unit;
    return reading == Reading::none ? "" : info(field).unit;
}

struct ColoringInfo {
    std::string_view name, title, unit;
    Field field;
    Reading reading;
    ColorMap map;
    std::string_view help;
    bool has_legend() const { return reading != Reading::none; }
};

inline constexpr auto kColorings = std::to_array<ColoringInfo>({
#define COLORING(name, title, field, reading, map, range, help) \
    {#name, title, unit_of(Field::field, Reading::reading), Field::field, Reading::reading, ColorMap::map, help},
#include "render/particles/coloring.def"
#undef COLORING
});
inline constexpr size_t kColoringCount = kColorings.size();
constexpr const ColoringInfo& info(Coloring c) { return kColorings[static_cast<size_t>(c)]; }

using ValueRanges = std::array<ValueRange, kColoringCount>;  // by Coloring

// The ranges for a scene with that many particles. foam_speed: Surroundings::foam_speed, m/s.
ValueRanges make_value_ranges(const Parameters& parameters, float foam_speed, size_t particles);

// Throws Error(bad_input) if the scene's steps do not leave what the colouring shows.
void require_shown(Coloring coloring, const Scene& scene);

// The fields that Solver::derive() must make current for the colouring.
FieldSet derived_fields(Coloring coloring);

}  // namespace undine
