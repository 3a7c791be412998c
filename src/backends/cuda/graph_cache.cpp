#include "backends/cuda/graph_cache.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace undine::cuda {
namespace {

constexpr size_t kMostEntries = 8;  // a step with and without a pull, for each of a few drawing styles

bool same_params(const std::vector<FluidParams>& a, const std::vector<FluidParams>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(FluidParams)) == 0;
}

class Graph {
  public:
    // Captures everything that launch() enqueues on the stream; the stream executes none of it.
    Graph(cudaStream_t stream, const std::function<void()>& launch) {
        UNDINE_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        try {
            launch();
        } catch (...) {
            not_checked(cudaStreamEndCapture(stream, &graph_));
            destroy();
            throw;
        }
        UNDINE_CUDA(cudaStreamEndCapture(stream, &graph_));
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    ~Graph() { destroy(); }
    cudaGraph_t handle() const { return graph_; }

  private:
    void destroy() {
        if (graph_) not_checked(cudaGraphDestroy(graph_));
        graph_ = nullptr;
    }
    cudaGraph_t graph_ = nullptr;
};

}  // namespace

void GraphCache::run(cudaStream_t stream, const Sequence& sequence, const std::function<void()>& launch) {
    const auto known =
        std::ranges::find_if(entries_, [&](const Entry& e) { return e.sequence.operations == sequence.operations; });
    if (known == entries_.end()) {
        launch();
        if (entries_.size() == kMostEntries) {
            destroy(entries_.front(), stream);
            entries_.pop_front();
        }
        entries_.push_back({sequence});
        return;
    }
    std::rotate(known, known + 1, entries_.end());
    Entry& entry = entries_.back();
    if (!entry.graph || !same_params(entry.sequence.params, sequence.params))
        make_current(entry, stream, sequence, launch);
    UNDINE_CUDA(cudaGraphLaunch(entry.graph, stream));
}

// Waits first: the stream may still be executing the graph.
void GraphCache::destroy(Entry& entry, cudaStream_t stream) {
    if (!entry.graph) return;
    UNDINE_CUDA(cudaStreamSynchronize(stream));
    UNDINE_CUDA(cudaGraphExecDestroy(std::exchange(entry.graph, nullptr)));
}

void GraphCache::make_current(Entry& entry, cudaStream_t stream, const Sequence& sequence,
                              const std::function<void()>& launch) {
    const Graph graph(stream, launch);
    if (entry.graph) {
        cudaGraphExecUpdateResultInfo refused;
        if (not_checked(cudaGraphExecUpdate(entry.graph, graph.handle(), &refused)) != cudaSuccess)
            destroy(entry, stream);  // cannot be updated in place; instantiated again below
    }
    if (!entry.graph) UNDINE_CUDA(cudaGraphInstantiate(&entry.graph, graph.handle(), 0));
    entry.sequence.params = sequence.params;
}

void GraphCache::clear() {
    for (const Entry& entry : entries_)
        if (entry.graph) not_checked(cudaGraphExecDestroy(entry.graph));
    entries_.clear();
}

}  // namespace undine::cuda
