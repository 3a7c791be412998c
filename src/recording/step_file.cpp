#include "recording/step_file.h"

#include <algorithm>
#include <cstring>

#include "platform/whole_file.h"
#include "recording/step_checks.h"
#include "solver/param_table.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

constexpr uint32_t kMagic = 0x54534455;   // "UDST"
constexpr uint64_t kMostEvents = 10'000;  // a step of 1000 iterations takes a third of it
constexpr uint64_t kMostFills = 4;        // times the size of all arrays; a step fills the smallest ones once or twice

uint32_t stride_words(Field field) { return info(field).stride / 4; }

// A pass's number in step files: its index in compared_passes().
uint32_t number_of(const ComparedPass& pass) {
    const auto all = compared_passes();
    return static_cast<uint32_t>(std::ranges::find(all, pass.name, &ComparedPass::name) - all.begin());
}

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
    throw Error(Exit::bad_input, path_text(path) + ": " + what);
}

gzFile open_step(const std::string& path) {
    open_file(path, "a step that `undine compare --record` wrote");  // refuses a pipe, for which zlib would wait
    return gzopen(path.c_str(), "rb");
}

}  // namespace

StepWriter::StepWriter(std::string path, uint64_t step)
    : path_(std::move(path)), stream_(gzopen(path_.c_str(), "wb9")) {
    if (!stream_) refuse(path_, "cannot be written");
    put(kMagic);
    put(&step, sizeof step);
}

void StepWriter::put(const void* data, size_t bytes) {
    constexpr size_t kMost = size_t{1} << 30;  // gzwrite() counts in int
    const auto* from = static_cast<const unsigned char*>(data);
    for (size_t done = 0; done < bytes;) {
        const auto now = static_cast<unsigned>(std::min(bytes - done, kMost));
        if (gzwrite(stream_.get(), from + done, now) != static_cast<int>(now))
            refuse(path_, "cannot be written; is the disk full?");
        done += now;
    }
}

void StepWriter::params(const FluidParams& params) {
    put(static_cast<uint32_t>(EventKind::params));
    put(&params, kParamsBytes);
}

void StepWriter::fill(Field field, uint32_t word) {
    put(static_cast<uint32_t>(EventKind::fill));
    put(static_cast<uint32_t>(field));
    put(word);
}

void StepWriter::array(Field field, const Words& words) {
    put(static_cast<uint32_t>(EventKind::array));
    put(static_cast<uint32_t>(field));
    output(field, words, {});
}

void StepWriter::run(const ComparedPass& pass) {
    put(static_cast<uint32_t>(EventKind::run));
    put(number_of(pass));
}

void StepWriter::output(Field field, const Words& words, const std::optional<Words>& expected) {
    const auto bytes = pack(words, expected, stride_words(field));
    put(bytes.data(), bytes.size());
}

void StepWriter::close() {
    put(static_cast<uint32_t>(EventKind::end));
    if (gzclose(stream_.release()) != Z_OK) refuse(path_, "cannot be written; is the disk full?");
}

StepReader::StepReader(std::string path, uint64_t step, const Extents& extents, Variant variant,
                       const ArrayMirror& mirror)
    : path_(std::move(path)), extents_(extents), variant_(variant), mirror_(mirror), stream_(open_step(path_)) {
    if (!stream_) refuse(path_, "cannot be read");
    uint64_t own = 0;
    if (get() != kMagic) refuse(path_, "is not a recorded step; expected a file that `undine compare --record` wrote");
    get(&own, sizeof own);
    if (own != step) refuse(path_, "holds step " + std::to_string(own) + "; expected step " + std::to_string(step));
}

void StepReader::get(void* data, size_t bytes) {
    constexpr size_t kMost = size_t{1} << 30;
    auto* to = static_cast<unsigned char*>(data);
    for (size_t done = 0; done < bytes;) {
        const auto now = static_cast<unsigned>(std::min(bytes - done, kMost));
        const int got = gzread(stream_.get(), to + done, now);
        if (got <= 0) refuse(path_, "ends early or is damaged; expected the file as it was recorded");
        done += static_cast<size_t>(got);
    }
}

uint32_t StepReader::get() {
    uint32_t word = 0;
    get(&word, sizeof word);
    return word;
}

Field StepReader::get_field() {
    const uint32_t number = get();
    if (number >= kFieldCount)
        refuse(path_, "names array " + std::to_string(number) + "; expected one of " + std::to_string(kFieldCount));
    return static_cast<Field>(number);
}

// In pieces, so that a file that ends early causes no allocation for what it does not hold.
Words StepReader::get_array(Field field, const std::optional<Words>& expected) {
    constexpr size_t kPiece = size_t{1} << 22;
    const uint64_t bytes = mirror_.word_count(field) * 4;
    std::vector<unsigned char> packed;
    while (packed.size() < bytes) {
        const size_t before = packed.size();
        packed.resize(std::min<uint64_t>(bytes, before + kPiece));
        get(packed.data() + before, packed.size() - before);
    }
    return unpack(packed, expected, stride_words(field));
}

RecordedEvent StepReader::get_run() {
    RecordedEvent event{.kind = EventKind::run};
    const uint32_t number = get();
    const auto passes = compared_passes(extents_.counts_vary());
    if (number >= passes.size())
        refuse(path_, "names pass " + std::to_string(number) + "; expected one of " + std::to_string(passes.size()));
    if (!has_params_) refuse(path_, "runs a pass before it has parameters");
    event.pass = passes[number];
    if (const std::string trouble = trouble_with(event.pass, mirror_, extents_); !trouble.empty())
        refuse(path_, trouble);
    for_each_field(event.pass.writes, [&](Field field) {
        event.arrays.emplace_back(field, get_array(field, mirror_.expectation(event.pass.name, field)));
    });
    return event;
}

RecordedEvent StepReader::next() {
    if (++events_ > kMostEvents) refuse(path_, "has more than " + std::to_string(kMostEvents) + " events");
    RecordedEvent event{.kind = static_cast<EventKind>(get())};
    switch (event.kind) {
        case EventKind::end: {
            char more;
            if (gzread(stream_.get(), &more, 1) != 0 || gzclose_r(stream_.release()) != Z_OK)
                refuse(path_, "continues past its end, or is damaged there");
            return event;
        }
        case EventKind::params:
            get(&event.params, kParamsBytes);
            if (const std::string trouble = trouble_with(event.params, extents_, variant_); !trouble.empty())
                refuse(path_, trouble);
            has_params_ = true;
            return event;
        case EventKind::fill:
            event.field = get_field();
            event.word = get();
            // Unlike any other event, a fill causes work without taking that many bytes in the file.
            filled_words_ += mirror_.word_count(event.field);
            if (filled_words_ * 4 > kMostFills * memory_needed(extents_))
                refuse(path_, "fills its arrays over and over");
            return event;
        case EventKind::array:
            event.field = get_field();
            event.arrays.emplace_back(event.field, get_array(event.field, {}));
            return event;
        case EventKind::run: return get_run();
    }
    refuse(path_, "holds an event of kind " + std::to_string(static_cast<uint32_t>(event.kind)) + "; expected 0 to 4");
}

}  // namespace undine
