// undine-canaries: runs one canary, or its healthy twin, on the first Vulkan device. It reports nothing about
// messages: the layer's own output does (tools/validate reads it, here exactly as for the real program).
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "canaries.h"

int main(int argc, char** argv) {
    std::vector<canary::Canary> all;
    for (const auto group : {canary::misuse_canaries(), canary::compute_hazard_canaries(),
                             canary::graphics_hazard_canaries(), canary::memory_canaries()})
        all.insert(all.end(), group.begin(), group.end());

    const bool healthy = argc == 3 && std::string_view(argv[2]) == "--healthy";
    if (argc == 2 || healthy)
        for (const canary::Canary& one : all)
            if (one.name == std::string_view(argv[1])) try {
                    canary::Bench bench;
                    one.run(bench, healthy);
                    return 0;
                } catch (const std::exception& error) {
                    std::fprintf(stderr, "undine-canaries: %s: %s\n", one.name, error.what());
                    return 1;
                }

    std::fprintf(stderr, "usage: undine-canaries NAME [--healthy]\n");
    for (const canary::Canary& one : all) std::fprintf(stderr, "  %-28s  %s\n", one.name, one.mistake);
    return 2;
}
