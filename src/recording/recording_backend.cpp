#include "recording/recording_backend.h"

#include "measure/neighbor_sets.h"

namespace undine {
namespace {

constexpr uint32_t kGarbage = 0xCDCDCDCD;

FieldSet fields_of(Lifetime lifetime) {
    FieldSet set;
    for (size_t f = 0; f < kFieldCount; ++f)
        if (kFields[f].lifetime == lifetime) set = set | field_set({static_cast<Field>(f)});
    return set;
}

}  // namespace

void RecordingBackend::begin_step(uint64_t step, const std::string& path) {
    writer_.emplace(path, step);
    writer_->params(params_);
    for_each_field(fields_of(Lifetime::persistent), [&](Field field) {
        if (!mirror_->knows(field)) record_array(field);
    });
}

void RecordingBackend::end_step() {
    writer_->close();
    writer_.reset();
}

void RecordingBackend::allocate(const Extents& extents, Variant variant) {
    extents_ = extents;
    variant_ = variant;
    mirror_.emplace(extents);
    own_->allocate(extents, variant);
    // Elements behind the living ones are recorded too, and must be valid indices into other arrays.
    if (extents.counts_vary()) for_each_field(arrays_of(extents.passes), [&](Field field) { own_->fill(field, 0); });
}

void RecordingBackend::upload(Field field, const void* data, uint64_t bytes, uint64_t offset) {
    own_->upload(field, data, bytes, offset);
    if (writer_) record_array(field);
    else mirror_->forget(field_set({field}));
}

void RecordingBackend::fill(Field field, uint32_t word) {
    own_->fill(field, word);
    if (!writer_) return mirror_->forget(field_set({field}));
    writer_->fill(field, word);
    mirror_->fill(field, word);
}

void RecordingBackend::set_params(const FluidParams& params) {
    params_ = params;
    own_->set_params(params);
    if (writer_) writer_->params(params);
}

Words RecordingBackend::read(Field field) {
    Words words(mirror_->word_count(field));
    own_->download(field, words.data(), words.size() * 4);
    if (field == Field::neighbors && extents_.list_capacity > 0) {
        // Entries behind a particle's neighbours differ from run to run.
        Words counts(mirror_->word_count(Field::neighbor_count));
        own_->download(Field::neighbor_count, counts.data(), counts.size() * 4);
        clear_unused_entries({words, counts}, extents_);
    }
    return words;
}

void RecordingBackend::record_array(Field field) {
    Words words = read(field);
    writer_->array(field, words);
    mirror_->set(field, std::move(words));
}

void RecordingBackend::run(const ComparedPass& pass) {
    if (!writer_) {
        mirror_->forget(pass.writes | pass.ignored);
        return pass.run_on(*own_);
    }
    // Most inputs follow from what was recorded before; those that do not are recorded now.
    for_each_field(pass.inputs, [&](Field field) {
        if (!mirror_->knows(field)) record_array(field);
    });
    // Elements that a pass leaves as they were are then the same on every device.
    for_each_field(pass.writes, [&](Field field) {
        if (!mirror_->knows(field)) fill(field, extents_.counts_vary() ? 0 : kGarbage);
    });
    pass.run_on(*own_);
    writer_->run(pass);
    std::vector<std::pair<Field, Words>> written;
    for_each_field(pass.writes, [&](Field field) {
        written.emplace_back(field, read(field));
        writer_->output(field, written.back().second, mirror_->expectation(pass.name, field));
    });
    for (auto& [field, words] : written) mirror_->set(field, std::move(words));
}

}  // namespace undine
