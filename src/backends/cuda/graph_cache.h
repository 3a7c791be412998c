// Sequences of operations as CUDA graphs: one launch for a whole step.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "backends/cuda/check.h"
#include "solver/fluid_view.h"

namespace undine::cuda {

struct Operation {
    enum class Kind : uint32_t { pass, scan, fill } kind;
    uint32_t what = 0;       // a Pass, or a Field to fill
    uint32_t word = 0;       // to fill it with
    uint32_t params = 0;     // which of Sequence::params it is launched with
    uint32_t particles = 0;  // that live at most
    bool operator==(const Operation&) const = default;
};

struct Sequence {
    std::vector<Operation> operations;
    std::vector<FluidParams> params;
};

// A sequence that comes the first time is launched as it is; from the second time on as a graph. What comes once is
// not worth one, and a kernel that has run before is loaded: that must not happen during a capture. Parameters are
// in the launches. Where they are others than before, the graph is captured anew and updated: some microseconds a
// launch, in the steps after a slider moved, against reading them from memory in every thread of all.
class GraphCache {
  public:
    GraphCache() = default;
    GraphCache(const GraphCache&) = delete;
    GraphCache& operator=(const GraphCache&) = delete;
    ~GraphCache() { clear(); }

    // launch() puts the sequence on the stream, calls nothing that waits, and allocates nothing.
    void run(cudaStream_t stream, const Sequence& sequence, const std::function<void()>& launch);
    void clear();  // once the stream has executed everything

  private:
    struct Entry {
        Sequence sequence;
        cudaGraphExec_t graph = nullptr;  // nullptr: has come once
    };
    static void destroy(Entry& entry, cudaStream_t stream);
    void make_current(Entry& entry, cudaStream_t stream, const Sequence& sequence, const std::function<void()>& launch);

    std::deque<Entry> entries_;  // the oldest first
};

}  // namespace undine::cuda
