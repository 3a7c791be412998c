#include "io/export_output.h"

#include <array>
#include <fstream>

#include "io/ply.h"
#include "io/surface_file.h"
#include "platform/staged_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;

struct ExportFormat {
    ExportContent content;
    const char* ending;
    FileKind kind;
    void (*write)(const fs::path&, const ExportFrame&);
};

namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path.string() + ": " + what);
}

bool begins_with(const fs::path& file, std::string_view mark) {
    std::string head(mark.size(), '\0');
    std::ifstream in(file, std::ios::binary);
    return in.read(head.data(), std::streamsize(head.size())) && head == mark;
}

template <const std::string_view& mark>
bool has_mark(const fs::path& file) {
    return begins_with(file, mark);
}

void write_particles_ply(const fs::path& path, const ExportFrame& frame) {
    write_particles(path.string(), *frame.particles, PlyFormat::binary, frame.time, frame.more, frame.comments);
}

void write_diffuse_ply(const fs::path& path, const ExportFrame& frame) {
    write_diffuse(path.string(), *frame.diffuse, frame.time);
}

constexpr ExportFormat kFormats[] = {
    {ExportContent::particles, ".vtp", {"frames", "water_%04d.vtp", has_mark<kVtkMark>}, write_particles_vtp},
    {ExportContent::particles, ".ply", {"frames", "water_%04d.ply", has_mark<kParticlePlyMark>}, write_particles_ply},
    {ExportContent::diffuse, ".vtp", {"frames", "foam_%04d.vtp", has_mark<kVtkMark>}, write_diffuse_vtp},
    {ExportContent::diffuse, ".ply", {"frames", "foam_%04d.ply", has_mark<kDiffusePlyMark>}, write_diffuse_ply},
    {ExportContent::mesh, ".vtp", {"frames", "surface_%04d.vtp", has_mark<kVtkMark>}, write_surface_vtp},
    {ExportContent::mesh, ".ply", {"frames", "surface_%04d.ply", has_mark<kSurfacePlyMark>}, write_surface_ply},
    {ExportContent::mesh, ".obj", {"frames", "surface_%04d.obj", has_mark<kSurfaceObjMark>}, write_surface_obj},
    {ExportContent::solids, ".vtp", {"frames", "solids_%04d.vtp", has_mark<kVtkMark>}, write_solids_vtp},
    {ExportContent::solids, ".ply", {"frames", "solids_%04d.ply", has_mark<kSolidsPlyMark>}, write_solids_ply},
    {ExportContent::solids, ".obj", {"frames", "solids_%04d.obj", has_mark<kSolidsObjMark>}, write_solids_obj},
};

const char* name_of(ExportContent content) {
    switch (content) {
        case ExportContent::particles: return "particles";
        case ExportContent::diffuse: return "spray, foam and bubbles";
        case ExportContent::mesh: return "mesh";
        case ExportContent::solids: return "solids";
    }
    return "";
}

constexpr const char *kListEnding = ".pvd", *kListedEnding = ".vtp";

const ExportFormat& format_of(ExportContent content, const fs::path& path) {
    std::vector<std::string> expected{kListEnding};
    const std::string ending = path.extension() == kListEnding ? kListedEnding : path.extension().string();
    for (const ExportFormat& format : kFormats) {
        if (format.content != content) continue;
        if (ending == format.ending) return format;
        expected.push_back(format.ending);
    }
    refuse(path, std::string("has an ending in which no ") + name_of(content) + " can be written; expected " +
                     list_text(expected, "or"));
}

}  // namespace

ExportOutput::ExportOutput(ExportContent content, const std::string& path, uint64_t frames)
    : content_(content), path_(path), format_(&format_of(content, path)) {
    const fs::path given = path;
    if (given.extension() == kListEnding) {
        require_writable(given);
        const fs::path folder = fs::path(given).replace_extension();
        require_folder_writable(folder);
        series_.emplace(folder / (std::string("frame_%04d") + format_->ending), format_->kind);
        list_.emplace(given);
    } else if (FileSeries::is_pattern(given)) {
        series_.emplace(given, format_->kind);
        require_writable(series_->at(0));
    } else {
        if (frames > 1)
            refuse(given, "is one file for more than one frame; expected a pattern such as " + given.stem().string() +
                              "_%04d" + format_->ending);
        require_writable(given);
    }
    if (series_) series_->require_free(frames);
}

fs::path ExportOutput::at(uint64_t number) const { return series_ ? series_->at(number) : fs::path(path_); }

// The list goes first and comes back last, so that it never names what is not there.
void ExportOutput::clear_away() {
    std::error_code ignored;  // writing the first frame reports what is wrong
    if (list_) {
        fs::remove(list_->path(), ignored);
        fs::create_directories(series_->folder(), ignored);
    }
    if (series_) series_->remove_old();
}

fs::path ExportOutput::write(const ExportFrame& frame, uint64_t number) {
    if (number == 0) clear_away();
    const fs::path file = at(number);
    format_->write(file, frame);
    if (list_) list_->add(frame.time.seconds, file.lexically_proximate(list_->path().parent_path()));
    return file;
}

void ExportOutput::finish() {
    if (list_) list_->finish();
}

bool ExportOutput::collides_with(const ExportOutput& other) const {
    // A number may have more digits than a pattern says, so that different patterns can meet only in their first file.
    std::error_code ignored;
    return fs::absolute(at(0), ignored).lexically_normal() == fs::absolute(other.at(0), ignored).lexically_normal();
}

}  // namespace undine
