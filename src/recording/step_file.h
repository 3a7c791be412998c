// One recorded step: what a backend was given and what each pass made of it, as a gzip stream of 32-bit words. It
// holds no sizes: those follow from the recording's extents, so no header can ask for memory.
//
//     "UDST" step, then events:  1 FluidParams · 2 field word (filled with it) · 3 field array (known before)
//                                4 pass, the arrays that it wrote, in the order of fields.def · 0 the end
#pragma once
#include <zlib.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "recording/packed_array.h"
#include "solver/fluid_params.h"

namespace undine {

enum class EventKind : uint32_t { end, params, fill, array, run };

struct RecordedEvent {
    EventKind kind = EventKind::end;
    FluidParams params{};                         // params
    Field field{};                                // fill, array
    uint32_t word = 0;                            // fill
    ComparedPass pass;                            // run
    std::vector<std::pair<Field, Words>> arrays;  // array: one; run: what it wrote
};

struct GzClose {
    void operator()(gzFile file) const { gzclose(file); }
};
using GzStream = std::unique_ptr<gzFile_s, GzClose>;

// Writes a step. Throws Error(bad_input) if the file cannot be written; until close() it is incomplete.
class StepWriter {
  public:
    StepWriter(std::string path, uint64_t step);
    void params(const FluidParams& params);
    void fill(Field field, uint32_t word);
    void array(Field field, const Words& words);
    // Must be followed by one output() for each array that the pass writes, in the order of fields.def.
    void run(const ComparedPass& pass);
    void output(Field field, const Words& words, const std::optional<Words>& expected);
    void close();

  private:
    void put(uint32_t word) { put(&word, sizeof word); }
    void put(const void* data, size_t bytes);

    std::string path_;
    GzStream stream_;
};

// Reads a step that StepWriter wrote. Throws Error(bad_input) for anything else, and for values that would make a
// pass read or write outside its arrays.
class StepReader {
  public:
    // mirror: what is known so far; the caller keeps it up to date, event by event.
    StepReader(std::string path, uint64_t step, const Extents& extents, Variant variant, const ArrayMirror& mirror);

    // The next event; of kind `end` once, after the last one.
    RecordedEvent next();

  private:
    uint32_t get();
    void get(void* data, size_t bytes);
    Field get_field();
    Words get_array(Field field, const std::optional<Words>& expected);
    RecordedEvent get_run();

    std::string path_;
    Extents extents_;
    Variant variant_;
    const ArrayMirror& mirror_;
    GzStream stream_;
    uint64_t events_ = 0, filled_words_ = 0;
    bool has_params_ = false;
};

}  // namespace undine
