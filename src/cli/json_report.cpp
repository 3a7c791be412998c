#include "cli/json_report.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/simulation_options.h"
#include "error.h"

namespace undine {

void require_json_writable(const std::string& path) {
    if (!path.empty() && path != "-") require_writable(path);
}

void write_json(const std::string& path, const nlohmann::ordered_json& report) {
    // Whatever bytes a file's name or a device's holds, JSON is UTF-8.
    if (!path.empty())
        write_text(path, report.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

void write_text(const std::string& path, const std::string& text) {
    if (path.empty()) return;
    if (path == "-") {
        std::cout << text << std::flush;
        return;
    }
    const std::string temporary = path + ".part";
    std::error_code error;
    {
        std::ofstream out(temporary);
        out << text;
        out.close();
        if (!out) error = std::make_error_code(std::errc::io_error);
    }
    if (!error) std::filesystem::rename(temporary, path, error);
    if (error) {
        std::remove(temporary.c_str());
        throw Error(Exit::bad_input, path + ": cannot be written (" + error.message() + ")");
    }
}

}  // namespace undine
