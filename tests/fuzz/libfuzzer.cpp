// One target of targets.h for libFuzzer: UNDINE_FUZZ_TARGET. With `--seed FILE` in place of its options, writes a whole
// file of those that a corpus cannot hold.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "fuzz/recorded_step.h"
#include "fuzz/targets.h"

namespace {

using namespace undine::testing;

// A file without a disk, whose path readers open as any other. Where its name must have an extension, the path is that
// of a link to it.
class InputFile {
  public:
    explicit InputFile(const std::string& extension)
        : descriptor_(memfd_create("input", 0)), path_("/proc/self/fd/" + std::to_string(descriptor_)) {
        if (descriptor_ < 0) std::abort();
        if (extension.empty()) return;
        link_ = (std::filesystem::temp_directory_path() / ("fuzz-" + std::to_string(getpid()) + extension)).string();
        if (symlink(path_.c_str(), link_.c_str()) != 0) std::abort();
        path_ = link_;
    }
    ~InputFile() {
        if (!link_.empty()) unlink(link_.c_str());
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    const std::string& path() const { return path_; }
    void set(const uint8_t* data, size_t size) {
        const auto bytes = static_cast<ssize_t>(size);
        if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, data, size, 0) != bytes) std::abort();
    }

  private:
    int descriptor_;
    std::string path_, link_;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    if (*argc == 3 && std::string((*argv)[1]) == "--seed") {
        write_recorded_step((*argv)[2]);
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const auto targets = fuzz_targets();
    static const auto target = std::ranges::find(targets, UNDINE_FUZZ_TARGET, &FuzzTarget::name);
    static InputFile input(target->extension);
    input.set(data, size);
    const ReadingOf reading = read_with(*target, input.path());
    if (reading.reading != Reading::wrong) return 0;
    std::fprintf(stderr, "%s\n", reading.text.c_str());
    std::abort();
}
