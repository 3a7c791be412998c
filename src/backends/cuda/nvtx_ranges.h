// Nested ranges in the timelines of NVIDIA's tools (NVTX 3). Without a tool that listens they cost one comparison.
#pragma once
#include <nvtx3/nvToolsExt.h>

#include <cstdint>
#include <string>

namespace undine::cuda {

// Whether a tool was there when this was first asked: it injects itself before the program starts.
inline bool has_nvtx_listener() {
    static const bool there = [] {
        const bool pushed = nvtxRangePushA("undine") >= 0;
        nvtxRangePop();
        return pushed;
    }();
    return there;
}

// "step 12". Ends with end_nvtx_range() on the same thread.
inline void begin_nvtx_range(const char* name, uint64_t number) {
    if (has_nvtx_listener()) nvtxRangePushA((std::string(name) + " " + std::to_string(number)).c_str());
}
inline void end_nvtx_range() {
    if (has_nvtx_listener()) nvtxRangePop();
}

}  // namespace undine::cuda
