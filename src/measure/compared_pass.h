// What is compared of a step: each shared pass, and the sort and the sum as one each, since every backend does
// those in its own parts.
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
    Pass pass{};  // of a shared one
    Pass last{};  // that it runs: for a method without, it does not
    void run_on(Backend& backend) const { run(backend, pass); }
};

// counts_vary: every pass then asks for `population`, whatever else it reads.
ComparedPass compared(Pass shared, bool counts_vary = false);
ComparedPass compared_sort(bool counts_vary = false);
ComparedPass compared_convergence(bool counts_vary = false);

// All of them, in the order of passes.def; the sort and the sum at the end.
std::vector<ComparedPass> compared_passes(bool counts_vary = false);

// A pass's arrays as a FieldSet is walked, in the order of fields.def.
template <class Visit>
void for_each_field(FieldSet fields, Visit visit) {
    for (size_t f = 0; f < kFieldCount; ++f)
        if (fields.contains(static_cast<Field>(f))) visit(static_cast<Field>(f));
}

}  // namespace undine
