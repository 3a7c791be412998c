#include "gpu/too_large.h"

#include "gpu/context.h"

namespace undine {

std::string mib(uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

Error too_large(const Context& context, const std::string& name, uint64_t bytes, uint64_t limit, const char* limit_name,
                const char* remedy) {
    const bool small = limit < 1 << 20;  // in bytes; MiB are rounded down, to differ from what is needed
    const std::string allowed = small ? std::to_string(limit) + " bytes" : std::to_string(limit >> 20) + " MiB";
    return {Exit::out_of_memory, name + " needs " + mib(bytes) + "; " + context.info().name + " allows " + allowed +
                                     " (" + limit_name + "). " + remedy};
}

}  // namespace undine
