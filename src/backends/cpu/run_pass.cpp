#include "backends/cpu/run_pass.h"

#include <cstdlib>

namespace undine {
namespace {

// Bodies differ in KERNEL and NEIGHBORS alone; the members are the same.
template <uint KERNEL, uint NEIGHBORS>
FluidView<KERNEL, NEIGHBORS> with_variant(const AnyFluidView& from) {
    FluidView<KERNEL, NEIGHBORS> view{};
#define FIELD(type, name, ...) view.name = from.name;
#include "sim/fields.def"
#undef FIELD
    view.params = from.params;
    return view;
}

template <uint KERNEL, uint NEIGHBORS>
void run_variant(Pass pass, const AnyFluidView& from, uint32_t count, int threads) {
    const auto n = static_cast<int64_t>(count);
    switch (pass) {
#define PASS(name, ...)                                                                    \
    case Pass::name: {                                                                     \
        _Pragma("omp parallel num_threads(threads)") {                                     \
            auto view = with_variant<KERNEL, NEIGHBORS>(from);                             \
            _Pragma("omp for schedule(static)") for (int64_t i = 0; i < n; ++i)            \
                view.name(static_cast<uint>(i));                                           \
        }                                                                                  \
        return;                                                                            \
    }
#define DEVICE_PASS(name, ...) case Pass::name:
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
        std::abort();  // a programming error: the CPU sorts and sums by itself
    }
}

}  // namespace

void run_pass(Pass pass, Variant variant, const AnyFluidView& view, uint32_t count, int threads) {
    using Run = void (*)(Pass, const AnyFluidView&, uint32_t, int);
    static constexpr Run kRuns[2][2] = {
        {run_variant<PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_LIST>, run_variant<PBF_KERNEL_POLY6_SPIKY, PBF_NEIGHBORS_GRID>},
        {run_variant<PBF_KERNEL_CUBIC_SPLINE, PBF_NEIGHBORS_LIST>, run_variant<PBF_KERNEL_CUBIC_SPLINE, PBF_NEIGHBORS_GRID>}};
    kRuns[variant.kernel][variant.neighbors](pass, view, count, threads);
}

}  // namespace undine
