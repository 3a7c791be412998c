#include "recording/layout.h"

#include <cstdint>
#include <cstdio>

#include "solver/pass_table.h"

namespace undine {

std::string layout_text() {
    return
#define FIELD(type, name, extent, lifetime, ...) "field " #type " " #name " " #extent " " #lifetime "\n"
#include "sim/fields.def"
#undef FIELD
#define GATHERS(...) "gathers(" #__VA_ARGS__ ")"
#define READS(...) "reads(" #__VA_ARGS__ ")"
#define WRITES(...) "writes(" #__VA_ARGS__ ")"
#define PASS(name, stage, domain, walks, gathers, reads, writes) \
    "pass " #name " " #stage " " #domain " walks " #walks " " gathers " " reads " " writes "\n"
#define DEVICE_PASS(name, directory, domain, reads, writes) \
    "device pass " #name " " #directory " " #domain " " reads " " writes "\n"
#include "sim/passes.def"
#undef PASS
#undef DEVICE_PASS
#undef GATHERS
#undef READS
#undef WRITES
#define PARAM(type, name, ...) #type " " #name "\n"
#include "sim/fluid_params.def"
#undef PARAM
        ;
}

std::string layout_hash() {
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : layout_text()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace undine
