// Setting parameters from text, and the rules that tie them together.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "scene/parameter_style.h"
#include "scene/parameter_table.h"
#include "scene/parameters.h"
#include "scene/toml_section.h"
#include "scene/toml_values.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

[[noreturn]] void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::bad_input, path_text(source) + ": " + sentence);
}

bool is_bare_word(std::string_view text) {
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (const char c : text) {
        if (!letter(c)) return false;
    }
    return !text.empty();
}

// One component against its range. The limits are rounded to float as the value was, so that a value that was
// accepted as text stays accepted.
bool component_ok(float value, const ParameterInfo& info) {
    return std::isfinite(value) && value >= static_cast<float>(info.min) && value <= static_cast<float>(info.max);
}

bool value_ok(const Parameters& parameters, const ParameterInfo& info) {
    struct Visitor {
        const Parameters& parameters;
        const ParameterInfo& info;
        bool operator()(float Parameters::*member) const { return component_ok(parameters.*member, info); }
        bool operator()(uint32_t Parameters::*member) const {
            const double value = parameters.*member;
            return value >= info.min && value <= info.max;
        }
        bool operator()(glm::vec3 Parameters::*member) const {
            const glm::vec3 v = parameters.*member;
            return component_ok(v.x, info) && component_ok(v.y, info) && component_ok(v.z, info);
        }
        bool operator()(const ChoiceMember& member) const { return member.get(parameters) < info.choices.size(); }
    };
    return std::visit(Visitor{parameters, info}, info.member);
}

// law: what dt is at most, as a formula; where: when it is; remedy: what else than a smaller dt would do.
void limit_step(const Parameters& p, const std::string& source, double most, const std::string& law, const char* where,
                const char* remedy) {
    if (p.dt <= most * (1 + 1e-6)) return;  // in floats, 0.4 · 0.1 / 20 is not quite 0.002
    const double unit = std::pow(10, std::floor(std::log10(most)) - 2);
    char allowed[32];  // to three digits, no more than it may be
    std::snprintf(allowed, sizeof allowed, "%.3g", std::floor(most / unit * (1 + 1e-6)) * unit);
    refuse(source, "dt must be at most " + law + " = " + allowed + " s" + where + ", not " + number_text(p.dt) +
                       " s; take a smaller dt with more substeps, or " + remedy);
}

// The limits of explicit steps: in one of them, sound may cross only a fraction of h, cfl_number, and viscosity may
// diffuse momentum no further. Measured: at 0.05 a swirl decays as it should, at 0.0625 it bursts.
void check_sound(const Parameters& p, const std::string& source) {
    if (p.method != MethodType::wcsph) return;
    limit_step(p, source, double{p.cfl_number} * p.support_radius / p.sound_speed,
               "cfl_number · support_radius / sound_speed", " with method = \"wcsph\"", "a lower sound_speed");
}
void check_viscosity(const Parameters& p, const std::string& source) {
    const double h = p.support_radius;
    if (p.viscosity == 0) return;
    limit_step(p, source, p.cfl_number * 0.05 * h * h / p.viscosity, "cfl_number · 0.05 support_radius² / viscosity",
               "", "a lower viscosity");
}

// The limit on the explicit step of the forces at the surface: the period 2π/√(σk³/ρ0) of a capillary wave as long as a
// spacing, k = 2π/d. Measured: half of it leaves a drop at rest, at the limit it boils, and at 1.6 times it bursts.
void check_surface(const Parameters& p, const std::string& source) {
    const double sum = double{p.surface_tension} + p.cohesion + p.adhesion, d = p.particle_spacing;
    if (sum == 0) return;
    limit_step(p, source, std::sqrt(p.rest_density * d * d * d / (2 * std::numbers::pi * sum)),
               "√(rest_density particle_spacing³ / (2π (surface_tension + cohesion + adhesion)))", "", "weaker forces");
}

// Of spray, foam and bubbles: the lower of two bounds and the upper.
void check_range(const std::string& source, const std::string& name, float lowest, float highest) {
    if (lowest < highest) return;
    refuse(source,
           name + "_min must be below " + name + "_max (" + number_text(highest) + "), not " + number_text(lowest));
}

void check_tank(const Parameters& p, const std::string& source) {
    const int axes = p.dimensions == 2 ? 2 : 3;
    double cells = 1;
    for (int axis = 0; axis < axes; ++axis) {
        if (!(p.tank_max[axis] > p.tank_min[axis])) {
            refuse(source, "tank_max must be above tank_min on every axis, but on " + std::string(1, "xyz"[axis]) +
                               " tank_max is " + number_text(p.tank_max[axis]) + " m and tank_min " +
                               number_text(p.tank_min[axis]) + " m");
        }
        cells *= std::ceil((double(p.tank_max[axis]) - double(p.tank_min[axis])) / double(p.support_radius));
    }
    // 2^27 cells are 512 MiB of cell starts, the most that a device is asked for; a hashed grid needs none of it.
    constexpr double kMaxDenseCells = 134'217'728;
    if (p.grid == GridType::dense && cells > kMaxDenseCells) {
        refuse(source, "a dense grid over the tank would have " + number_text(cells) +
                           " cells of support_radius, and at most " + number_text(kMaxDenseCells) +
                           " are allowed: use grid = \"hashed\", a smaller tank or a larger support_radius");
    }
}

}  // namespace

void set_parameter(Parameters& parameters, std::string_view key, std::string_view value_text,
                   const std::string& source) {
    if (key == "style") {
        const bool quoted = value_text.size() > 1 && value_text.front() == '"' && value_text.back() == '"';
        return apply_style(parameters, quoted ? value_text.substr(1, value_text.size() - 2) : value_text, source);
    }
    const ParameterInfo* info = find_parameter(key);
    if (!info) {
        std::vector<std::string> keys{"style"};
        for (const ParameterInfo& each : parameter_table()) keys.push_back(each.key);
        refuse(source, "unknown parameter '" + printable(key) + "'" + did_you_mean(key, keys));
    }
    if (!info->choices.empty() && is_bare_word(value_text)) {
        toml_values::assign(parameters, *info, toml::value<std::string>(std::string(value_text)), source);
        return;
    }
    toml::table table;
    // A line break would let the text hold more than one value.
    bool parsed = value_text.find_first_of("\r\n") == std::string_view::npos;
    if (parsed) {
        try {
            table = toml_values::parse_toml("value = " + std::string(value_text), source);
        } catch (const Error&) {
            parsed = false;
        }
    }
    const toml::node* value = parsed ? table.get("value") : nullptr;
    if (!value) {
        refuse(source,
               info->key + " must be " + toml_values::expected(*info) + ", not '" + printable(value_text) + "'");
    }
    toml_values::assign(parameters, *info, *value, source);
}

void validate(const Parameters& p, const std::string& source) {
    for (const ParameterInfo& info : parameter_table()) {
        if (!value_ok(p, info)) {
            const bool choice = !info.choices.empty();
            refuse(source, info.key + " must be " + toml_values::expected(info) +
                               (choice ? "" : ", not " + parameter_text(p, info)));
        }
    }
    const std::string h = number_text(p.support_radius) + " m";
    if (!(p.particle_spacing < p.support_radius && p.particle_spacing > p.support_radius / 4)) {
        refuse(source, "particle_spacing must be below support_radius (" + h + ") and above a quarter of it, not " +
                           number_text(p.particle_spacing) + " m");
    }
    if (p.min_iterations > p.max_iterations) {
        refuse(source, "min_iterations must not be above max_iterations (" + std::to_string(p.max_iterations) +
                           "), but is " + std::to_string(p.min_iterations));
    }
    if (p.walls == WallModel::particles && p.boundary_spacing >= p.support_radius) {
        refuse(source, "boundary_spacing must be below support_radius (" + h + ") with walls = \"particles\", not " +
                           number_text(p.boundary_spacing) + " m");
    }
    if (p.dimensions == 2 && (p.gravity.z != 0 || p.external_acceleration.z != 0)) {
        const bool gravity = p.gravity.z != 0;
        refuse(source, std::string(gravity ? "gravity" : "external_acceleration") +
                           " must have z = 0 with dimensions = 2, not " +
                           number_text(gravity ? p.gravity.z : p.external_acceleration.z));
    }
    if (p.method == MethodType::wcsph && (p.friction > 0 || p.restitution > 0))
        refuse(source, std::string(p.friction > 0 ? "friction" : "restitution") +
                           " must be 0 with method = \"wcsph\", which has none, not " +
                           number_text(p.friction > 0 ? p.friction : p.restitution));
    if (p.gradients == GradientPlace::start && p.repulsion == Repulsion::scorr && p.scorr_k > 0)
        refuse(
            source,
            "repulsion = \"scorr\" needs gradients = \"predicted\", not \"start\", with which each iteration would add "
            "it again; or repulsion = \"shift\"; style = \"classic\" sets both");
    check_range(source, "trapped_air", p.trapped_air_min, p.trapped_air_max);
    check_range(source, "crest", p.crest_min, p.crest_max);
    check_range(source, "splash_energy", p.splash_energy_min, p.splash_energy_max);
    check_range(source, "foam_lifetime", p.foam_lifetime_min, p.foam_lifetime_max);
    check_sound(p, source);
    check_viscosity(p, source);
    check_surface(p, source);
    check_tank(p, source);
}

}  // namespace undine
