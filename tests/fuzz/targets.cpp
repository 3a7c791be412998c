#include "fuzz/targets.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/bench/bench_against.h"
#include "fuzz/recorded_step.h"
#include "io/hdr.h"
#include "io/ply.h"
#include "platform/whole_file.h"
#include "recording/layout.h"
#include "recording/manifest.h"
#include "render/camera/camera_path.h"
#include "scene/dropped_mesh.h"
#include "scene/mass_properties.h"
#include "scene/scene.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine::testing {
namespace {

bool finite(const glm::vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool all_finite(const std::vector<glm::vec3>& all) { return std::ranges::all_of(all, finite); }

std::string read_particles_file(const std::string& path) {
    const ParticleState s = read_particles(path);
    if (s.size() == 0 || s.velocity.size() != s.size() || s.id.size() != s.size()) return "arrays of different lengths";
    if (!all_finite(s.position) || !all_finite(s.velocity)) return "a vector that is not finite";
    return {};
}

std::string read_boundary_file(const std::string& path) {
    const BoundaryState b = read_boundary(path);
    if (b.size() == 0 || (!b.psi.empty() && b.psi.size() != b.size())) return "arrays of different lengths";
    return all_finite(b.position) ? "" : "a position that is not finite";
}

std::string read_scene_file(const std::string& path) {
    const Scene scene = load_scene(path, {}, {}, FluidBoxes::optional);
    if (printable(scene.title, scene.title.size()) != scene.title) return "a title with control characters";
    for (const FluidBox& box : scene.fluids)
        if (!finite(box.min) || !finite(box.max)) return "a box that is not finite";
    for (const Plane& plane : scene.planes)
        if (!finite(plane.normal) || !std::isfinite(plane.offset)) return "a plane that is not finite";
    for (const Solid& solid : scene.solids) {
        const SolidState at = state_at(solid, 0.7);
        if (!std::isfinite(signed_distance(solid, at, {1, 1, 1}, 3)) || !std::isfinite(greatest_speed(solid, 3)))
            return "a solid that is nowhere";
    }
    return {};
}

std::string read_camera_file(const std::string& path) {
    const CameraPath camera = read_camera_path(path);
    for (const double time : {0.0, 0.1, 1.0, 1e6}) {
        const Camera c = camera.at(time);
        const bool sees = c.fov_degrees >= 5 && c.fov_degrees <= 150;
        if (!finite(c.eye) || !finite(c.target) || !sees) return "a camera nowhere";
    }
    return {};
}

std::string read_sky_file(const std::string& path) {
    const Panorama sky = read_panorama(path);
    if (sky.radiance.size() != size_t{sky.width} * sky.height) return "another number of pixels than its size says";
    return all_finite(sky.radiance) ? "" : "radiance that is not finite";
}

std::string read_report_file(const std::string& path) {
    const nlohmann::json report = read_bench_report(path);
    const std::vector<ComparedCase> cases = compare_reports(report, report);
    against_tables(cases, path);
    against_json(cases, path).dump();
    return {};
}

// As a drop on the viewer's window does, which reads the file as a scene's solid does and then fits it into the tank.
std::string read_mesh_file(const std::string& path) {
    const glm::vec3 low(0), high(2, 1, 1);
    const Solid solid = dropped_mesh(path, low, high);
    const MassProperties mass = mass_properties(solid);
    if (!std::isfinite(solid.scale) || !finite(solid.center)) return "a solid that is nowhere";
    if (!std::isfinite(mass.volume) || !(mass.volume > 0)) return "a solid without volume";
    for (int k = 0; k < 8; ++k) {
        const glm::vec3 corner(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
        if (!std::isfinite(signed_distance(solid, state_at(solid, 0), corner, 3))) return "a distance that is none";
    }
    return {};
}

// A corpus cannot know the layout of the build that reads it.
std::string read_manifest_file(const std::string& path) {
    std::string text = read_whole_file(path, "a manifest", 1 << 20);
    const std::string placeholder = "LAYOUT";
    if (const size_t at = text.find(placeholder); at != std::string::npos)
        text.replace(at, placeholder.size(), layout_hash());
    const Manifest manifest = parse_manifest(text, path);
    parse_manifest(manifest_text(manifest), path);
    return {};
}

}  // namespace

std::span<const FuzzTarget> fuzz_targets() {
    static const FuzzTarget kTargets[] = {
        {"particles", read_particles_file}, {"boundary", read_boundary_file}, {"scene", read_scene_file},
        {"camera", read_camera_file},       {"sky", read_sky_file},           {"report", read_report_file},
        {"manifest", read_manifest_file},   {"step", read_recorded_step},     {"obj", read_mesh_file, ".obj"},
        {"ply", read_mesh_file, ".ply"},    {"stl", read_mesh_file, ".stl"},
    };
    return kTargets;
}

ReadingOf read_with(const FuzzTarget& target, const std::string& path) {
    try {
        const std::string wrong = target.read(path);
        return wrong.empty() ? ReadingOf{Reading::accepted, {}} : ReadingOf{Reading::wrong, "accepted: " + wrong};
    } catch (const Error& error) {
        const std::string sentence = error.what();
        if (error.code != Exit::bad_input) return {Reading::wrong, "another exit code: " + sentence};
        if (!sentence.starts_with(path)) return {Reading::wrong, "does not name the file: " + sentence};
        if (printable(sentence, sentence.size()) != sentence) return {Reading::wrong, "not printable: " + sentence};
        return {Reading::refused, sentence};
    }
}

}  // namespace undine::testing
