#include "platform/whole_file.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& trouble, std::string_view expected) {
    throw Error(Exit::bad_input, path_text(path) + ": " + trouble + "; expected " + std::string(expected));
}

const char* kind_text(fs::file_type type) {
    switch (type) {
        case fs::file_type::directory: return "a folder";
        case fs::file_type::fifo: return "a pipe";
        case fs::file_type::socket: return "a socket";
        default: return "a device";
    }
}

}  // namespace

std::ifstream open_file(const fs::path& path, std::string_view expected) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) refuse(path, "there is no such file", expected);
    if (error) refuse(path, "cannot be opened (" + error.message() + ")", expected);
    if (!fs::is_regular_file(status)) refuse(path, std::string("is ") + kind_text(status.type()), expected);
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) refuse(path, std::string("cannot be opened (") + std::strerror(errno) + ")", expected);
    if (stream.peek() == std::ifstream::traits_type::eof())
        refuse(path, stream.bad() ? "cannot be read" : "is empty", expected);
    return stream;
}

std::string read_whole_file(const fs::path& path, std::string_view expected, uint64_t most) {
    std::ifstream stream = open_file(path, expected);
    const auto refuse_size = [&](const std::string& size) {
        refuse(path, "is " + size, std::string(expected) + ", of at most " + memory_text(most));
    };
    std::error_code error;
    const uint64_t bytes = fs::file_size(path, error);
    if (error) refuse(path, "cannot be read (" + error.message() + ")", expected);
    if (bytes > most) refuse_size(memory_text(bytes) + " large");
    std::string text(bytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(bytes));
    if (static_cast<uint64_t>(stream.gcount()) != bytes) refuse(path, "cannot be read to the end", expected);
    // Some kernel files, such as those in /proc, report size 0 but have contents.
    if (stream.peek() != std::ifstream::traits_type::eof()) refuse_size("larger than its reported size");
    return text;
}

}  // namespace undine
