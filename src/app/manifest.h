// Manifests: beside every file that a command makes, all that it takes to make it again.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/provenance.h"
#include "app/simulation_options.h"

namespace undine {

struct HashedFile {
    std::string file;  // an input: absolute; an output: as the command named it
    std::string hash;  // file_hash()
};

struct OutputManifest {
    std::vector<std::string> arguments;  // after the program's name; without those that say what else to write
    std::string directory;               // in which the command ran
    std::string scene_source, scene_text, scene_hash;  // scene_hash: text_hash(scene_text) as it was
    std::vector<HashedFile> inputs, outputs;
};

// What this process was asked to do, with hashes of the files that it read: those that the scene and the options name,
// and `others`; empty names are left out. Throws Error(bad_input) if one cannot be read.
OutputManifest make_manifest(const Simulation& simulation, const SimulationOptions& options,
                             const std::vector<std::string>& others);

// Writes OUTPUT.manifest.json beside each of the outputs, which are files or folders ("frames/" means frames), but for
// those that are written in place (destination.h). files: all that were made, whose hashes are added. Throws
// Error(bad_input).
void write_manifests(OutputManifest manifest, const Provenance& provenance, const std::vector<std::string>& outputs,
                     const std::vector<std::string>& files);

// The arguments that `--from FILE` stands for among these, which come after the program's name; as they are without it.
// Options that are given beside it take the place of the manifest's; if none of them says where to write, outputs are
// named in the folder "remade" beside their places, so that what is there is not overwritten. Throws Error(bad_input)
// for a file that is no manifest, or of another command.
std::vector<std::string> expand_manifest(std::vector<std::string> arguments);

// Making what a manifest describes again; does nothing if `file` is empty.
class Reproduction {
  public:
    // Throws Error(bad_input) if the file is no manifest.
    explicit Reproduction(const std::string& file);

    // The simulation's scene is that of the manifest, even if its file has changed. Makes the folders "remade" that the
    // outputs are in. Throws Error(bad_input) if another file that the command read has changed, or the text of the
    // scene within the manifest.
    void prepare(SimulationOptions& options, const std::vector<std::string>& outputs) const;

    // Compares the files that were made now with those that the manifest knows, in their order, and says on standard
    // error that they are the same. Throws Error(failed) if one differs, which says what about the program or the
    // machine has changed.
    void compare(const std::vector<std::string>& files, const Provenance& now) const;

  private:
    std::string file_;
    OutputManifest manifest_;
    nlohmann::json provenance_;
};

}  // namespace undine
