#include "platform/staged_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <system_error>

#include "platform/folders.h"
#include "undine/error.h"

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

// Where it means standard output, it does not come here.
void refuse_dash(const fs::path& given) {
    if (given == "-")
        refuse(given, "is standard output, to which only reports can be written; for a file of that name expected ./-");
}

void require_folder_of(const fs::path& given, const fs::path& path) {
    const fs::path folder = folder_of(path);
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        refuse(given, "the directory " + folder.string() + " does not exist; create it first");
}

}  // namespace

void require_writable(const fs::path& given) {
    refuse_dash(given);
    const Destination place = find_destination(given);
    const fs::path& file = place.path;
    std::error_code ignored;
    if (!place.in_place) require_folder_of(given, file);
    if (fs::is_directory(file, ignored)) refuse(given, "is a directory; expected the name of a file");
    const int flags = place.descriptor >= 0 ? fcntl(place.descriptor, F_GETFL) : -1;
    const bool writable = place.descriptor >= 0 ? flags >= 0 && (flags & O_ACCMODE) != O_RDONLY
                          : place.in_place      ? access(file.c_str(), W_OK) == 0
                                                : access(folder_of(file).c_str(), W_OK) == 0 &&
                                                 (!fs::exists(file, ignored) || access(file.c_str(), W_OK) == 0);
    if (!writable) refuse(given, "cannot be written; choose a destination that you may write to");
}

void require_folder_writable(const fs::path& given) {
    refuse_dash(given);
    const fs::path folder = find_destination(given.has_filename() ? given : given.parent_path()).path;  // "frames/"
    require_folder_of(given, folder);
    std::error_code ignored;
    const bool there = fs::exists(folder, ignored);
    if (there && !fs::is_directory(folder, ignored)) refuse(given, "is a file; expected the name of a directory");
    if (access((there ? folder : folder_of(folder)).c_str(), W_OK | X_OK) != 0)
        refuse(given, "cannot be written; choose a destination that you may write to");
}

StagedOutput::StagedOutput(fs::path destination, Kind kind)
    : destination_(std::move(destination)), place_(find_destination(destination_)) {
    std::error_code ignored;
    if (fs::is_symlink(place_.path, ignored) && !place_.in_place) fail(ELOOP);
    const fs::path folder = place_.in_place ? temporary_folder() : folder_of(place_.path);
    remove_leftovers(folder);
    for (;;) {
        path_ = folder / random_name();
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

// The owner first: changing it takes special bits from the mode.
void StagedOutput::keep_mode_and_owner() const {
    struct stat old, own;
    if (stat(place_.path.c_str(), &old) != 0 || fstat(descriptor_, &own) != 0) return;
    const bool same = old.st_uid == own.st_uid && old.st_gid == own.st_gid;
    if (!same && fchown(descriptor_, old.st_uid, old.st_gid) != 0)
        (void)!fchown(descriptor_, static_cast<uid_t>(-1), old.st_gid);  // only root gives files away
    if (fchmod(descriptor_, old.st_mode & 07777) != 0) fail(errno);
}

StagedFile::StagedFile(fs::path destination) : StagedOutput(std::move(destination), Kind::file) {
    std::error_code ignored;
    if (fs::is_directory(place_.path, ignored)) refuse(destination_, "is a directory; expected the name of a file");
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
    if (place_.in_place) return copy_into_place();
    keep_mode_and_owner();
    if (rename(path_.c_str(), place_.path.c_str()) != 0) fail(errno);
    committed_ = true;
}

// The temporary file stays uncommitted: it is removed.
void StagedFile::copy_into_place() {
    const int from = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    const int to = place_.descriptor >= 0 ? fcntl(place_.descriptor, F_DUPFD_CLOEXEC, 0)
                                          : open(place_.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int error = from < 0 || to < 0 ? errno : 0;
    char bytes[1 << 16];
    for (ssize_t got; error == 0 && (got = read(from, bytes, sizeof bytes)) != 0;) {
        if (got < 0) error = errno;
        for (ssize_t done = 0, n = 0; error == 0 && done < got; done += n) {
            n = ::write(to, bytes + done, static_cast<size_t>(got - done));
            if (n < 0 && errno != EINTR) error = errno;
            n = std::max<ssize_t>(n, 0);
        }
    }
    if (from >= 0) close(from);
    if (to >= 0 && close(to) != 0 && error == 0) error = errno;
    if (error != 0) fail(error);
}

void StagedFile::commit_durably() {
    if (fsync(descriptor_) != 0) fail(errno);
    commit();
    if (place_.in_place) return;
    const int folder = open(folder_of(place_.path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) fail(errno);
    const int result = fsync(folder), error = errno;
    close(folder);
    if (result != 0 && error != EINVAL) fail(error);  // EINVAL: this file system has no such thing for folders
}

StagedFolder::StagedFolder(fs::path destination) : StagedOutput(std::move(destination), Kind::folder) {}

void StagedFolder::commit() {
    // A folder that is not empty cannot be replaced by rename, but two folders can be exchanged. Another program may
    // create or remove the destination in between, hence the loop.
    const fs::path& destination = place_.path;
    keep_mode_and_owner();
    fs::path old = path_;
    while (rename(path_.c_str(), destination.c_str()) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST) fail(errno);
        if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, destination.c_str(), RENAME_EXCHANGE) == 0) break;
        if (errno == ENOENT) continue;
        if (errno != EINVAL && errno != ENOSYS) fail(errno);
        old = folder_of(destination) / random_name();  // the file system cannot exchange folders
        if (rename(destination.c_str(), old.c_str()) != 0 && errno != ENOENT) fail(errno);
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
