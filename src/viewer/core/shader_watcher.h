// Live reload: recompiles shaders, on a thread of its own, when one of their source files changes.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace undine {

struct ShaderChange {
    std::map<std::string, std::vector<uint32_t>> programs;  // by name: SPIR-V of those that changed
    std::vector<std::string> problems;  // "file:line: what is wrong", relative to the root; empty: everything compiles
};

class ShaderWatcher {
  public:
    // root: the folder of shaders/sim and shaders/render. Throws Error(bad_input) unless it has both.
    explicit ShaderWatcher(const std::filesystem::path& root);
    ~ShaderWatcher();  // waits for the program that is being compiled
    ShaderWatcher(const ShaderWatcher&) = delete;
    ShaderWatcher& operator=(const ShaderWatcher&) = delete;

    // The embedded programs to compile and compare, now and whenever their files change. Names are never dropped.
    void watch(const std::set<std::string>& names);

    // What changed since the last call; empty most of the time. Does not wait.
    std::optional<ShaderChange> take();

  private:
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        bool operator==(const Stamp&) const = default;
    };
    using Stamps = std::map<std::filesystem::path, Stamp>;
    struct Program {
        std::vector<uint32_t> spirv;            // as last compiled; at first as embedded
        std::set<std::filesystem::path> files;  // its source files
        std::vector<std::string> problems;      // of the last attempt
        bool due = true;
    };

    void work();
    bool compile_due();
    void compile(const std::string& name, Program& program, ShaderChange& change);
    std::vector<std::string> lines_of(const std::string& message) const;
    Stamps stamps() const;

    std::filesystem::path root_;
    // Used by the thread alone.
    std::map<std::string, Program> programs_;
    Stamps seen_;

    std::mutex mutex_;
    std::condition_variable ending_changed_;
    bool ending_ = false;
    std::set<std::string> wanted_;
    std::optional<ShaderChange> change_;
    std::thread thread_;
};

}  // namespace undine
