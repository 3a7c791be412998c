#include "platform/staged_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <system_error>

#include "error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "undine-", kSuffix = ".part";
constexpr size_t kDigits = 16;  // hexadecimal, random

std::string random_name() {
    std::random_device device;
    char digits[kDigits + 1];
    std::snprintf(digits, sizeof digits, "%08x%08x", device(), device());
    return std::string(kPrefix) + digits + std::string(kSuffix);
}

bool is_staged_name(std::string_view name) {
    return name.size() == kPrefix.size() + kDigits + kSuffix.size() && name.starts_with(kPrefix) &&
           name.ends_with(kSuffix) &&
           name.substr(kPrefix.size(), kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

// Opens and locks what is at the path, and returns its descriptor; -1 if that fails or the path now leads elsewhere.
int lock_existing(const fs::path& path, int operation) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -1;
    struct stat opened, named;
    if (flock(descriptor, operation) == 0 && fstat(descriptor, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
        opened.st_ino == named.st_ino && opened.st_dev == named.st_dev)
        return descriptor;
    close(descriptor);
    return -1;
}

// Removes staged outputs that nobody has locked: a writer holds its lock until it is done or its program ends.
void remove_leftovers(const fs::path& folder) {
    static std::mutex mutex;
    static std::set<fs::path> seen;
    std::error_code error;
    {
        const std::lock_guard lock(mutex);
        if (!seen.insert(fs::absolute(folder, error).lexically_normal()).second) return;
    }
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (!is_staged_name(entry->path().filename().string())) continue;
        const int descriptor = lock_existing(entry->path(), LOCK_EX | LOCK_NB);
        if (descriptor < 0) continue;
        std::error_code ignored;
        fs::remove_all(entry->path(), ignored);
        close(descriptor);
    }
}

int create(const fs::path& path, bool folder) {
    if (!folder) return open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (mkdir(path.c_str(), 0777) != 0) return -1;
    const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Another program removed the new folder as a leftover before it was open: EEXIST makes the caller try again.
    if (descriptor < 0 && errno == ENOENT) errno = EEXIST;
    return descriptor;
}

// Whether another program removed the new output as a leftover in the moment before it was locked.
bool was_removed(int descriptor, const fs::path& path) {
    struct stat opened, named;
    return fstat(descriptor, &opened) != 0 || lstat(path.c_str(), &named) != 0 || opened.st_ino != named.st_ino;
}

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(Exit::bad_input, path.string() + ": " + what);
}

void require_folder_of(const fs::path& path) {
    const fs::path folder = folder_of(path);
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        refuse(path, "the directory " + folder.string() + " does not exist; create it first");
}

}  // namespace

void require_writable(const fs::path& file) {
    require_folder_of(file);
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) refuse(file, "is a directory; expected the name of a file");
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
        refuse(file, "is a device or a pipe; expected the name of a file");
    if (access(folder_of(file).c_str(), W_OK) != 0 || (fs::exists(file, ignored) && access(file.c_str(), W_OK) != 0))
        refuse(file, "cannot be written; choose a destination that you may write to");
}

void require_folder_writable(const fs::path& given) {
    const fs::path folder = given.has_filename() ? given : given.parent_path();  // "frames/" means frames
    require_folder_of(folder);
    std::error_code ignored;
    const bool there = fs::exists(folder, ignored);
    if (there && !fs::is_directory(folder, ignored)) refuse(given, "is a file; expected the name of a directory");
    if (access((there ? folder : folder_of(folder)).c_str(), W_OK | X_OK) != 0)
        refuse(given, "cannot be written; choose a destination that you may write to");
}

StagedOutput::StagedOutput(fs::path destination, Kind kind) : destination_(std::move(destination)) {
    remove_leftovers(folder_of(destination_));
    for (;;) {
        path_ = folder_of(destination_) / random_name();
        descriptor_ = create(path_, kind == Kind::folder);
        if (descriptor_ < 0 && errno == EEXIST) continue;
        if (descriptor_ < 0) fail(errno);
        flock(descriptor_, LOCK_EX);  // on a file system without locks this fails, but so does the clean-up
        if (!was_removed(descriptor_, path_)) return;
        close(descriptor_);
    }
}

StagedOutput::~StagedOutput() {
    std::error_code ignored;
    if (!committed_) fs::remove_all(path_, ignored);
    close(descriptor_);
}

void StagedOutput::fail(int error) const {
    refuse(destination_, "cannot be written (" + std::generic_category().message(error) + ")");
}

StagedFile::StagedFile(fs::path destination) : StagedOutput(std::move(destination), Kind::file) {
    struct stat there;
    if (stat(destination_.c_str(), &there) == 0 && !S_ISREG(there.st_mode))  // e.g. /dev/null
        refuse(destination_, "is not a regular file; expected the name of a new file or of one to replace");
}

void StagedFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        bytes.remove_prefix(static_cast<size_t>(written));
    }
}

void StagedFile::commit() {
    // Network file systems may report a full disk only when a file is closed. So a duplicate of the descriptor is
    // closed: the original must hold the lock until the file has its final name.
    if (const int copy = dup(descriptor_); copy >= 0 && close(copy) != 0) fail(errno);
    if (rename(path_.c_str(), destination_.c_str()) != 0) fail(errno);
    committed_ = true;
}

void StagedFile::commit_durably() {
    if (fsync(descriptor_) != 0) fail(errno);
    commit();
    const int folder = open(folder_of(destination_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) fail(errno);
    const int result = fsync(folder), error = errno;
    close(folder);
    if (result != 0 && error != EINVAL) fail(error);  // EINVAL: this file system has no such thing for folders
}

StagedFolder::StagedFolder(fs::path destination) : StagedOutput(std::move(destination), Kind::folder) {}

void StagedFolder::commit() {
    // A folder that is not empty cannot be replaced by rename, but two folders can be exchanged. Another program may
    // create or remove the destination in between, hence the loop.
    fs::path old = path_;
    while (rename(path_.c_str(), destination_.c_str()) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST) fail(errno);
        if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, destination_.c_str(), RENAME_EXCHANGE) == 0) break;
        if (errno == ENOENT) continue;
        if (errno != EINVAL && errno != ENOSYS) fail(errno);
        old = folder_of(destination_) / random_name();  // the file system cannot exchange folders
        if (rename(destination_.c_str(), old.c_str()) != 0 && errno != ENOENT) fail(errno);
    }
    committed_ = true;
    std::error_code ignored;
    fs::remove_all(old, ignored);
}

void write_file(const fs::path& destination, std::string_view bytes) {
    StagedFile file(destination);
    file.write(bytes);
    file.commit();
}

}  // namespace undine
