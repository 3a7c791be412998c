// Writing PLY files: round trips to the bit, and nothing half-written.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale>
#include <random>

#include "io/ply.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;
using testing::TemporaryDirectory;

// Bit patterns of every kind of finite float: zeros, subnormals, extremes.
ParticleState random_state(size_t count) {
    std::mt19937 random(7);
    const auto number = [&] {
        for (;;) {
            const float value = std::bit_cast<float>(static_cast<uint32_t>(random()));
            if (std::isfinite(value)) return value;
        }
    };
    ParticleState state;
    state.resize(count);
    for (size_t i = 0; i < count; ++i) {
        state.position[i] = {number(), number(), number()};
        state.velocity[i] = {number(), number(), number()};
        state.density[i] = number();
        state.lambda[i] = number();
        state.id[i] = static_cast<uint32_t>(i) * 7 + 3;
    }
    state.position[0] = {-0.0f, std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max()};
    state.id[count - 1] = std::numeric_limits<uint32_t>::max();
    return state;
}

template <typename T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

void expect_same_bits(const ParticleState& a, const ParticleState& b) {
    EXPECT_TRUE(same_bits(a.position, b.position));
    EXPECT_TRUE(same_bits(a.velocity, b.velocity));
    EXPECT_TRUE(same_bits(a.density, b.density));
    EXPECT_TRUE(same_bits(a.lambda, b.lambda));
    EXPECT_TRUE(same_bits(a.id, b.id));
}

TEST(PlyWriting, TheTimeTravelsWithTheState) {
    const TemporaryDirectory directory;
    const std::string path = (directory.path() / "a.ply").string();
    const StateTime time{1.0 / 3, 72};
    for (const PlyFormat format : {PlyFormat::binary, PlyFormat::ascii}) {
        write_particles(path, random_state(3), format, time);
        StateTime read;
        (void)read_particles(path, &read);
        EXPECT_EQ(read, time) << "to the last bit";
    }
    write_particles(path, random_state(3));
    EXPECT_EQ(testing::read_file(path).find("comment time"), std::string::npos) << "a start has none";
    StateTime none{1, 1};
    (void)read_particles(path, &none);
    EXPECT_EQ(none, StateTime{});
}

TEST(PlyWriting, FurtherCommentsDisturbNoReader) {
    const TemporaryDirectory directory;
    const std::string path = (directory.path() / "a.ply").string();
    const std::vector<std::string> comments{"solid 1 center 1 2 3 quaternion 1 0 0 0", "solid 2 center 0.1 0 0"};
    const ParticleState state = random_state(3);
    const StateTime time{0.5, 7, 9};
    for (const PlyFormat format : {PlyFormat::binary, PlyFormat::ascii}) {
        write_particles(path, state, format, time, {}, comments);
        const std::string text = testing::read_file(path);
        EXPECT_NE(text.find("\ncomment " + comments[0] + "\ncomment " + comments[1] + "\nelement "), std::string::npos);
        StateTime read;
        expect_same_bits(read_particles(path, &read), state);
        EXPECT_EQ(read, time);
    }
}

TEST(PlyWriting, RoundTripKeepsEveryBitInBothFormats) {
    const TemporaryDirectory directory;
    const ParticleState state = random_state(1234);
    for (const PlyFormat format : {PlyFormat::binary, PlyFormat::ascii}) {
        const std::string path = (directory.path() / "a.ply").string();
        write_particles(path, state, format);
        expect_same_bits(read_particles(path), state);
        EXPECT_EQ(directory.entries(), 1u) << "an unfinished file was left behind";
    }
}

TEST(PlyWriting, WritesInTheOrderOfTheIds) {
    const TemporaryDirectory directory;
    ParticleState state = random_state(3);
    state.id = {30, 10, 20};
    const std::string path = (directory.path() / "a.ply").string();
    write_particles(path, state);
    const ParticleState read = read_particles(path);
    EXPECT_EQ(read.id, (std::vector<uint32_t>{10, 20, 30}));
    EXPECT_EQ(read.density[2], state.density[0]);
}

TEST(PlyWriting, AsciiIsAsDocumented) {
    const TemporaryDirectory directory;
    ParticleState state;
    state.resize(1);
    state.position[0] = {0.1f, -2, 3e-10f};
    state.density[0] = 1000;
    const std::string path = (directory.path() / "a.ply").string();
    write_particles(path, state, PlyFormat::ascii);
    EXPECT_EQ(testing::read_file(path),
              "ply\nformat ascii 1.0\ncomment SI units: m, m/s, kg/m^3, m^2\nelement vertex 1\nproperty float x\n"
              "property float y\nproperty float z\nproperty float vx\nproperty float vy\nproperty float vz\n"
              "property float density\nproperty float lambda\nproperty uint id\nend_header\n"
              "0.1 -2 3e-10 0 0 0 1000 0 0\n");
}

TEST(PlyWriting, MoreColumnsStandBesideTheirParticles) {
    const TemporaryDirectory directory;
    ParticleState state = random_state(2);
    state.id = {8, 5};
    state.pressure = {9810, 0.5f};
    const std::vector<glm::vec3> vorticity{{1, 2, 3}, {4, 5, 6}};
    const std::string path = (directory.path() / "a.ply").string();
    write_particles(path, state, PlyFormat::ascii, {}, {true, vorticity});
    const std::string text = testing::read_file(path);
    EXPECT_NE(text.find("property float lambda\nproperty float pressure\nproperty float wx\nproperty float wy\n"
                        "property float wz\nproperty uint id\n"),
              std::string::npos);
    EXPECT_NE(text.find(" 0.5 4 5 6 5\n"), std::string::npos) << "the first by its id";
    EXPECT_TRUE(text.ends_with(" 9810 1 2 3 8\n"));
    EXPECT_EQ(read_particles(path).pressure, (std::vector<float>{0.5f, 9810})) << "in the order of the ids";
}

struct CommaPoint : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(PlyWriting, LocaleChangesNothing) {
    const TemporaryDirectory directory;
    const std::string path = (directory.path() / "a.ply").string();
    const ParticleState state = random_state(2000);
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPoint));
    write_particles(path, state, PlyFormat::ascii);
    const ParticleState read = read_particles(path);
    std::locale::global(before);
    expect_same_bits(read, state);
}

TEST(PlyWriting, EveryTruncationIsRefused) {
    const TemporaryDirectory directory;
    const auto expect_refused = [&](const std::string& text) {
        const std::string path = directory.file("b.ply", text);
        EXPECT_TRUE(sentence_of([&] { (void)read_particles(path); }).starts_with(path + ":")) << text.size();
    };
    for (const PlyFormat format : {PlyFormat::binary, PlyFormat::ascii}) {
        const std::string path = (directory.path() / "a.ply").string();
        write_particles(path, random_state(3), format);
        const std::string whole = testing::read_file(path);
        // Ascii without its last line break is whole, and without the last digits another number.
        const size_t end = format == PlyFormat::binary ? whole.size() : whole.rfind(' ') + 1;
        for (size_t length = 0; length < end; ++length) expect_refused(whole.substr(0, length));
        expect_refused(whole + "1");
    }
}

TEST(PlyWriting, AFailedWriteLeavesWhatWasThere) {
    const TemporaryDirectory directory;
    const ParticleState state = random_state(2);
    const std::string nowhere = (directory.path() / "no" / "a.ply").string(), folder = directory.path().string();
    EXPECT_EQ(sentence_of([&] { write_particles(nowhere, state); }),
              nowhere + ": cannot be written (No such file or directory)");
    EXPECT_EQ(sentence_of([&] { write_particles(folder, state); }),
              folder + ": is a directory; expected the name of a file");
    EXPECT_EQ(directory.entries(), 0u);
}

}  // namespace
}  // namespace undine
