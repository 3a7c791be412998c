#include "cli/bench/bench_drawing.h"

#include <sys/resource.h>
#include <nlohmann/json.hpp>

#include "app/drawn_simulation.h"
#include "app/simulation.h"
#include "platform/stopwatch.h"
#include "report/text_table.h"
#include "solver/solver.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

using nlohmann::ordered_json;
constexpr float kCloseUp = 0.25f;  // of the standard distance from target to eye

// User and system time of all threads of the process.
double process_cpu_ms() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto ms = [](const timeval& t) { return double(t.tv_sec) * 1e3 + double(t.tv_usec) * 1e-3; };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

struct Drawing {
    DrawnSimulation& drawn;
    Commands& commands = *drawn.machine.commands;

    void picture(const Camera& camera) {
        drawn.source->prepare(commands.get(), 0);
        drawn.renderer->record(commands, camera, drawn.solver.solid_states());
        commands.submit();
        commands.wait();
    }

    DrawnView measure(Style style, bool close, Camera camera, uint32_t repetitions) {
        DrawnView view{style, close, {}, {}, {}};
        if (close) camera.eye = camera.target + kCloseUp * (camera.eye - camera.target);
        picture(camera);  // warms up pipelines, pages and caches
        commands.take_pass_times();
        for (uint32_t r = 0; r < repetitions; ++r) {
            const Stopwatch watch;
            const double cpu = process_cpu_ms();
            picture(camera);
            view.ms.push_back(watch.ms());
            view.cpu_ms.push_back(process_cpu_ms() - cpu);
            add_repetition(view.passes, commands.take_pass_times(), 1);
        }
        return view;
    }
};

const char* name_of(Style style) { return style == Style::water ? "water" : "particles"; }

ordered_json spread_json(const std::vector<double>& values) {
    const Spread s = spread_of(values);
    return {{"median", s.median}, {"least", s.least}, {"most", s.most}, {"repetitions", values}};
}

double ratio(const std::vector<double>& of, const std::vector<double>& to) {
    return spread_of(of).median / spread_of(to).median;
}

std::string style_table(const DrawnView& standard, const DrawnView& close) {
    TextTable table({std::string(name_of(standard.style)) + ", ms a picture", "standard", "close-up", "×"}, 1);
    auto add = [&](const std::string& name, const std::vector<double>& a, const std::vector<double>& b) {
        table.add({name, spread_text(spread_of(a)), spread_text(spread_of(b)), short_number(ratio(b, a))});
    };
    for (size_t p = 0; p < standard.passes.size(); ++p)
        add("  " + standard.passes[p].name, standard.passes[p].ms, close.passes[p].ms);
    add("until it is done", standard.ms, close.ms);
    add("CPU time of the process", standard.cpu_ms, close.cpu_ms);
    return table.text();
}

}  // namespace

std::vector<DrawnView> measure_drawing(const Simulation& sim, const MakeBackend& make_backend, Machine& machine,
                                       const BenchSettings& settings, PictureSize size) {
    const bool flat = sim.scene.parameters.dimensions == 2;
    std::vector<DrawnView> views;
    for (Style style : {Style::particles, Style::water}) {
        if (style == Style::water && flat) continue;
        const RenderSettings picture{
            .width = size.width, .height = size.height, .supersample = default_supersample(style), .style = style};
        DrawnSimulation drawn(machine, "", make_backend(), sim, sim.initial, {.render = picture});
        for (uint32_t k = 0; k < settings.warmup; ++k) drawn.solver.step();
        drawn.solver.finish();
        machine.commands->take_pass_times();
        const Camera camera = picture_camera(sim.scene, drawn.surroundings, float(size.width) / float(size.height));
        Drawing drawing{drawn};
        for (bool close : {false, true}) views.push_back(drawing.measure(style, close, camera, settings.repetitions));
    }
    machine.commands->set_timing(false);
    return views;
}

ordered_json drawing_json(const std::vector<DrawnCase>& cases, PictureSize size) {
    ordered_json all = ordered_json::array();
    for (const DrawnCase& c : cases)
        for (size_t v = 0; v < c.views.size(); ++v) {
            const DrawnView& view = c.views[v];
            ordered_json passes = ordered_json::array();
            for (const PassMeasurement& pass : view.passes)
                passes.push_back({{"name", pass.name}, {"ms_per_picture", spread_json(pass.ms)}});
            ordered_json one = {{"scene", c.scene},
                                {"particles", c.particles},
                                {"backend", c.backend},
                                {"style", name_of(view.style)},
                                {"supersample", default_supersample(view.style)},
                                {"view", view.close ? "close-up" : "standard"},
                                {"ms_per_picture", spread_json(view.ms)},
                                {"cpu_ms_per_picture", spread_json(view.cpu_ms)},
                                {"passes", passes}};
            if (view.close) one["ratio_to_standard"] = ratio(view.ms, c.views[v - 1].ms);
            all.push_back(one);
        }
    return {{"width", size.width}, {"height", size.height}, {"close_up_distance", kCloseUp}, {"cases", all}};
}

std::string drawing_tables(const std::vector<DrawnCase>& cases, PictureSize size) {
    std::string text;
    for (const DrawnCase& c : cases) {
        text += "\n" + printable(c.scene, 200) + ", " + counted(c.particles, "particle") + ", " + printable(c.backend) +
                ": pictures of " + std::to_string(size.width) + " x " + std::to_string(size.height) + "\n";
        if (c.views.front().passes.empty()) text += "its queue has no clock for passes\n";
        for (size_t v = 0; v + 1 < c.views.size(); v += 2) text += style_table(c.views[v], c.views[v + 1]);
    }
    return text;
}

}  // namespace undine
