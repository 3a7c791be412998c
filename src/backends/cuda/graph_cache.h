// Runs sequences of operations as CUDA graphs: one launch for a whole step.
#pragma once
#include <deque>
#include <functional>
#include <vector>

#include "backends/cuda/check.h"
#include "solver/fluid_params.h"

namespace undine::cuda {

struct Operation {
    enum class Kind : uint32_t { pass, scan, fill } kind;
    uint32_t what = 0;       // a Pass, or a Field to fill
    uint32_t word = 0;       // the value to fill with
    uint32_t params = 0;     // index into Sequence::params
    uint32_t particles = 0;  // upper bound on the living ones
    bool operator==(const Operation&) const = default;
};

struct Sequence {
    std::vector<Operation> operations;
    std::vector<FluidParams> params;
};

// A sequence is launched operation by operation the first time, and as a graph from the second time on: one that occurs
// only once is not worth a graph, and the first run loads the kernels, which must not happen during a capture. The
// parameters are kernel arguments. When they change, the graph is captured again and updated; that costs some
// microseconds a launch in the steps after a slider moved, but saves every thread from reading them from memory.
class GraphCache {
  public:
    GraphCache() = default;
    GraphCache(const GraphCache&) = delete;
    GraphCache& operator=(const GraphCache&) = delete;
    ~GraphCache() { clear(); }

    // launch() enqueues the sequence on the stream; it must neither wait nor allocate.
    void run(cudaStream_t stream, const Sequence& sequence, const std::function<void()>& launch);
    void clear();  // the stream must have executed everything

  private:
    struct Entry {
        Sequence sequence;
        cudaGraphExec_t graph = nullptr;  // nullptr: seen only once so far
    };
    static void destroy(Entry& entry, cudaStream_t stream);
    void make_current(Entry& entry, cudaStream_t stream, const Sequence& sequence, const std::function<void()>& launch);

    std::deque<Entry> entries_;  // the one that was used longest ago first
};

}  // namespace undine::cuda
