// Recordings that are damaged, foreign or hostile are refused in one sentence; none makes a pass leave its arrays.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "recording/layout.h"
#include "recording/recordings.h"
#include "recording/replay.h"
#include "test_backends.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;

class DamagedRecording : public ::testing::Test {
  protected:
    void SetUp() override { record_splash(folder(), make_test_backend("cpu"), 1, small_splash(kSettings)); }

    fs::path folder() const { return directory_.path() / "recording"; }
    fs::path file(const std::string& name) const { return folder() / name; }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(file(name), std::ios::binary) << bytes;
    }
    void play() const {
        std::vector<std::unique_ptr<Backend>> backends;
        backends.push_back(make_test_backend("cpu"));
        replay(folder(), open_recording(folder()), std::move(backends));
    }
    // Refused in one line that begins with the file's name and holds `what`.
    void expect_refused(const std::string& name, const std::string& what) const {
        const std::string sentence = sentence_of([&] { play(); });
        EXPECT_TRUE(sentence.starts_with(file(name).string() + ": ")) << sentence;
        EXPECT_NE(sentence.find(what), std::string::npos) << sentence;
        EXPECT_EQ(std::ranges::count(sentence, '\n'), 0) << sentence;
    }
    // The manifest with one text replaced by another, and checksums that are right.
    void edit_manifest(const std::string& from, const std::string& to) const {
        std::string text = manifest_;
        const size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        write("recording.json", text.replace(at, from.size(), to));
        renew_checksums(folder());
    }

    static constexpr Setting kSettings[] = {{"vorticity", "A"}, {"walls", "particles"}};
    std::string manifest_;

  private:
    TemporaryDirectory directory_;
};

TEST_F(DamagedRecording, AnyByteOfAnyFile) {
    play();
    for (const char* name : {"recording.json", "checksums", "step_2.gz"}) {
        const std::string right = read_file(file(name));
        for (size_t k = 0; k <= 40; ++k) {
            std::string wrong = right;
            wrong[(right.size() - 1) * k / 40] ^= static_cast<char>(1 << k % 8);
            write(name, wrong);
            EXPECT_NE(sentence_of([&] { play(); }), "") << name << " " << k;
        }
        write(name, right);
    }
    play();
}

TEST_F(DamagedRecording, FilesThatEndEarlyOrAreMissing) {
    for (const char* name : {"recording.json", "step_2.gz", "checksums"}) {
        const std::string right = read_file(file(name));
        for (const size_t size : {size_t{0}, size_t{1}, right.size() / 2, right.size() - 1}) {
            write(name, right.substr(0, size));
            EXPECT_NE(sentence_of([&] { play(); }), "") << name << " " << size;
        }
        fs::remove(file(name));
        expect_refused(name, "is missing");
        write(name, right);
    }
    // Truncated inside the stream, though the checksums say so.
    const std::string step = read_file(file("step_2.gz"));
    for (const size_t size : {step.size() / 2, step.size() - 9, step.size() - 1}) {
        write("step_2.gz", step.substr(0, size));
        renew_checksums(folder());
        expect_refused("step_2.gz", "");
    }
    write("step_2.gz", "");
    renew_checksums(folder());
    expect_refused("recording.json", "which its files of 0 bytes cannot hold");
    fs::remove(file("step_2.gz"));
    renew_checksums(folder());
    expect_refused("step_2.gz", "is missing; the manifest names step 2");
    fs::remove_all(folder());
    EXPECT_NE(sentence_of([&] { play(); }).find("is not a recording"), std::string::npos);
}

TEST_F(DamagedRecording, OfAnotherBuild) {
    manifest_ = read_file(file("recording.json"));
    edit_manifest("\"format_version\": 1", "\"format_version\": 2");
    expect_refused("recording.json", "is of format version 2; this build of Undine reads version 1");
    edit_manifest(layout_hash(), "0123456789abcdef");
    expect_refused("recording.json",
                   "has layout 0123456789abcdef, recorded by Undine test; expected this build's, " + layout_hash());
    edit_manifest("undine recording", "another recording");
    expect_refused("recording.json", "is not a recording's manifest");
}

TEST_F(DamagedRecording, HostileManifests) {
    manifest_ = read_file(file("recording.json"));
    const std::string number = std::to_string(open_recording(folder()).extents.particles);
    const std::string count = "\"particles\": " + number;
    struct Case {
        std::string from, to, what;
    };
    const Case cases[] = {
        {count, "\"particles\": 4294967295", "2^29"},
        {count, "\"particles\": -5", "not a whole number"},
        {count, "\"particles\": 1e300", "not a whole number"},
        {count, "\"particles\": 18446744073709551616", "not a whole number"},
        {count, "\"particles\": 0", "expected 1 to"},
        {count, "\"particles\": \"many\"", "not a whole number"},
        {"\"list_capacity\": 56", "\"list_capacity\": 0", "neighbour lists"},
        {"\"list_capacity\": 56", "\"list_capacity\": 4000000000", "neighbour lists"},
        {"\"kernel\": 0", "\"kernel\": 7", "kernel"},
        {"\"method\": \"pbf\"", "\"method\": \"sph\"", "names an unknown method"},
        {"\"dt_s\"", "\"dt\"", "dt_s"},
        {"\"steps\": [\n    2\n  ]", "\"steps\": []", "names no steps"},
        {"\"steps\": [\n    2\n  ]", "\"steps\": [2, 2]", "ascend"},
        {"\"steps\": [\n    2\n  ]", "\"steps\": [0]", "ascend"},
        {"{", "[", "manifest"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.to);
        edit_manifest(c.from, c.to);
        expect_refused("recording.json", c.what);
    }
    // As many particles as there can be, everywhere: 300 GB.
    std::string many = manifest_;
    for (size_t at = 0; (at = many.find(": " + number, at)) != std::string::npos; at += 2)
        many.replace(at + 2, number.size(), "536870000");
    write("recording.json", many);
    renew_checksums(folder());
    expect_refused("recording.json", "cannot hold");
    write("recording.json", std::string(100'000, '['));
    renew_checksums(folder());
    expect_refused("recording.json", "manifest");
    // A name that leads elsewhere.
    write("checksums", "00000000 0 ../recording/recording.json\n");
    expect_refused("checksums", "line 1");
}

// A method's backends have the arrays and programs of its passes alone.
TEST_F(DamagedRecording, PassesOfAnotherMethod) {
    fs::remove_all(folder());
    const Setting settings[] = {{"method", "wcsph"}, {"dt", "0.001"}};
    record_splash(folder(), make_test_backend("cpu"), 1, small_splash(settings));
    play();
    manifest_ = read_file(file("recording.json"));
    edit_manifest("\"method\": \"wcsph\"", "\"method\": \"pbf\"");
    expect_refused("step_2.gz", "runs reorder_velocity, which is not a pass of its method");
}

// Values that passes find memory with, one by one out of range.
TEST_F(DamagedRecording, HostileArraysAndParameters) {
    const fs::path wrong = folder().parent_path() / "wrong";
    auto refuses = [&](const std::function<void(RecordedEvent&)>& edit, const std::string& what) {
        rewrite(folder(), wrong, edit);
        std::vector<std::unique_ptr<Backend>> backends;
        backends.push_back(make_test_backend("cpu"));
        const std::string sentence = sentence_of([&] { replay(wrong, open_recording(wrong), std::move(backends)); });
        EXPECT_NE(sentence.find(what), std::string::npos) << what << " in: " << sentence;
    };
    for (const Field field :
         {Field::cell, Field::cell_start, Field::source, Field::boundary_cell_start, Field::neighbors})
        refuses(
            [&](RecordedEvent& event) {
                for (auto& [of, words] : event.arrays)
                    if (of == field) words[of == Field::neighbors ? 0 : 3] = 0x7fffffff;
            },
            field == Field::neighbors ? "neighbours that are not particles" : std::string(info(field).name));
    refuses([](RecordedEvent& e) { e.params.particle_count += 1; }, "another number of particles");
    refuses([](RecordedEvent& e) { e.params.grid_dims.x = 0; }, "grid");
    refuses([](RecordedEvent& e) { e.params.grid_dims = {1u << 31, 2, 1, 0}; }, "grid");
    refuses([](RecordedEvent& e) { e.params.plane_count = 17; }, "planes or solids");
    refuses([](RecordedEvent& e) { e.params.scorr_n = 4'000'000'000; }, "scorr_n");
    refuses([](RecordedEvent& e) { e.params.wall_table_scale = NAN; }, "finite");
}

// What a machine that has gone wrong leaves: compared, whatever the passes make of it. A NaN was an index once, of a
// wall's table.
TEST_F(DamagedRecording, PositionsThatAreNoNumbersAreCompared) {
    const fs::path walls = folder().parent_path() / "walls", wrong = folder().parent_path() / "wrong";
    record_splash(walls, make_test_backend("cpu"), 1);
    rewrite(walls, wrong, [](RecordedEvent& event) {
        for (auto& [field, words] : event.arrays)
            if (event.kind == EventKind::run && (field == Field::predicted || field == Field::unsorted_predicted))
                for (size_t k = 0; k < words.size(); k += 40) words[k] = 0x7fc00000;
    });
    std::vector<std::unique_ptr<Backend>> backends;
    backends.push_back(make_test_backend("cpu"));
    const LockstepReport report = replay(wrong, open_recording(wrong), std::move(backends));
    const auto found = first_beyond(report);
    ASSERT_TRUE(found && found->difference);
    EXPECT_GT(found->difference->not_finite, 0u);
}

// Bytes flipped inside the stream, with checksums that are right: refused or compared, and in either case alive.
TEST_F(DamagedRecording, FlippedBytesNeverCrash) {
    const std::string right = read_unzipped(file("step_2.gz")), manifest = read_file(file("recording.json"));
    std::minstd_rand random(2026);
    int refused = 0, compared = 0;
    for (int round = 0; round < 120; ++round) {
        std::string wrong = right, text = manifest;
        // Headers more often than numbers: they are few.
        const size_t reach = round % 2 == 0 ? 600 : right.size();
        for (int flips = 0; flips < 1 + round % 4; ++flips)
            wrong[random() % reach] ^= static_cast<char>(1 << random() % 8);
        if (round % 3 == 0) text[random() % text.size()] ^= static_cast<char>(1 << random() % 8);
        write_zipped(file("step_2.gz"), wrong);
        write("recording.json", text);
        renew_checksums(folder());
        try {
            play();
            ++compared;
        } catch (const Error& error) {
            EXPECT_EQ(error.code, Exit::bad_input) << error.what();
            ++refused;
        }
    }
    EXPECT_GT(refused, 20);
    EXPECT_GT(compared, 20);
}

}  // namespace
}  // namespace undine::testing
