#include "recording/recordings.h"

#include <zlib.h>

#include <set>

#include "io/scene_boundary.h"
#include "recording/recording_backend.h"
#include "solver/solver.h"
#include "unit/input_testing.h"

namespace undine::testing {

namespace fs = std::filesystem;

Manifest record_splash(const fs::path& folder, std::unique_ptr<Backend> backend, uint64_t steps, const Scene& scene) {
    auto recording = std::make_unique<RecordingBackend>(std::move(backend));
    RecordingBackend& recorder = *recording;
    Solver solver(scene, shaken_fluid(scene), make_boundary(scene), std::move(recording),
                  {.derived = field_set({Field::ellipsoid})});
    RecordingFolder files(folder);
    Manifest manifest{.build = {.version = "test"},
                      .device = {.backend = "test", .name = recorder.name()},
                      .scene = "small_splash",
                      .dt = scene.parameters.dt,
                      .method = scene.parameters.method,
                      .extents = recorder.extents(),
                      .variant = recorder.variant()};
    solver.step();
    for (uint64_t step = 2; step < 2 + steps; ++step) {
        recorder.begin_step(step, files.step_path(step));
        solver.step();
        solver.derive(field_set({Field::ellipsoid}));
        recorder.end_step();
        manifest.steps.push_back(step);
    }
    files.commit(manifest);
    return manifest;
}

void rewrite(const fs::path& from, const fs::path& to, const std::function<void(RecordedEvent&)>& edit) {
    const Manifest manifest = open_recording(from);
    RecordingFolder files(to);
    ArrayMirror right(manifest.extents);  // what `from` says; differences in `to` are from what the reader will know
    ArrayMirror edited(manifest.extents);
    for (const uint64_t step : manifest.steps) {
        StepReader reader((from / step_file_name(step)).string(), step, manifest.extents, manifest.variant, right);
        StepWriter writer(files.step_path(step), step);
        for (;;) {
            RecordedEvent event = reader.next();
            if (event.kind == EventKind::end) break;
            if (event.kind == EventKind::fill) right.fill(event.field, event.word);
            for (const auto& [field, words] : event.arrays) right.set(field, words);
            edit(event);
            if (event.kind == EventKind::params) writer.params(event.params);
            if (event.kind == EventKind::fill) {
                writer.fill(event.field, event.word);
                edited.fill(event.field, event.word);
            }
            if (event.kind == EventKind::array) writer.array(event.field, event.arrays[0].second);
            if (event.kind == EventKind::run) {
                writer.run(event.pass);
                for (const auto& [field, words] : event.arrays)
                    writer.output(field, words, edited.expectation(event.pass.name, field));
            }
            for (const auto& [field, words] : event.arrays) edited.set(field, words);
        }
        writer.close();
    }
    files.commit(manifest);
}

std::string read_unzipped(const fs::path& path) {
    const gzFile file = gzopen(path.c_str(), "rb");
    std::string bytes;
    char piece[1 << 16];
    for (int got; (got = gzread(file, piece, sizeof piece)) > 0;) bytes.append(piece, static_cast<size_t>(got));
    gzclose(file);
    return bytes;
}

void write_zipped(const fs::path& path, const std::string& bytes) {
    const gzFile file = gzopen(path.c_str(), "wb1");
    EXPECT_EQ(gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())), static_cast<int>(bytes.size()));
    EXPECT_EQ(gzclose(file), Z_OK);
}

void renew_checksums(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
    names.erase("checksums");
    std::string lines;
    for (const std::string& name : names) {
        const std::string bytes = read_file(folder / name);
        char line[64];
        std::snprintf(line, sizeof line, "%08lx %zu ",
                      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())),
                      bytes.size());
        lines += line + name + '\n';
    }
    std::ofstream(folder / "checksums", std::ios::binary) << lines;
}

}  // namespace undine::testing
