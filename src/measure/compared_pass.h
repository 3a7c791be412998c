// The units in which a step is compared: each shared pass, and the sort and the convergence check as one unit each,
// since every backend divides those in its own way.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/backend.h"

namespace undine {

struct ComparedPass {
    std::string_view name;
    FieldSet inputs, writes;
    FieldSet ignored;  // written, but differently by every backend
    void (*run)(Backend&, Pass);
    Pass pass{};  // the argument of `run`, for a shared pass
    Pass last{};  // the last pass that it runs; a method without that pass does not run it
    void run_on(Backend& backend) const { run(backend, pass); }
};

// counts_vary: `population` is then an input of every pass.
ComparedPass compared(Pass shared, bool counts_vary = false);
ComparedPass compared_sort(bool counts_vary = false);
ComparedPass compared_convergence(bool counts_vary = false);

// All of them, in the order of passes.def; the sort and the convergence check at the end.
std::vector<ComparedPass> compared_passes(bool counts_vary = false);

// Calls visit(field) for each field of the set, in the order of fields.def.
template <class Visit>
void for_each_field(FieldSet fields, Visit visit) {
    for (size_t f = 0; f < kFieldCount; ++f)
        if (fields.contains(static_cast<Field>(f))) visit(static_cast<Field>(f));
}

}  // namespace undine
