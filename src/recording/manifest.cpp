#include "recording/manifest.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "recording/layout.h"
#include "recording/step_checks.h"
#include "scene/parameters.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

constexpr const char* kFormat = "undine recording";
constexpr uint64_t kMostSteps = 100'000;

struct ExtentKey {
    const char* key;
    uint32_t Extents::*member;
};
constexpr ExtentKey kExtents[] = {
    {"particles", &Extents::particles},
    {"boundary", &Extents::boundary},
    {"cells", &Extents::cells},
    {"list_capacity", &Extents::list_capacity},
    {"vorticity", &Extents::vorticity},
    {"ellipsoids", &Extents::ellipsoids},
    {"arrivals", &Extents::arrivals},
    {"sinks", &Extents::sinks},
    {"planes", &Extents::planes},
    {"solids", &Extents::solids},
    {"solid_traits", &Extents::solid_traits},
    {"mesh_nodes", &Extents::mesh_nodes},
    {"reactions", &Extents::reactions},
    {"surface_normals", &Extents::surface_normals},
    {"multipliers", &Extents::multipliers},
    {"coarse_cells", &Extents::coarse_cells},
    {"shifts", &Extents::shifts},
    {"diffuse", &Extents::diffuse},
    {"adheres", &Extents::adheres},
    {"friction", &Extents::friction},
    {"restitution", &Extents::restitution},
    {"drags", &Extents::drags},
};

struct DeviceKey {
    const char* key;
    std::string DeviceFacts::*member;
};
constexpr DeviceKey kDevice[] = {
    {"backend", &DeviceFacts::backend},
    {"name", &DeviceFacts::name},
    {"device", &DeviceFacts::device},
    {"driver", &DeviceFacts::driver},
    {"api_version", &DeviceFacts::api_version},
    {"driver_version", &DeviceFacts::driver_version},
    {"uuid", &DeviceFacts::uuid},
};

// The values of a JSON object; a value of another type than the one asked for is refused.
class Values {
  public:
    Values(const ordered_json& object, const std::string& file) : object_(object), file_(file) {
        if (!object.is_object()) refuse("is not a recording's manifest; expected a JSON object");
    }
    const ordered_json& at(const char* key) const {
        const auto found = object_.find(key);
        if (found == object_.end())
            refuse("has no \"" + std::string(key) + "\"; expected what `undine compare --record` wrote");
        return *found;
    }
    Values object(const char* key) const { return Values(at(key), file_); }
    std::string text(const char* key) const {
        if (!at(key).is_string()) refuse("\"" + std::string(key) + "\" is not a string");
        return at(key).get<std::string>();
    }
    bool has(const char* key) const { return object_.contains(key); }
    // For a key that older recordings do not have: empty if it is missing.
    std::string text_or_none(const char* key) const { return has(key) ? text(key) : std::string(); }
    const ordered_json& json() const { return object_; }
    uint64_t whole(const char* key, uint64_t most) const { return whole(at(key), key, most); }
    uint64_t whole(const ordered_json& value, const char* key, uint64_t most) const {
        if (!value.is_number_unsigned() || value.get<uint64_t>() > most)
            refuse("\"" + std::string(key) + "\" is not a whole number up to " + std::to_string(most));
        return value.get<uint64_t>();
    }
    const ordered_json& list(const char* key, uint64_t most) const {
        if (!at(key).is_array() || at(key).size() > most)
            refuse("\"" + std::string(key) + "\" is not a list of at most " + std::to_string(most) + " items");
        return at(key);
    }
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error(Exit::bad_input, path_text(file_) + ": " + what);
    }

  private:
    const ordered_json& object_;
    const std::string& file_;
};

void require_same_layout(const Values& values) {
    if (values.text("format") != kFormat)
        values.refuse("is not a recording's manifest; expected \"format\": \"undine recording\"");
    const uint64_t version = values.whole("format_version", UINT32_MAX);
    if (version != kRecordingFormat)
        values.refuse("is of format version " + std::to_string(version) + "; this build of Undine reads version " +
                      std::to_string(kRecordingFormat));
    if (values.text("layout") != layout_hash())
        values.refuse("has layout " + printable(values.text("layout")) + ", recorded by Undine " +
                      printable(values.text("undine")) + "; expected this build's, " + layout_hash() +
                      ": replay it with a build whose fields.def, passes.def and FluidParams are the same");
}

MethodType method_named(const Values& manifest) {
    const std::string name = manifest.text("method");
    for (MethodType type : {MethodType::pbf, MethodType::wcsph})
        if (method_of(type).name == name) return type;
    manifest.refuse("names an unknown method; expected \"pbf\" or \"wcsph\"");
}

std::vector<ParameterValue> parameters_of(const Values& manifest) {
    std::vector<ParameterValue> parameters;
    if (!manifest.has("parameters")) return parameters;
    const Values all = manifest.object("parameters");
    for (const auto& [key, value] : all.json().items()) parameters.push_back({key, all.text(key.c_str())});
    return parameters;
}

}  // namespace

std::string manifest_text(const Manifest& m) {
    ordered_json device, extents, parameters = ordered_json::object();
    for (const DeviceKey& k : kDevice) device[k.key] = m.device.*k.member;
    for (const ExtentKey& k : kExtents) extents[k.key] = m.extents.*k.member;
    for (const ParameterValue& p : m.parameters) parameters[p.key] = p.text;
    const ordered_json out{{"format", kFormat},
                           {"format_version", kRecordingFormat},
                           {"layout", layout_hash()},
                           {"undine", m.build.version},
                           {"commit", m.build.commit},
                           {"build_type", m.build.type},
                           {"compiler", m.build.compiler},
                           {"device", device},
                           {"scene", m.scene},
                           {"overrides", m.overrides},
                           {"parameters", parameters},
                           {"dt_s", m.dt},
                           {"steps", m.steps},
                           {"method", method_of(m.method).name},
                           {"extents", extents},
                           {"kernel", m.variant.kernel},
                           {"neighbors", m.variant.neighbors},
                           {"scene_text", m.scene_text}};
    // Whatever bytes a scene file's comments hold, the manifest is UTF-8.
    return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

Manifest parse_manifest(const std::string& text, const std::string& file) {
    const ordered_json json = ordered_json::parse(text, nullptr, false);
    const Values values(json, file);
    require_same_layout(values);
    Manifest m;
    m.build.version = values.text("undine");
    m.build.commit = values.text_or_none("commit");
    m.build.type = values.text_or_none("build_type");
    m.build.compiler = values.text_or_none("compiler");
    const Values device = values.object("device"), extents = values.object("extents");
    for (const DeviceKey& k : kDevice) m.device.*k.member = device.text(k.key);
    m.scene = values.text("scene");
    m.scene_text = values.text("scene_text");
    for (const ordered_json& text_of : values.list("overrides", 1000)) {
        if (!text_of.is_string()) values.refuse("\"overrides\" holds a value that is not a string");
        m.overrides.push_back(text_of.get<std::string>());
    }
    m.parameters = parameters_of(values);
    if (!values.at("dt_s").is_number()) values.refuse("\"dt_s\" is not a number");
    m.dt = values.at("dt_s").get<double>();
    for (const ordered_json& step : values.list("steps", kMostSteps)) {
        m.steps.push_back(values.whole(step, "steps", uint64_t{1} << 60));
        if (m.steps.back() <= (m.steps.size() > 1 ? m.steps[m.steps.size() - 2] : 0))
            values.refuse("\"steps\" must ascend, from 1 or more");
    }
    if (m.steps.empty()) values.refuse("names no steps; expected at least one");
    for (const ExtentKey& k : kExtents) m.extents.*k.member = static_cast<uint32_t>(extents.whole(k.key, UINT32_MAX));
    m.method = method_named(values);
    m.extents.passes = passes_of(method_of(m.method), m.extents);
    m.variant.kernel = static_cast<uint32_t>(values.whole("kernel", UINT32_MAX));
    m.variant.neighbors = static_cast<uint32_t>(values.whole("neighbors", UINT32_MAX));
    if (const std::string trouble = trouble_with(m.extents, m.variant); !trouble.empty()) values.refuse(trouble);
    return m;
}

std::string step_file_name(uint64_t step) { return "step_" + std::to_string(step) + ".gz"; }

}  // namespace undine
