#include "platform/folders.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;

fs::path temporary_folder() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (!error) return folder;
    for (const char* variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})  // in which the standard library looks, in turn
        if (const char* const value = std::getenv(variable))
            throw Error(Exit::bad_input,
                        std::string(variable) + " names " + path_text(value) +
                            " for temporary files, but there is no such directory; correct or unset it");
    throw Error(Exit::bad_input, "temporary files need a directory: /tmp cannot be used (" + error.message() + ")");
}

fs::path working_folder() {
    std::error_code error;
    const fs::path folder = fs::current_path(error);
    if (error)
        throw Error(Exit::bad_input,
                    "the current directory cannot be found (" + error.message() + "); change to one that exists");
    return folder;
}

fs::path absolute_path(const fs::path& path) {
    return (path.is_absolute() ? path : working_folder() / path).lexically_normal();
}

}  // namespace undine
