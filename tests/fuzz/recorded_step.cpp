#include "fuzz/recorded_step.h"

#include <zlib.h>

#include <fstream>
#include <sstream>

#include "recording/step_file.h"
#include "solver/fluid_params.h"

namespace undine::testing {
namespace {

constexpr Extents kExtents{.particles = 3,
                           .boundary = 2,
                           .cells = 1,
                           .list_capacity = 2,
                           .vorticity = 3,
                           .surface_normals = 3,
                           .multipliers = 3,
                           .coarse_cells = 1,
                           .shifts = 3,
                           .diffuse = 3,
                           .adheres = 1,
                           .drags = 1,
                           .ellipsoids = 3,
                           .arrivals = 2,
                           .sinks = 1,
                           .planes = 1,
                           .solids = 1};
constexpr Variant kVariant{.kernel = PBF_KERNEL_POLY6_SPIKY, .neighbors = PBF_NEIGHBORS_LIST};
constexpr uint64_t kStep = 2;

void play(StepReader& step, ArrayMirror& mirror) {
    for (;;) {
        RecordedEvent event = step.next();
        if (event.kind == EventKind::end) return;
        if (event.kind == EventKind::fill) mirror.fill(event.field, event.word);
        for (auto& [field, words] : event.arrays) mirror.set(field, std::move(words));
    }
}

void write_events(StepWriter& out) {
    ArrayMirror mirror(kExtents);
    FluidParams params{};
    params.grid_dims = {1, 1, 1, 0};
    params.cell_count = kExtents.cells;
    params.particle_count = params.particle_capacity = kExtents.particles;
    params.sink_count = kExtents.sinks;
    params.plane_count = kExtents.planes;
    params.solid_count = kExtents.solids;
    params.boundary_count = kExtents.boundary;
    params.list_capacity = kExtents.list_capacity;
    params.diffuse_capacity = kExtents.diffuse;
    params.dimensions = 3;
    out.params(params);
    for (size_t f = 0; f < kFieldCount; ++f) {
        const auto field = static_cast<Field>(f);
        mirror.fill(field, 0);
        if (f % 2 == 0) out.fill(field, 0);
        else out.array(field, mirror.words(field));
    }
    for (const ComparedPass& pass : compared_passes(kExtents.counts_vary())) {
        out.run(pass);
        for_each_field(pass.writes, [&](Field field) {
            out.output(field, mirror.words(field), mirror.expectation(pass.name, field));
        });
    }
}

}  // namespace

std::string read_recorded_step(const std::string& path) {
    ArrayMirror mirror(kExtents);
    StepReader step(path, kStep, kExtents, kVariant, mirror);
    play(step, mirror);
    return {};
}

void write_recorded_step(const std::filesystem::path& path) {
    {
        StepWriter out(path.string(), kStep);
        write_events(out);
        out.close();
    }
    // As bytes that a fuzzer can change one by one: zlib reads what is not compressed as it is.
    std::ostringstream bytes;
    gzFile in = gzopen(path.c_str(), "rb");
    char piece[4096];
    for (int got = 0; (got = gzread(in, piece, sizeof piece)) > 0;) bytes.write(piece, got);
    gzclose(in);
    std::ofstream(path, std::ios::binary) << bytes.str();
}

}  // namespace undine::testing
