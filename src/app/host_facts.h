// The machine that a command runs on.
#pragma once
#include <string>

namespace undine {

struct HostFacts {
    std::string os;   // "Debian GNU/Linux 12 (bookworm), Linux 6.1.0 x86_64"
    std::string cpu;  // "AMD EPYC 7763 64-Core Processor"; empty if the system does not say
    int cores = 0;    // logical processors that are online
};

HostFacts host_facts();

}  // namespace undine
