// Finding a scene, overriding its parameters and checking the whole.
#include "scene/scene.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "scene/emission.h"
#include "scene/mesh/mesh_file.h"
#include "scene/parameter_table.h"
#include "scene/particles.h"
#include "scene/toml_section.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& source, const std::string& sentence) {
    throw Error(Exit::bad_input, path_text(source) + ": " + sentence);
}

fs::path find_scene(const std::string& path_or_name, std::span<const fs::path> directories) {
    fs::path path(path_or_name);
    if (path.has_parent_path() || path.extension() == ".toml") return path;
    std::error_code ignored;
    for (const fs::path& directory : directories) {
        fs::path candidate = directory / (path_or_name + ".toml");
        if (fs::is_regular_file(candidate, ignored)) return candidate;
    }
    const std::vector<std::string> names = list_scenes(directories);
    const std::string there_are =
        names.empty() ? "no scenes were found; give the path of a .toml file" : "there are " + list_text(names, "and");
    throw Error(Exit::bad_input, "no scene is named '" + printable(path_or_name) + "': " + there_are +
                                     did_you_mean(path_or_name, names));
}

void apply_overrides(Parameters& parameters, std::span<const std::string> overrides) {
    for (const std::string& text : overrides) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos) {
            throw Error(Exit::usage, "--set needs key=value, such as dt=0.002, not '" + printable(text) + "'");
        }
        const auto trimmed = [](std::string_view part) {
            part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
            return part.substr(0, part.find_last_not_of(" \t") + 1);
        };
        const std::string_view view = text;
        set_parameter(parameters, trimmed(view.substr(0, equals)), trimmed(view.substr(equals + 1)),
                      "--set " + printable(text));
    }
}

bool finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_box(const Scene& scene, size_t index) {
    const FluidBox& box = scene.fluids[index];
    const Parameters& p = scene.parameters;
    const std::string box_text =
        "fluid box " + std::to_string(index + 1) + " from " + vector_text(box.min) + " to " + vector_text(box.max);
    if (!finite(box.min) || !finite(box.max) || !finite(box.velocity)) {
        refuse(scene.source, box_text + " must have finite corners and velocity");
    }
    const int axes = p.dimensions == 2 ? 2 : 3;
    for (int axis = 0; axis < axes; ++axis) {
        if (!(box.max[axis] > box.min[axis])) {
            refuse(scene.source, box_text + " must have max above min on every axis");
        }
        if (p.walls != WallModel::none && (box.min[axis] < p.tank_min[axis] || box.max[axis] > p.tank_max[axis])) {
            refuse(scene.source, box_text + " must lie inside the tank from " + vector_text(p.tank_min) + " to " +
                                     vector_text(p.tank_max));
        }
    }
    if (axes == 2 && box.velocity.z != 0) {
        refuse(scene.source, box_text + " must have velocity z = 0 with dimensions = 2");
    }
}

void check_emitter(const Scene& scene, size_t index) {
    const Emitter& e = scene.emitters[index];
    const Parameters& p = scene.parameters;
    const std::string name = "emitter " + std::to_string(index + 1);
    auto refuse_emitter = [&](const std::string& sentence) { refuse(scene.source, name + " " + sentence); };
    const bool disc = e.shape == Emitter::Shape::disc;
    const glm::vec3 low = disc ? e.center : e.min, high = disc ? e.center : e.max;
    int moving_axes = 0;
    for (uint32_t axis = 0; axis < p.dimensions; ++axis) {
        moving_axes += e.velocity[int(axis)] != 0;
        if (!disc && !(high[int(axis)] > low[int(axis)])) refuse_emitter("must have max above min on every axis");
        if (p.walls != WallModel::none &&
            (low[int(axis)] < p.tank_min[int(axis)] || high[int(axis)] > p.tank_max[int(axis)]))
            refuse_emitter("must be inside the tank from " + vector_text(p.tank_min) + " to " +
                           vector_text(p.tank_max));
    }
    if (p.dimensions == 2 && e.velocity.z != 0) refuse_emitter("must have velocity z = 0 with dimensions = 2");
    if (moving_axes == 0) refuse_emitter("must have a velocity other than 0, to make room for the next particles");
    if (!disc && moving_axes != 1) refuse_emitter("is a box, so its velocity must be along one axis");
    if (e.spacing > 0 && e.spacing < p.particle_spacing)
        refuse_emitter("must have a spacing of at least particle_spacing (" + number_text(p.particle_spacing) +
                       " m), not " + number_text(e.spacing) + " m");
    if (p.particle_capacity == 0) refuse_emitter("needs particle_capacity, the most particles there may be");
    constexpr double kMostPlaces = 100'000;
    if (most_places(e, p) > kMostPlaces)
        refuse_emitter("has more than " + grouped_text(uint64_t(kMostPlaces)) +
                       " places in its opening; make it smaller or raise its spacing");
    const double most = greatest_rate(e, p);
    constexpr double kRounding = 1e-5;  // of the number printed below, and of rates scaled by with_particles()
    if (e.rate > most * (1 + kRounding))
        refuse_emitter("must have a rate of at most " + number_text(float(most)) +
                       " particles a second, which fill its opening at its velocity, not " + number_text(e.rate));
    if (most * p.dt > double(kMaxParticles))
        refuse_emitter("lets in more particles in one step than a scene can hold; lower its velocity");
}

// A solid that moves farther in a step than water can would pass through it.
void check_solid(const Scene& scene, size_t index) {
    const Solid& s = scene.solids[index];
    const Parameters& p = scene.parameters;
    const int axes = p.dimensions == 2 ? 2 : 3;
    auto refuse_solid = [&](const std::string& sentence) {
        refuse(scene.source, "solid " + std::to_string(index + 1) + " " + sentence);
    };
    for (int axis = 0; axis < axes; ++axis)
        if (!s.mesh && s.radius == 0 && !(s.half_size[axis] > 0))
            refuse_solid("must have a size above 0 on every axis");
    if (axes == 2 && s.mesh) refuse_solid("is a mesh, which needs dimensions = 3");
    const auto in_plane = [](const glm::vec3& turn) { return turn.x == 0 && turn.y == 0; };
    const bool flat_keys = std::ranges::all_of(s.keys, [&](const Solid::Key& key) { return in_plane(key.rotation); });
    if (axes == 2 && !(in_plane(s.rotation) && in_plane(s.spin) && flat_keys))
        refuse_solid("must turn about z alone with dimensions = 2");
    if (p.walls == WallModel::particles && s.moves())
        refuse_solid("moves, and boundary particles stand still; choose walls = \"density\" or \"clamp\"");
    if (s.floats() && axes == 2) refuse_solid("floats, which needs dimensions = 3");
    if (s.floats() && p.method != MethodType::pbf) refuse_solid("floats, which needs method = \"pbf\"");
    if (s.floats() && p.walls != WallModel::density)
        refuse_solid(
            "floats, which needs walls = \"density\": the water carries it by the density of what it displaces");
    if (s.floats() && p.adhesion > 0)
        refuse_solid("floats, and adhesion would move the water without moving the solid; leave one of them out");
    const double most = greatest_speed_of_solids(p);
    const double speed = greatest_speed(s, axes);
    if (speed > most)
        refuse_solid("moves at up to " + number_text(static_cast<float>(speed)) +
                     " m/s, and water can give way at no more than " + number_text(static_cast<float>(most)) +
                     " m/s (half a support_radius per dt, or max_speed); slow the solid down, or lower dt");
}

// A particle that begins inside a solid would be thrown out of it. Solids that move may pass an opening.
void check_opening(const Scene& scene, size_t index) {
    const Parameters& p = scene.parameters;
    const int axes = p.dimensions == 2 ? 2 : 3;
    const std::vector<glm::vec3> places = opening_of(scene.emitters[index], p).places;
    const double touching = -1e-3 * p.particle_spacing;  // where a face is that the opening lies in
    for (size_t k = 0; k < scene.solids.size(); ++k) {
        const Solid& s = scene.solids[k];
        if (s.moves() || (!s.mesh && !s.mesh_file.empty())) continue;  // not read: a scene that is not yet whole
        const SolidState at = state_at(s, 0);
        const auto inside = std::ranges::count_if(
            places, [&](const glm::vec3& x) { return signed_distance(s, at, x, axes) < touching; });
        if (inside == 0) continue;
        refuse(scene.source, "emitter " + std::to_string(index + 1) + " has " + grouped_text(uint64_t(inside)) +
                                 " of the " + grouped_text(places.size()) + " places of its opening inside solid " +
                                 std::to_string(k + 1) + "; move one of the two");
    }
}

void check_sink(const Scene& scene, size_t index) {
    const Sink& s = scene.sinks[index];
    if (s.shape != Sink::Shape::box) return;
    for (uint32_t axis = 0; axis < scene.parameters.dimensions; ++axis)
        if (!(s.max[int(axis)] > s.min[int(axis)]))
            refuse(scene.source, "sink " + std::to_string(index + 1) + " must have max above min on every axis");
}

void check_probe(const Scene& scene, size_t index) {
    const Probe& probe = scene.probes[index];
    const Parameters& p = scene.parameters;
    auto refuse_probe = [&](const std::string& sentence) {
        refuse(scene.source, "probe '" + probe.name + "' " + sentence);
    };
    for (size_t k = 0; k < index; ++k)
        if (scene.probes[k].name == probe.name) refuse_probe("must have a name of its own; another has the same");
    const bool flux = probe.quantity == ProbeQuantity::flux;
    if (flux && p.dimensions == 2 && probe.normal.z != 0) refuse_probe("must have normal z = 0 with dimensions = 2");
    for (int axis = 0; axis < int(p.dimensions); ++axis) {
        if (flux && !(probe.max[axis] > probe.min[axis])) refuse_probe("must have max above min on every axis");
        if (flux || p.walls == WallModel::none || (axis == 1 && probe.quantity == ProbeQuantity::height)) continue;
        if (probe.at[axis] < p.tank_min[axis] || probe.at[axis] > p.tank_max[axis])
            refuse_probe("must be inside the tank from " + vector_text(p.tank_min) + " to " + vector_text(p.tank_max) +
                         ", not at " + vector_text(probe.at));
    }
}

}  // namespace

double greatest_speed_of_solids(const Parameters& p) {
    return (p.max_speed > 0 ? std::min(double{p.max_speed}, 0.5) : 0.5) * p.support_radius / p.dt;
}

std::vector<std::string> list_scenes(std::span<const fs::path> directories) {
    std::set<std::string> names;
    for (const fs::path& directory : directories) {
        std::error_code error;  // a directory that cannot be listed has no scenes to offer
        for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
            if (entry->path().extension() == ".toml") names.insert(path_text(entry->path().stem()));
        }
    }
    return {names.begin(), names.end()};
}

void validate(const Scene& scene, FluidBoxes fluid) {
    validate(scene.parameters, scene.source);
    if (scene.fluids.empty() && scene.initial_file.empty() && scene.emitters.empty() && fluid == FluidBoxes::required) {
        refuse(
            scene.source,
            "a scene needs at least one [[fluid]] with min and max, an [[emitter]], or a run that starts from a file");
    }
    for (size_t i = 0; i < scene.fluids.size(); ++i) check_box(scene, i);
    for (size_t i = 0; i < scene.emitters.size(); ++i) check_emitter(scene, i);
    for (size_t i = 0; i < scene.sinks.size(); ++i) check_sink(scene, i);
    for (size_t i = 0; i < scene.probes.size(); ++i) check_probe(scene, i);
    constexpr size_t kMostSolids = 120, kMostPlanes = 50;  // as many as fit into a uniform buffer (solver/solids.h)
    if (scene.solids.size() > kMostSolids || scene.planes.size() > kMostPlanes)
        refuse(scene.source, "a scene may have at most 120 solids and 50 planes");
    for (size_t i = 0; i < scene.solids.size(); ++i) check_solid(scene, i);
    for (size_t i = 0; i < scene.emitters.size(); ++i) check_opening(scene, i);
    for (size_t i = 0; i < scene.planes.size(); ++i) {
        if (scene.parameters.dimensions == 2 && scene.planes[i].normal.z != 0) {
            refuse(scene.source, "plane " + std::to_string(i + 1) + " must have normal z = 0 with dimensions = 2");
        }
    }
}

Scene load_scene(const std::string& path_or_name, std::span<const fs::path> directories,
                 std::span<const std::string> overrides, FluidBoxes fluid) {
    const fs::path path = find_scene(path_or_name, directories);
    return read_scene(toml_values::read_toml_text(path, "scene"), path.string(), overrides, fluid);
}

Scene read_scene(std::string_view text, const std::string& path, std::span<const std::string> overrides,
                 FluidBoxes fluid) {
    Scene scene = parse_scene(text, path);
    scene.text = text;
    apply_overrides(scene.parameters, overrides);
    read_meshes(scene.solids);
    const std::string source = scene.source;
    // A conflict may be due to the file or to --set, so the message names both.
    if (!overrides.empty()) scene.source += " with --set";
    validate(scene, fluid);
    scene.source = source;
    return scene;
}

}  // namespace undine
