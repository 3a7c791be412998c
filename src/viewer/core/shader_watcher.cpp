#include "viewer/core/shader_watcher.h"

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

#include "gpu/embedded_shaders.h"
#include "shaderc/shader_compiler.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kInterval{250};  // between two looks at the files
constexpr size_t kLongestLine = 160;                 // bytes: glslang spells out whole structs

}  // namespace

ShaderWatcher::ShaderWatcher(const fs::path& root) : root_(root) {
    std::error_code ignored;
    if (!fs::is_directory(root / "sim", ignored) || !fs::is_directory(root / "render", ignored))
        throw Error(Exit::bad_input, root.string() +
                                         ": expected a folder of shaders with sim and render in it, such as "
                                         "shaders of the source tree");
    thread_ = std::thread([this] { work(); });
}

ShaderWatcher::~ShaderWatcher() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    ending_changed_.notify_all();
    thread_.join();
}

void ShaderWatcher::watch(const std::set<std::string>& names) {
    const std::lock_guard lock(mutex_);
    wanted_ = names;
}

std::optional<ShaderChange> ShaderWatcher::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(change_, {});
}

void ShaderWatcher::work() {
    for (std::unique_lock lock(mutex_); !ending_; ending_changed_.wait_for(lock, kInterval)) {
        for (const std::string& name : wanted_)
            if (!programs_.contains(name)) {
                const auto words = embedded_spirv(name);
                programs_[name].spirv.assign(words.begin(), words.end());
            }
        lock.unlock();
        while (compile_due()) {}
        lock.lock();
    }
}

// Compiles all programs of a change together, so that what they share fits. Returns whether there were any.
bool ShaderWatcher::compile_due() {
    // Taken before compiling, so that what is written meanwhile is seen the next time.
    const Stamps now = stamps();
    std::set<fs::path> changed;
    for (const auto& [path, stamp] : now) {
        const auto before = seen_.find(path);
        if (before == seen_.end() || before->second != stamp) changed.insert(path);
    }
    for (const auto& [path, stamp] : seen_)
        if (!now.contains(path)) changed.insert(path);
    seen_ = now;

    ShaderChange change;
    bool any = false;
    for (auto& [name, program] : programs_) {
        // A program that did not compile may have lacked a file that has only now appeared.
        program.due |= !program.problems.empty() && !changed.empty();
        program.due |= std::ranges::any_of(program.files, [&](const fs::path& f) { return changed.contains(f); });
        if (!program.due) continue;
        any = true;
        program.due = false;
        compile(name, program, change);
        const std::lock_guard lock(mutex_);
        if (ending_) return false;
    }
    if (!any) return false;
    for (const auto& [name, program] : programs_)
        for (const std::string& line : program.problems)  // the variants of a pass complain about the same line
            if (std::ranges::find(change.problems, line) == change.problems.end()) change.problems.push_back(line);

    const std::lock_guard lock(mutex_);
    if (!change_) change_.emplace();
    for (auto& [name, spirv] : change.programs) change_->programs[name] = std::move(spirv);
    change_->problems = std::move(change.problems);
    return true;
}

void ShaderWatcher::compile(const std::string& name, Program& program, ShaderChange& change) {
    try {
        CompiledShader compiled = compile_shader(name, root_);
        program.files = {compiled.files.begin(), compiled.files.end()};
        program.problems.clear();
        if (compiled.spirv == program.spirv) return;
        program.spirv = compiled.spirv;
        change.programs[name] = std::move(compiled.spirv);
    } catch (const Error& error) {
        program.problems = lines_of(error.what());
    }
}

// The compiler's message is a headline and a line for each error, or a single sentence.
std::vector<std::string> ShaderWatcher::lines_of(const std::string& message) const {
    std::vector<std::string> lines;
    std::istringstream in(message);
    for (std::string line; std::getline(in, line);) {
        const std::string root = (root_ / "").string();
        for (size_t at; (at = line.find(root)) != std::string::npos;) line.erase(at, root.size());
        if (!line.ends_with(": compilation terminated ")) lines.push_back(printable(line, kLongestLine));
    }
    if (lines.size() > 1) lines.erase(lines.begin());
    return lines;
}

ShaderWatcher::Stamps ShaderWatcher::stamps() const {
    Stamps found;
    std::error_code error;  // a folder that is being replaced: seen the next time
    for (fs::recursive_directory_iterator entry(root_, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        if (!entry->is_regular_file(gone)) continue;
        const auto time = entry->last_write_time(gone);
        const auto size = gone ? 0 : entry->file_size(gone);
        if (!gone) found[entry->path()] = {time, size};
    }
    return found;
}

}  // namespace undine
