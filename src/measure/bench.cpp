#include "measure/bench.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "platform/stopwatch.h"
#include "solver/solver.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

// The arrays that one step passes on to the next, as a backend holds them.
using SavedArrays = std::vector<std::pair<Field, std::vector<std::byte>>>;

SavedArrays save(Solver& solver) {
    SavedArrays saved;
    for (size_t f = 0; f < kFieldCount; ++f) {
        if (kFields[f].lifetime != Lifetime::persistent) continue;
        auto& [field, bytes] =
            saved.emplace_back(Field(f), element_count(Field(f), solver.extents()) * kFields[f].stride);
        solver.backend().download(field, bytes.data(), bytes.size());
    }
    return saved;
}

void load(Solver& solver, const SavedArrays& saved) {
    for (const auto& [field, bytes] : saved) solver.backend().upload(field, bytes.data(), bytes.size());
    solver.finish();
}

// The time of a step in which values are not finite says nothing about water.
void require_finite(const ParticleState& state, Solver& solver, const char* when) {
    size_t wrong = 0;
    for (size_t k = 0; k < state.size(); ++k) {
        const glm::vec3 sum = state.position[k] + state.velocity[k];
        wrong += !std::isfinite(sum.x + sum.y + sum.z);
    }
    if (wrong == 0) return;
    throw Error(Exit::failed, solver.backend().name() + ": " + grouped_text(wrong) + " of " +
                                  counted(state.size(), "particle") +
                                  " have a position or velocity that is not finite " + when +
                                  "; a smaller dt may help, and `undine compare` names a pass that is wrong");
}

double run_steps(Solver& solver, uint32_t steps) {
    const Stopwatch watch;
    for (uint32_t k = 0; k < steps; ++k) {
        solver.step();
        solver.backend().submit();  // as a program that draws each step would
    }
    solver.finish();
    return watch.ms() / steps;
}

void run_for(Solver& solver, double seconds, uint32_t at_once) {
    for (const Stopwatch watch; watch.ms() < 1e3 * seconds;) run_steps(solver, at_once);
}

// Waits after each step, so that the timestamps of all steps are available.
double run_timed_steps(Solver& solver, uint32_t steps, std::vector<PassMeasurement>& passes) {
    solver.backend().time_passes(true);
    const Stopwatch watch;
    for (uint32_t k = 0; k < steps; ++k) {
        solver.step();
        solver.finish();
    }
    const double ms = watch.ms() / steps;
    add_repetition(passes, solver.backend().take_pass_times(), steps);
    solver.backend().time_passes(false);
    return ms;
}

// What is done while it lives, on the timeline: of which case, in which repetition.
class Bracket {
  public:
    Bracket(Backend& backend, const BenchSettings& settings, uint64_t column, const char* part, uint64_t number)
        : case_(backend, settings.what.c_str(), settings.number),
          column_(backend, kColumnGroup, column),
          part_(backend, part, number) {}

  private:
    GroupScope case_, column_, part_;
};

// nullptr, with the reason in `measurement`, if memory ran out.
std::unique_ptr<Solver> make_solver(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
                                    const MakeBackend& make, BackendMeasurement& measurement) {
    try {
        std::unique_ptr<Backend> backend = make();
        measurement.name = backend->name();
        return std::make_unique<Solver>(scene, initial, boundary, std::move(backend));
    } catch (const Error& error) {
        if (error.code != Exit::out_of_memory) throw;
        measurement.out_of_memory = error.what();
    } catch (const std::bad_alloc&) {
        measurement.out_of_memory = "this machine does not have enough memory for that many particles";
    }
    return nullptr;
}

PassMeasurement& entry(std::vector<PassMeasurement>& passes, const std::string& name) {
    auto at = std::find_if(passes.begin(), passes.end(), [&](const PassMeasurement& p) { return p.name == name; });
    if (at == passes.end()) at = passes.insert(at, PassMeasurement{name, 0, {}});
    return *at;
}

}  // namespace

void add_repetition(std::vector<PassMeasurement>& passes, const std::vector<PassTime>& totals, uint32_t steps) {
    std::vector<PassTime> with_groups;
    for (const PassTime& t : totals) {
        const size_t slash = t.name.find('/');
        if (slash != std::string::npos) {
            const std::string group = t.name.substr(0, slash);
            add_pass_time(with_groups, group, t.ms, 0);
            for (PassTime& g : with_groups)
                if (g.name == group) g.runs = std::max(g.runs, t.runs);
        }
        add_pass_time(with_groups, t.name, t.ms, t.runs);
    }
    for (const PassTime& t : with_groups) {
        PassMeasurement& pass = entry(passes, t.name);
        pass.runs = double(t.runs) / steps;
        pass.ms.push_back(t.ms / steps);
    }
}

GroupMeasurement measure_group(const Scene& scene, const ParticleState& initial, const BoundaryState& boundary,
                               const std::vector<MakeBackend>& backends, const BenchSettings& settings,
                               const std::function<void()>& on_repetition) {
    GroupMeasurement group;
    group.particles = static_cast<uint32_t>(initial.size());
    group.backends.resize(backends.size());
    std::optional<SavedArrays> start;
    ParticleState warm;
    {
        std::vector<std::unique_ptr<Solver>> solvers;
        for (size_t b = 0; b < backends.size(); ++b)
            solvers.push_back(make_solver(scene, initial, boundary, backends[b], group.backends[b]));
        for (size_t b = 0; b < solvers.size(); ++b) {
            const auto& solver = solvers[b];
            if (!solver) continue;
            if (settings.trace) solver->backend().set_trace(*settings.trace);
            const Bracket bracket(solver->backend(), settings, b + 1, "warm-up", 1);
            run_steps(*solver, settings.warmup);
            ParticleState state = solver->state();
            require_finite(state, *solver, "after the warm-up");
            if (start) continue;
            start = save(*solver);
            warm = std::move(state);
            group.bytes_per_particle = double(memory_needed(solver->extents())) / group.particles;
        }
        for (size_t b = 0; b < solvers.size(); ++b)
            if (solvers[b]) {
                const Bracket bracket(solvers[b]->backend(), settings, b + 1, "warm-up", 2);
                run_for(*solvers[b], settings.warm_seconds, settings.steps);
            }
        for (uint32_t r = 0; r < 2 * settings.repetitions; ++r)
            for (size_t b = 0; b < solvers.size(); ++b) {
                BackendMeasurement& m = group.backends[b];
                if (solvers[b]) {
                    load(*solvers[b], *start);
                    if (settings.trace) settings.trace->add_counter("particles", group.particles);
                    const Bracket bracket(solvers[b]->backend(), settings, b + 1,
                                          r % 2 == 0 ? "repetition" : "timed repetition", r / 2 + 1);
                    if (r % 2 == 0) m.step_ms.push_back(run_steps(*solvers[b], settings.steps));
                    else m.timed_step_ms.push_back(run_timed_steps(*solvers[b], settings.steps, m.passes));
                    m.iterations = solvers[b]->iterations_used();
                    if (r == 0) require_finite(solvers[b]->state(), *solvers[b], "after the first repetition");
                    if (settings.trace) settings.trace->add_counter("iterations", m.iterations);
                }
                on_repetition();
            }
    }
    if (start) group.work = count_step(scene, warm, boundary);  // now that the solvers' memory is free
    return group;
}

}  // namespace undine
