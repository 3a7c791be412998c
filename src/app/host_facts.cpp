#include "app/host_facts.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <string_view>

namespace undine {
namespace {

// What follows the separator in the first line of a file that starts with `key`; empty if there is no such line.
std::string value_in(const char* file, std::string_view key, std::string_view separator) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(key))
            if (const size_t at = line.find(separator); at != std::string::npos)
                return line.substr(at + separator.size());
    return {};
}

std::string os_text() {
    std::string text = value_in("/etc/os-release", "PRETTY_NAME=", "=");
    std::erase(text, '"');
    utsname system{};
    if (uname(&system) != 0) return text;
    return text + (text.empty() ? "" : ", ") + system.sysname + ' ' + system.release + ' ' + system.machine;
}

}  // namespace

HostFacts host_facts() {
    return {os_text(), value_in("/proc/cpuinfo", "model name", ": "), static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN))};
}

}  // namespace undine
