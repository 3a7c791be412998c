// Errors that a user can cause, and the exit code that each becomes (docs/commands.md, "Exit codes").
#pragma once
#include <stdexcept>
#include <string>

namespace undine {

enum class Exit : int {  // or 128 + signal number (platform/interrupt.h)
    ok = 0,
    failed = 1,     // a comparison or a test failed
    usage = 2,      // wrong command line
    bad_input = 3,  // bad scene, PLY file or parameter
    no_device = 4,  // no suitable device, loader or driver
    device_lost = 5,
    out_of_memory = 6,
};

// One sentence that names the file, the key and what was expected. Thrown anywhere, caught once in main().
struct Error : std::runtime_error {
    Error(Exit code, const std::string& sentence) : std::runtime_error(sentence), code(code) {}
    Exit code;
};

}  // namespace undine
