#include "app/json_report.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "platform/destination.h"
#include "platform/staged_file.h"

namespace undine {

bool is_standard_output(const std::string& path) {
    return path == "-" || (!path.empty() && find_destination(path).descriptor == 1);
}

void require_json_writable(const std::string& path) {
    if (!path.empty() && path != "-") require_writable(path);
}

void write_json(const std::string& path, const nlohmann::ordered_json& report) {
    // Names of files and devices may hold any bytes, but JSON is UTF-8: invalid ones are replaced.
    if (!path.empty())
        write_text(path, report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

void write_text(const std::string& path, const std::string& text) {
    if (path.empty()) return;
    if (path == "-") {
        std::cout << text << std::flush;
        return;
    }
    write_file(path, text);
}

}  // namespace undine
