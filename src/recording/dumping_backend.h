// Writes arrays to files as passes leave them.
//
//     DumpingBackend: sort → find_neighbors → compute_lambda → apply_delta_p → …
//                                                     └ step_000012.compute_lambda.1.predicted_lambda.npy
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "solver/wrapped_backend.h"

namespace undine {

struct DumpRequest {
    std::string pass;  // as compare names it
    Field field{};
    std::optional<uint64_t> step;  // 1: the scene's first; empty: every one
};

// "apply_delta_p:predicted@12", or without @12: a pass, what it leaves behind, and a step. Throws Error(usage) for
// anything else.
struct DumpName {
    std::string pass, what;
    std::optional<uint64_t> step;
};
DumpName read_dump_name(const std::string& text);

// Whether the solver has that pass.
bool is_solver_pass(const std::string& pass);

// Throws Error(usage) for a pass or an array that does not exist.
DumpRequest array_dump_request(const DumpName& name);

// A report's own measurement is no pass of a step, and is left out.
class DumpingBackend final : public WrappedBackend {
  public:
    // Files go to `folder`, which the first one creates.
    DumpingBackend(std::unique_ptr<Backend> own, std::vector<DumpRequest> requests, std::filesystem::path folder);

    // Throws Error(bad_input) as well if the scene never runs a requested pass, or has no such array.
    void allocate(const Extents& extents, Variant variant) override;

    void run(Pass pass) override;
    void sort_particles() override;
    void check_convergence() override;
    void begin_group(const char* name, uint64_t number) override;
    void end_group() override;

  private:
    void ran(std::string_view pass);
    void write_dump(const DumpRequest& request, uint64_t run);

    std::vector<DumpRequest> requests_;
    std::filesystem::path folder_;
    Extents extents_;
    uint64_t step_ = 0;         // 0: before the first
    std::vector<bool> groups_;  // open ones, from the outside: whether it is a measurement, which is not dumped
    std::map<std::string, uint64_t, std::less<>> runs_;  // of each requested pass, in this step
};

}  // namespace undine
