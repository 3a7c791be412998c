#include "measure/operation_count.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "backends/cpu/cpu_backend.h"
#include "measure/counted_passes.h"
#include "platform/parallel.h"
#include "solver/fluid_arrays.h"
#include "solver/solver.h"

namespace undine {
namespace {

// Counting takes 23 times as long as the batched passes (measured), so the work of more particles is estimated from
// these.
constexpr uint64_t kMostCounted = 20'000;

// Up to kMostCounted of so many elements, evenly spread.
std::vector<uint32_t> sample(uint64_t size) {
    const uint64_t count = std::min(size, kMostCounted);
    std::vector<uint32_t> elements;
    for (uint64_t k = 0; k < count; ++k) elements.push_back(static_cast<uint32_t>(size * k / count));
    return elements;
}

double array_bytes(Field field, const Extents& extents) {
    return double(element_count(field, extents)) * info(field).stride;
}

double array_bytes(FieldSet fields, const Extents& extents) {
    double bytes = 0;
    for (size_t f = 0; f < kFieldCount; ++f)
        if (fields.contains(Field(f))) bytes += array_bytes(Field(f), extents);
    return bytes;
}

// Adds work that each backend does in its own way, estimated by its inputs and outputs, and its parts on a GPU, by
// their lines of passes.def.
void add_group(StepWork& step, const std::string& name, FieldSet in_and_out, uint32_t runs, const Extents& extents) {
    if (runs == 0) return;
    step.passes.push_back({name, {}, {}, runs * array_bytes(in_and_out, extents)});
    for (size_t p = 0; p < kPassCount; ++p) {
        if (kPasses[p].directory != name) continue;
        const double bytes = array_bytes(kPasses[p].reads, extents) + array_bytes(kPasses[p].writes, extents);
        step.passes.push_back({timed_name(Pass(p)), {}, {}, runs * bytes});
    }
}

class Counter {
  public:
    explicit Counter(const Extents& extents) : extents_(extents) {}

    uint32_t iterations = 0;
    StepWork work;

    void count(Pass pass, Variant variant, const FluidArrays& view) {
        CountedPass counted{pass, variant.kernel, variant.neighbors, {}, &view.params};
        size_t f = 0;
#define FIELD(type, name, ...) counted.arrays[f++] = view.name;
#include "sim/fields.def"
#undef FIELD
        // Arrays updated in place must not be updated twice, so the count works on copies of them.
        std::map<size_t, std::vector<std::byte>> copies;
        for (f = 0; f < kFieldCount; ++f) {
            if (!(info(pass).inputs() & info(pass).writes).contains(Field(f))) continue;
            const auto* first = static_cast<const std::byte*>(counted.arrays[f]);
            copies[f].assign(first, first + size_t(array_bytes(Field(f), extents_)));
            counted.arrays[f] = copies[f].data();
        }
        const uint64_t size = domain_size(info(pass).domain, extents_, extents_.particles);
        const std::vector<uint32_t> elements = sample(size);
        add(pass, in_parallel(counted, elements), double(size) / double(elements.size()));
        iterations += pass == Pass::compute_lambda;
        if (work.neighbors_mean == 0 && info(pass).writes.contains(Field::density))
            measure_neighbors(counted, view, elements);
    }

  private:
    static PassCount in_parallel(const CountedPass& pass, std::span<const uint32_t> elements) {
        PassCount sum;
        std::mutex adding;
        parallel_for(elements.size(), machine_threads(), [&](uint64_t begin, uint64_t end) {
            const PassCount own = run_counted(pass, elements.subspan(begin, end - begin));
            const std::lock_guard lock(adding);
            sum.flop += own.flop;
            for (size_t f = 0; f < kFieldCount; ++f) sum.accesses[f] += own.accesses[f];
        });
        return sum;
    }

    void add(Pass pass, const PassCount& count, double scale) {
        auto& passes = work.passes;
        auto at =
            std::find_if(passes.begin(), passes.end(), [&](const PassWork& w) { return w.name == timed_name(pass); });
        if (at == passes.end()) at = passes.insert(at, PassWork{timed_name(pass), 0.0, 0.0, 0});
        *at->flop += scale * double(count.flop);
        for (size_t f = 0; f < kFieldCount; ++f) {
            const double accessed = scale * double(count.accesses[f]) * kFields[f].stride;
            const int directions = info(pass).inputs().contains(Field(f)) + info(pass).writes.contains(Field(f));
            *at->accessed_bytes += accessed;
            at->compulsory_bytes += std::min(accessed, directions * array_bytes(Field(f), extents_));
        }
    }

    // Grid traversal does not fill neighbor_count, so it is filled here; nothing else uses the array then.
    void measure_neighbors(CountedPass pass, const FluidArrays& view, std::span<const uint32_t> elements) {
        pass.pass = Pass::find_neighbors;
        if (pass.neighbors == PBF_NEIGHBORS_GRID) in_parallel(pass, elements);
        double sum = 0;
        for (uint32_t i : elements) sum += view.neighbor_count[i].x + view.neighbor_count[i].y;
        work.neighbors_mean = sum / double(elements.size());
    }

    Extents extents_;
};

}  // namespace

StepWork count_step(const Scene& scene, const ParticleState& state, const BoundaryState& boundary) {
    std::optional<Counter> counter;
    auto observer = [&](Pass pass, Variant variant, const FluidArrays& view) {
        if (counter) counter->count(pass, variant, view);
    };
    Solver solver(scene, state, boundary, make_cpu_backend(0, observer));
    counter.emplace(solver.extents());
    solver.step();
    const uint32_t checks = solver.params().density_tolerance > 0 ? counter->iterations : 0;
    StepWork step = std::move(counter->work);
    const Extents& extents = solver.extents();
    add_group(step, "sort", field_set({Field::cell, Field::id, Field::cell_start, Field::source}), 1, extents);
    add_group(step, "reduce", field_set({Field::density, Field::solver_state}), checks, extents);
    return step;
}

}  // namespace undine
