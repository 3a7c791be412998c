#include "recording/dumping_backend.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "io/npy.h"
#include "measure/compared_pass.h"
#include "platform/staged_file.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kMeanings[] = {
#define FIELD(type, name, extent, lifetime, unit, w_unit, meaning) meaning,
#include "sim/fields.def"
#undef FIELD
};
static_assert(std::size(kMeanings) == kFieldCount);

std::optional<Field> field_named(std::string_view name) {
    for (size_t f = 0; f < kFieldCount; ++f)
        if (kFields[f].name == name) return Field(f);
    return {};
}

std::optional<ComparedPass> pass_named(std::string_view name) {
    for (const ComparedPass& pass : compared_passes())
        if (pass.name == name) return pass;
    return {};
}

std::string names_of_passes() {
    std::string names;
    for (const ComparedPass& pass : compared_passes()) names += (names.empty() ? "" : ", ") + std::string(pass.name);
    return names;
}

uint64_t components(Field field) { return info(field).stride / 4; }

const char* numpy_type(Field field) {
    const std::string_view type = info(field).type;
    return type == "float" || type == "vec4" ? "<f4" : "<u4";
}

}  // namespace

DumpName read_dump_name(const std::string& text) {
    const size_t colon = text.find(':'), at = text.find('@');
    const auto refuse = [&](const std::string& what) {
        throw Error(Exit::usage, "--dump " + printable(text, 200) + ": " + what);
    };
    if (colon == text.npos || (at != text.npos && at < colon)) refuse("expected PASS:ARRAY or PASS:ARRAY@STEP");
    DumpName name{.pass = text.substr(0, colon), .what = text.substr(colon + 1, at == text.npos ? at : at - colon - 1)};
    if (at == text.npos) return name;
    uint64_t step = 0;
    const auto [end, error] = std::from_chars(text.data() + at + 1, text.data() + text.size(), step);
    if (error != std::errc() || end != text.data() + text.size() || step == 0)
        refuse("the step after @ must be a whole number from 1");
    name.step = step;
    return name;
}

bool is_solver_pass(const std::string& pass) { return pass_named(pass).has_value(); }

DumpRequest array_dump_request(const DumpName& name) {
    const std::string asked = "--dump " + printable(name.pass + ":" + name.what, 200) + ": ";
    if (!is_solver_pass(name.pass))
        throw Error(Exit::usage, asked + "there is no such pass; expected one of " + names_of_passes());
    const std::optional<Field> field = field_named(name.what);
    if (!field)
        throw Error(Exit::usage,
                    asked + "there is no array " + printable(name.what, 60) + "; shaders/sim/fields.def lists them");
    return {name.pass, *field, name.step};
}

DumpingBackend::DumpingBackend(std::unique_ptr<Backend> own, std::vector<DumpRequest> requests, fs::path folder)
    : WrappedBackend(std::move(own)), requests_(std::move(requests)), folder_(std::move(folder)) {}

void DumpingBackend::allocate(const Extents& extents, Variant variant) {
    extents_ = extents;
    for (const DumpRequest& r : requests_) {
        if (!extents.passes.contains(pass_named(r.pass)->last))
            throw Error(Exit::bad_input, "--dump " + r.pass + ": this scene never runs that pass");
        const uint64_t stand_in = info(r.field).extent == Extent::particles ? 0 : 1;  // where the scene needs none
        if (element_count(r.field, extents) <= stand_in)
            throw Error(Exit::bad_input,
                        "--dump " + r.pass + ":" + std::string(info(r.field).name) + ": this scene has no such array");
    }
    own_->allocate(extents, variant);
}

void DumpingBackend::run(Pass pass) {
    own_->run(pass);
    ran(compared(pass).name);
}

void DumpingBackend::sort_particles() {
    own_->sort_particles();
    ran(compared_sort().name);
}

void DumpingBackend::check_convergence() {
    own_->check_convergence();
    ran(compared_convergence().name);
}

void DumpingBackend::begin_group(const char* name, uint64_t number) {
    own_->begin_group(name, number);
    groups_.push_back(std::string_view(name) == "measurement");
    if (std::string_view(name) != "step") return;
    step_ = number;
    runs_.clear();
}

void DumpingBackend::end_group() {
    groups_.pop_back();
    own_->end_group();
}

void DumpingBackend::ran(std::string_view pass) {
    if (std::ranges::count(groups_, true) > 0) return;
    bool counted = false;
    for (const DumpRequest& r : requests_) {
        if (r.pass != pass || (r.step && *r.step != step_)) continue;
        if (!std::exchange(counted, true)) ++runs_[r.pass];
        write_dump(r, runs_[r.pass]);
    }
}

void DumpingBackend::write_dump(const DumpRequest& r, uint64_t run) {
    const FieldInfo& of = info(r.field);
    std::vector<std::byte> data(element_count(r.field, extents_) * of.stride);
    own_->download(r.field, data.data(), data.size());
    std::vector<uint64_t> shape{data.size() / of.stride};
    if (of.extent == Extent::particles && extents_.counts_vary()) {
        uint32_t living = 0;
        own_->download(Field::population, &living, sizeof living, POPULATION_LIVING * sizeof(uint32_t));
        shape[0] = std::min<uint64_t>(shape[0], living);
        data.resize(shape[0] * of.stride);
    }
    if (of.extent == Extent::list) shape = {extents_.list_capacity, extents_.particles};
    if (components(r.field) > 1) shape.push_back(components(r.field));

    char step[32];
    std::snprintf(step, sizeof step, "step_%06llu", static_cast<unsigned long long>(step_));
    const std::string name = std::string(step) + "." + r.pass + "." + std::to_string(run) + "." + std::string(of.name);
    std::error_code ignored;  // writing says what is wrong
    fs::create_directories(folder_, ignored);
    write_npy(folder_ / (name + ".npy"), numpy_type(r.field), shape, data);
    const ordered_json about{{"array", of.name},     {"meaning", kMeanings[static_cast<size_t>(r.field)]},
                             {"type", of.type},      {"shape", shape},
                             {"unit", of.unit},      {"w_unit", of.w_unit},
                             {"after_pass", r.pass}, {"run_in_step", run},
                             {"step", step_},        {"backend", own_->name()}};
    write_file(folder_ / (name + ".json"), about.dump(2) + "\n");
}

}  // namespace undine
