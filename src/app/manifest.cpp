#include "app/manifest.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "app/command_line.h"
#include "app/json_report.h"
#include "app/simulation.h"
#include "platform/destination.h"
#include "platform/file_hash.h"
#include "platform/folders.h"
#include "platform/whole_file.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr uint64_t kMostBytes = uint64_t{256} << 20;

// Options, all with a value, that write something besides the outputs or that concern one run alone.
const std::set<std::string> kAside = {"--json",       "--trace",       "--pass-csv",   "--probes",
                                      "--probe-page", "--probe-every", "--checkpoint", "--checkpoint-every",
                                      "--resume",     "--dump",        "--dump-to",    "--from"};
// Options without a value, of run and capture.
const std::set<std::string> kFlags = {"--ascii", "--split", "--help"};
// Options that may be given several times: one more does not take the place of the others.
const std::set<std::string> kRepeated = {"--set", "--look"};
// Options whose value is a path to something that is read.
const std::set<std::string> kPaths = {"--initial", "--boundary", "--environment", "--camera"};
// Options that name outputs.
const std::set<std::string> kOutputs = {"--output", "--particles", "--mesh", "--solids"};

constexpr const char* kRemade = "remade";

// In a folder beside it, so that its own name, which its files may mention, stays; a "/" at its end does, too.
std::string remade(const fs::path& output) {
    const bool folder = !output.has_filename();
    const fs::path named = folder ? output.parent_path() : output;
    return (named.parent_path() / kRemade / named.filename()).string() + (folder ? "/" : "");
}

std::string option_of(const std::string& argument) {
    return argument.starts_with("--") ? argument.substr(0, argument.find('=')) : "";
}

// An option with its value, if that follows; or an argument that is no option.
struct Argument {
    std::string option;
    std::vector<std::string> words;
};

std::vector<Argument> parted(const std::vector<std::string>& arguments) {
    std::vector<Argument> parts;
    for (size_t k = 0; k < arguments.size(); ++k) {
        const std::string option = option_of(arguments[k]);
        parts.push_back({option, {arguments[k]}});
        const bool has_value = !option.empty() && option == arguments[k] && !kFlags.contains(option);
        if (has_value && k + 1 < arguments.size()) parts.back().words.push_back(arguments[++k]);
    }
    return parts;
}

ordered_json hashes_json(const std::vector<HashedFile>& files) {
    ordered_json list = ordered_json::array();
    for (const HashedFile& f : files) list.push_back({{"file", f.file}, {"xxh128", f.hash}});
    return list;
}

std::vector<HashedFile> read_hashes(const json& list) {
    std::vector<HashedFile> files;
    for (const json& f : list) files.push_back({f.at("file"), f.at("xxh128")});
    return files;
}

struct Parsed {
    OutputManifest manifest;
    json provenance;
};

Parsed read_manifest(const std::string& file) {
    const std::string text = read_whole_file(file, "a manifest (.manifest.json)", kMostBytes);
    const Error none(Exit::bad_input, file + ": is no manifest; expected the .manifest.json beside an output");
    try {
        const json whole = json::parse(text);
        if (whole.at("report") != "undine manifest") throw none;
        if (whole.at("report_version") != kReportVersion)
            throw Error(Exit::bad_input, file + ": is a manifest of version " + whole.at("report_version").dump() +
                                             "; expected " + std::to_string(kReportVersion));
        const json& scene = whole.at("scene");
        return {
            {.arguments = whole.at("arguments"),
             .directory = whole.at("directory"),
             .scene_source = scene.at("source"),
             .scene_text = scene.at("text"),
             .scene_hash = scene.value("xxh128", text_hash(scene.at("text").get<std::string>())),  // older have none
             .inputs = read_hashes(whole.at("inputs")),
             .outputs = read_hashes(whole.at("outputs"))},
            whole.at("provenance")};
    } catch (const json::exception&) {
        throw none;
    }
}

// What the provenance of both says differently: "commit, devices".
std::string changes(const json& then, const json& now) {
    std::vector<std::string> names;
    for (const char* key : {"undine", "commit", "build_type", "compiler", "os", "cpu", "devices"})
        if (then.value(key, json()) != now.value(key, json())) names.emplace_back(key);
    return names.empty() ? "nothing that the manifest knows of" : list_text(names, "and");
}

}  // namespace

OutputManifest make_manifest(const Simulation& sim, const SimulationOptions& options,
                             const std::vector<std::string>& others) {
    OutputManifest manifest{.directory = working_folder().string(),
                            .scene_source = absolute_path(sim.scene.source).string(),
                            .scene_text = sim.scene.text,
                            .scene_hash = text_hash(sim.scene.text)};
    for (const Argument& a : parted(command_arguments()))
        if (!kAside.contains(a.option))
            manifest.arguments.insert(manifest.arguments.end(), a.words.begin(), a.words.end());
    std::set<std::string> read(others.begin(), others.end());
    read.insert({sim.scene.initial_file, sim.scene.boundary_file, options.initial, options.boundary});
    for (const Solid& solid : sim.scene.solids) read.insert(solid.mesh_file);
    for (const std::string& file : read)
        if (!file.empty()) manifest.inputs.push_back({absolute_path(file).string(), file_hash(file)});
    return manifest;
}

void write_manifests(OutputManifest manifest, const Provenance& provenance, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& files) {
    for (const std::string& file : files)
        if (!find_destination(file).in_place) manifest.outputs.push_back({file, file_hash(file)});
    const ordered_json report = whole_report(
        "manifest", provenance,
        {{"arguments", manifest.arguments},
         {"directory", manifest.directory},
         {"scene", {{"source", manifest.scene_source}, {"text", manifest.scene_text}, {"xxh128", manifest.scene_hash}}},
         {"inputs", hashes_json(manifest.inputs)},
         {"outputs", hashes_json(manifest.outputs)}});
    for (std::string output : outputs) {
        if (find_destination(output).in_place) continue;
        while (output.size() > 1 && output.ends_with('/')) output.pop_back();
        const bool here = fs::path(output).filename() == "." || fs::path(output).filename() == "..";
        write_json(output + (here ? "/" : "") + ".manifest.json", report);
    }
}

std::vector<std::string> expand_manifest(std::vector<std::string> arguments) {
    std::vector<Argument> given = parted(arguments);
    const auto from = std::ranges::find(given, "--from", &Argument::option);
    if (arguments.empty() || from == given.end()) return arguments;
    const std::string word = from->words.back();
    if (word == "--from") return arguments;  // without a value, as the parser will say
    const std::string file = from->words.size() == 2 ? word : word.substr(word.find('=') + 1);
    const OutputManifest manifest = read_manifest(file).manifest;
    if (manifest.arguments.empty() || manifest.arguments[0] != arguments[0])
        throw Error(Exit::bad_input, file + ": is of undine " +
                                         (manifest.arguments.empty() ? "" : printable(manifest.arguments[0], 40)) +
                                         "; expected one of undine " + arguments[0]);
    std::set<std::string> again;
    for (const Argument& a : given)
        if (!kRepeated.contains(a.option)) again.insert(a.option);
    const bool elsewhere = std::ranges::any_of(kOutputs, [&](const std::string& o) { return again.contains(o); });
    bool named = elsewhere;
    std::vector<std::string> expanded;
    for (Argument a : parted(manifest.arguments)) {
        if (!a.option.empty() && again.contains(a.option)) continue;
        const bool read = kPaths.contains(a.option), written = kOutputs.contains(a.option) && !elsewhere;
        if (read || written) {
            std::string& path = a.words.back();
            const size_t begin = a.words.size() == 2 ? 0 : path.find('=') + 1;
            const std::string given_path = path.substr(begin);
            path = path.substr(0, begin) +
                   (read ? (fs::path(manifest.directory) / given_path).string() : remade(given_path));
        }
        named |= written;
        expanded.insert(expanded.end(), a.words.begin(), a.words.end());
    }
    if (!named && !manifest.outputs.empty())  // the folder that `capture` chose
        for (const std::string& word :
             {std::string("--output"), remade(fs::path(manifest.outputs[0].file).parent_path() / "")})
            expanded.push_back(word);
    expanded.insert(expanded.end(), arguments.begin() + 1, arguments.end());
    return expanded;
}

Reproduction::Reproduction(const std::string& file) : file_(file) {
    if (file.empty()) return;
    Parsed parsed = read_manifest(file);
    manifest_ = std::move(parsed.manifest);
    provenance_ = std::move(parsed.provenance);
}

void Reproduction::prepare(SimulationOptions& options, const std::vector<std::string>& outputs) const {
    if (file_.empty()) return;
    if (text_hash(manifest_.scene_text) != manifest_.scene_hash)
        throw Error(Exit::bad_input, file_ +
                                         ": the text of its scene is not that of which its files were made; expected " +
                                         "one with xxh128sum " + manifest_.scene_hash +
                                         "; write the text to a scene file of its own to simulate it");
    options.scene = manifest_.scene_source;
    options.scene_text = manifest_.scene_text;
    for (const HashedFile& input : manifest_.inputs)
        if (file_hash(input.file) != input.hash)
            throw Error(Exit::bad_input, file_ + ": cannot be made again: " + input.file +
                                             " has changed since; expected the file with xxh128sum " + input.hash);
    for (const fs::path output : outputs) {
        const fs::path folder = (output.has_filename() ? output : output.parent_path()).parent_path();
        std::error_code ignored;  // writing says what is wrong
        if (folder.filename() == kRemade) fs::create_directory(folder, ignored);
    }
}

void Reproduction::compare(const std::vector<std::string>& files, const Provenance& now) const {
    if (file_.empty()) return;
    const size_t count = std::min(files.size(), manifest_.outputs.size());
    std::vector<std::string> differ;
    for (size_t k = 0; k < count; ++k)
        if (file_hash(files[k]) != manifest_.outputs[k].hash) differ.push_back(files[k]);
    if (!differ.empty())
        throw Error(Exit::failed, std::to_string(differ.size()) + " of " + counted(count, "file") +
                                      " differ from those of " + file_ + ", first " + differ[0] +
                                      "; changed since: " + changes(provenance_, provenance_json(now)));
    std::fprintf(stderr, "undine: %s as in %s, byte for byte\n", counted(count, "file").c_str(), file_.c_str());
}

}  // namespace undine
