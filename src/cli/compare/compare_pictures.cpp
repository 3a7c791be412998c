#include "cli/compare/compare_pictures.h"

#include "app/simulation.h"
#include "io/png.h"
#include "render/source/particle_source.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr uint32_t kWidth = 640, kHeight = 360;

}  // namespace

FlowPainter::FlowPainter(Contestants& contestants, const Simulation& simulation)
    : simulation_(simulation),
      style_(simulation.scene.parameters.dimensions == 2 ? Style::particles : Style::water),
      surroundings_(make_surroundings(simulation.scene, simulation.initial)) {
    for (Contestant& c : contestants) {
        if (!own_.instance) own_.instance = c.machine.instance;
        if (!machine_ && c.machine.context && c.machine.context->info().can_draw) machine_ = &c.machine;
    }
    if (machine_) return;
    try {
        own_.draws = true;
        own_.open("");
        machine_ = &own_;
    } catch (const Error& error) {
        if (error.code != Exit::no_device) throw;
        why_ = error.what();
    }
}

FieldSet FlowPainter::needed() const { return available() ? drawn_fields(style_, Coloring::natural) : FieldSet{}; }

// One renderer for all solvers, so that its shaders are compiled only once.
void FlowPainter::prepare(uint32_t particles) {
    if (renderer_) return;
    Context& context = *machine_->context;
    const bool water = style_ == Style::water;
    particles_.emplace(context, particles, water, drawn_radius(simulation_.scene.parameters), 1);
    particles_->set_value(water ? Field::id : info(Coloring::natural).field);
    const RenderSettings settings{
        .width = kWidth, .height = kHeight, .supersample = default_supersample(style_), .style = style_};
    renderer_.emplace(context, settings, surroundings_, particles_->view());
    readback_.emplace(context, kWidth, kHeight, 1);
}

std::vector<std::byte> FlowPainter::draw(Solver& solver) {
    prepare(solver.extents().particles);
    solver.derive(needed());
    for (size_t f = 0; f < kFieldCount; ++f) {
        const std::span<std::byte> to = particles_->staged_bytes(static_cast<Field>(f), 0);
        if (!to.empty()) solver.backend().download(static_cast<Field>(f), to.data(), to.size());
    }
    Commands& commands = *machine_->commands;
    particles_->record(commands.get(), 0);
    renderer_->record(commands, picture_camera(simulation_.scene, surroundings_, float(kWidth) / float(kHeight)),
                      solver.solid_states());
    readback_->record(commands.get(), renderer_->picture(), 0);
    commands.submit();
    commands.wait();
    const auto pixels = readback_->pixels(0);
    return {pixels.begin(), pixels.end()};
}

FlowPictures FlowPainter::draw(const std::vector<Solver*>& solvers, uint64_t step) {
    FlowPictures out{step, machine_->context->info().name, kWidth, kHeight, {}};
    std::vector<std::byte> first;
    for (Solver* solver : solvers) {
        const std::vector<std::byte> pixels = draw(*solver);
        FlowPictures::Picture& picture = out.pictures.emplace_back();
        picture.png = encode_png(pixels, kWidth, kHeight);
        if (first.empty()) {
            first = pixels;
            continue;
        }
        picture.difference = difference_of(first, pixels);
        picture.difference_png = encode_png(picture.difference.picture, kWidth, kHeight);
        picture.difference.picture.clear();
    }
    return out;
}

}  // namespace undine
