#include "app/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <span>
#include <type_traits>

#include "build_facts.h"
#include "platform/cache_file.h"
#include "platform/staged_file.h"
#include "platform/whole_file.h"
#include "undine/error.h"

namespace undine {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMagic = "undine checkpoint ";
constexpr uint64_t kVersion = 4;
constexpr uint64_t kMostBytes = uint64_t{8} << 30;
constexpr size_t kKept = 2;
constexpr std::string_view kPrefix = "step_", kSuffix = ".checkpoint";

// What is written as it lies in memory.
static_assert(sizeof(SolidState) == 13 * 8 && sizeof(Reaction) == 6 * 8 && sizeof(Population) == 7 * 4 &&
              sizeof(DiffusePopulation) == 5 * 4);

uint64_t hash_of_text(std::string_view text) { return hash_of(std::as_bytes(std::span(text))); }

class Writer {
  public:
    template <class T>
    void operator()(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    template <class T>
    void operator()(const std::vector<T>& values) {
        (*this)(uint64_t{values.size()});
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    void operator()(const std::string& text) {
        (*this)(uint64_t{text.size()});
        bytes += text;
    }
    template <class Range, class Each>
    void each(const Range& range, Each write) {
        (*this)(uint64_t{range.size()});
        for (const auto& item : range) write(item);
    }
    std::string bytes;
};

struct Damaged {};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    template <class T>
    void operator()(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
    }
    template <class T>
    void operator()(std::vector<T>& values) {
        const size_t count = size(sizeof(T));
        values.resize(count);
        if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)).data(), count * sizeof(T));
    }
    void operator()(std::string& text) { text = take(size(1)); }
    template <class Range, class Each>
    void each(Range& range, Each read) {
        range.resize(size(1));
        for (auto& item : range) read(item);
    }
    bool at_end() const { return rest_.empty(); }

  private:
    // Of a vector whose elements take at least `least` bytes each.
    size_t size(size_t least) {
        uint64_t count = 0;
        (*this)(count);
        if (count > rest_.size() / least) throw Damaged();
        return count;
    }
    std::string_view take(size_t bytes) {
        if (bytes > rest_.size()) throw Damaged();
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(bytes);
        return taken;
    }
    std::string_view rest_;
};

// Both directions in one place: visit is a Writer, or a Reader.
template <class Visit, class Saved>
void visit_checkpoint(Visit& visit, Saved& c) {
    visit(c.steps);
    visit(c.pictures);
    visit(c.scene);
    auto& s = c.state;
    visit(s.particles.position);
    visit(s.particles.velocity);
    visit(s.particles.density);
    visit(s.particles.lambda);
    visit(s.particles.pressure);
    visit(s.particles.id);
    visit(s.time.seconds);
    visit(s.time.steps);
    visit(s.time.next_id);
    visit(s.time.solids);
    visit(s.population);
    visit(s.let_in);
    visit(s.dropped_neighbors);
    visit(s.clamped_speeds);
    visit(s.floating.start);
    visit(s.floating.clamped_speeds);
    visit.each(s.floating.steps, [&](auto& step) {
        visit(step.end);
        visit(step.reactions);
    });
    visit.each(s.reactions, [&](auto& step) { visit(step); });
    visit(s.diffuse.position);
    visit(s.diffuse.velocity);
    visit(s.diffuse.id);
    visit(s.diffuse.population);
}

std::string path_of(uint64_t steps) {
    char digits[24];
    std::snprintf(digits, sizeof digits, "%012llu", static_cast<unsigned long long>(steps));
    return std::string(kPrefix) + digits + std::string(kSuffix);
}

bool is_checkpoint_name(const std::string& name) {
    return name.size() >= kPrefix.size() + 12 + kSuffix.size() && name.starts_with(kPrefix) &&
           name.ends_with(kSuffix) &&
           name.find_first_not_of("0123456789", kPrefix.size()) == name.size() - kSuffix.size();
}

}  // namespace

std::vector<fs::path> checkpoints_in(const fs::path& directory) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
        if (is_checkpoint_name(entry->path().filename().string())) found.push_back(entry->path());
    // By number: more digits are a greater one.
    std::ranges::sort(found, std::greater(), [](const fs::path& path) {
        const std::string name = path.filename().string();
        return std::pair(name.size(), name);
    });
    return found;
}

void write_checkpoint(const fs::path& directory, const Checkpoint& checkpoint, const std::string& title) {
    const BuildFacts build = build_facts();
    char when[64];
    std::snprintf(when, sizeof when, ", step %llu, %g s\n",
                  static_cast<unsigned long long>(checkpoint.state.time.steps), checkpoint.state.time.seconds);
    Writer writer;
    writer.bytes = std::string(kMagic) + std::to_string(kVersion) + "\nundine " + build.version + " (" + build.commit +
                   "), " + title + when;
    visit_checkpoint(writer, checkpoint);
    writer(hash_of_text(writer.bytes));
    std::error_code ignored;  // writing says what is wrong
    fs::create_directory(directory, ignored);
    StagedFile file(directory / path_of(checkpoint.steps));
    file.write(writer.bytes);
    file.commit_durably();
    const std::vector<fs::path> all = checkpoints_in(directory);
    for (size_t k = kKept; k < all.size(); ++k) fs::remove(all[k], ignored);
}

Checkpoint read_checkpoint(const fs::path& file) {
    const auto refuse = [&](const std::string& what) { throw Error(Exit::bad_input, file.string() + ": " + what); };
    const std::string bytes = read_whole_file(file, "a checkpoint", kMostBytes);
    std::string_view rest = bytes;
    if (!rest.starts_with(kMagic)) refuse("is no checkpoint; expected a file that --checkpoint wrote");
    rest.remove_prefix(kMagic.size());
    const size_t version_end = rest.find('\n'), text_end = rest.find('\n', version_end + 1);
    if (rest.substr(0, version_end) != std::to_string(kVersion))
        refuse("is a checkpoint of format " + std::string(rest.substr(0, std::min<size_t>(version_end, 12))) +
               ", from another version of this program; expected format " + std::to_string(kVersion));
    constexpr const char* kDamaged = "is a damaged or unfinished checkpoint; expected it as --checkpoint wrote it";
    uint64_t sum = 0;
    if (version_end == rest.npos || text_end == rest.npos || rest.size() < text_end + 1 + sizeof sum) refuse(kDamaged);
    std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
    if (sum != hash_of_text(std::string_view(bytes).substr(0, bytes.size() - sizeof sum))) refuse(kDamaged);
    rest.remove_prefix(text_end + 1);
    rest.remove_suffix(sizeof sum);
    Checkpoint checkpoint;
    try {
        Reader reader(rest);
        visit_checkpoint(reader, checkpoint);
        const ParticleState& p = checkpoint.state.particles;
        const std::array sizes{p.velocity.size(), p.density.size(), p.lambda.size(), p.pressure.size(), p.id.size()};
        if (!reader.at_end() || std::ranges::any_of(sizes, [&](size_t size) { return size != p.size(); }))
            throw Damaged();
    } catch (const Damaged&) {
        refuse(kDamaged);
    }
    return checkpoint;
}

}  // namespace undine
