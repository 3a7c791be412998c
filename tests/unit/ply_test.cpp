// Reading PLY files: the freedoms of the format, and everything that is refused.
#include "io/ply.h"

#include <gtest/gtest.h>

#include <cstring>

#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;
using testing::TemporaryDirectory;

template <typename T>
std::string bytes_of(T value) {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

const std::string kXyz = "property float x\nproperty float y\nproperty float z\n";

std::string ascii_file(const std::string& elements, const std::string& body) {
    return "ply\nformat ascii 1.0\n" + elements + "end_header\n" + body;
}

// The sentence for a file of this text, without the file's name that opens it.
std::string refusal(const std::string& text, bool boundary = false) {
    const TemporaryDirectory directory;
    const std::string path = directory.file("a.ply", text);
    const std::string sentence = sentence_of([&] {
        if (boundary) {
            (void)read_boundary(path);
        } else {
            (void)read_particles(path);
        }
    });
    EXPECT_TRUE(sentence.starts_with(path + ":")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    return sentence.substr(std::min(sentence.size(), path.size() + 1));
}

TEST(Ply, PropertiesMayComeInAnyOrderAndType) {
    const TemporaryDirectory directory;
    const std::string path =
        directory.file("a.ply",
                       "ply\r\nformat ascii 1.0\r\ncomment made by hand\r\nobj_info -\r\nelement vertex 2\r\n"
                       "property uchar red\r\nproperty double z\r\nproperty float32 y\r\nproperty short x\r\n"
                       "property int id\r\nelement face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n"
                       "255 3.5 +2.5 -1 8\r\n0\t6 5  4 7 \r\n3 0 1 1\r\n");
    const ParticleState state = read_particles(path);
    ASSERT_EQ(state.size(), 2u);
    EXPECT_EQ(state.position[0], glm::vec3(-1, 2.5f, 3.5f));
    EXPECT_EQ(state.position[1], glm::vec3(4, 5, 6));
    EXPECT_EQ(state.id, (std::vector<uint32_t>{8, 7}));
    EXPECT_EQ(state.velocity[1], glm::vec3(0));
    EXPECT_EQ(state.density[1], 0.0f);
}

TEST(Ply, BinaryRecordsMayHoldEveryType) {
    const TemporaryDirectory directory;
    const std::string path =
        directory.file("a.ply",
                       "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty int8 a\nproperty double x\n"
                       "property ushort b\nproperty float y\nproperty int z\nproperty uint16 id\nelement extra 1\n"
                       "property uchar c\nend_header\n" +
                           bytes_of(int8_t{-1}) + bytes_of(1.5) + bytes_of(uint16_t{2}) + bytes_of(2.5f) +
                           bytes_of(int32_t{-3}) + bytes_of(uint16_t{65535}) + "x");
    const ParticleState state = read_particles(path);
    ASSERT_EQ(state.size(), 1u);
    EXPECT_EQ(state.position[0], glm::vec3(1.5f, 2.5f, -3));
    EXPECT_EQ(state.id[0], 65535u);
}

TEST(Ply, BytesMayBeInEitherOrder) {
    const TemporaryDirectory directory;
    const auto swapped = [](std::string bytes) { return std::string(bytes.rbegin(), bytes.rend()); };
    const std::string path = directory.file("a.ply", "ply\nformat binary_big_endian 1.0\nelement vertex 1\n" + kXyz +
                                                         "property ushort id\nend_header\n" + swapped(bytes_of(1.5f)) +
                                                         swapped(bytes_of(2.5f)) + swapped(bytes_of(-3.0f)) +
                                                         swapped(bytes_of(uint16_t{258})));
    const ParticleState state = read_particles(path);
    ASSERT_EQ(state.size(), 1u);
    EXPECT_EQ(state.position[0], glm::vec3(1.5f, 2.5f, -3));
    EXPECT_EQ(state.id[0], 258u);
}

TEST(Ply, MissingPropertiesHaveDefaults) {
    const TemporaryDirectory directory;
    const std::string path =
        directory.file("a.ply", ascii_file("element vertex 2\n" + kXyz + "property float vy\n", "0 0 0 5\n1 1 1 6\n"));
    const ParticleState state = read_particles(path);
    EXPECT_EQ(state.velocity[1], glm::vec3(0, 6, 0));
    EXPECT_EQ(state.id, (std::vector<uint32_t>{0, 1}));
}

TEST(Ply, OnlyACommentOfTheRightFormIsATime) {
    const TemporaryDirectory directory;
    auto time_of = [&](const std::string& comment) {
        StateTime time{9, 9};
        (void)read_particles(directory.file("a.ply", ascii_file(comment + "\nelement vertex 1\n" + kXyz, "0 0 0\n")),
                             &time);
        return time;
    };
    EXPECT_EQ(time_of("comment time 1.25 s after 72 steps"), (StateTime{1.25, 72}));
    for (const char* other : {"comment time flies", "comment time -1 s after 72 steps",
                              "comment time nan s after 72 steps", "comment time 1e999 s after 72 steps",
                              "comment time 1.25 s after -2 steps", "comment time 1.25 s after 72 steps or so",
                              "comment time 1.25x s after 72 steps", "obj_info time 1.25 s after 72 steps", "comment"})
        EXPECT_EQ(time_of(other), StateTime{}) << other;
}

TEST(Ply, BoundaryHasPsiOrNone) {
    const TemporaryDirectory directory;
    const std::string with =
        directory.file("a.ply", ascii_file("element vertex 1\n" + kXyz + "property float psi\n", "1 2 3 0.25\n"));
    EXPECT_EQ(read_boundary(with).psi, std::vector<float>{0.25f});
    const BoundaryState without =
        read_boundary(directory.file("b.ply", ascii_file("element vertex 1\n" + kXyz, "1 2 3\n")));
    EXPECT_EQ(without.position[0], glm::vec3(1, 2, 3));
    EXPECT_TRUE(without.psi.empty());
    EXPECT_EQ(refusal(ascii_file("element vertex 1\n" + kXyz + "property float psi\n", "1 2 3 -1\n"), true),
              " property psi of vertex 0 must not be negative, but is -1");
}

TEST(Ply, WrongHeadersAreRefused) {
    const std::string vertex = "element vertex 1\n" + kXyz;
    EXPECT_EQ(refusal(""), " is empty; expected particles (.ply)");
    EXPECT_EQ(refusal("plyx\n"), " this is not a PLY file: its first line is not 'ply'");
    EXPECT_EQ(refusal(std::string(100'000, 'p')), " a line is longer than 4096 bytes, so this is not a PLY file");
    EXPECT_EQ(refusal("ply\nformat ascii 1.0\n" + vertex), " the header ends without 'end_header'");
    EXPECT_EQ(refusal("ply\nformat binary 1.0\n" + vertex + "end_header\n"),
              " the format must be ascii, binary_little_endian or binary_big_endian, and 1.0");
    EXPECT_EQ(refusal("ply\nformat ascii 2.0\n" + vertex + "end_header\n"),
              " the format must be ascii, binary_little_endian or binary_big_endian, and 1.0");
    EXPECT_EQ(refusal("ply\n" + vertex + "end_header\n1 2 3\n"), " the header has no format");
    EXPECT_EQ(refusal(ascii_file("", "")), " the file must have at least one vertex");
    EXPECT_EQ(refusal(ascii_file("element vertex 0\n" + kXyz, "")), " the file must have at least one vertex");
    EXPECT_EQ(refusal(ascii_file("element face 1\n" + vertex, "")), " element vertex must come first, not face");
    EXPECT_EQ(refusal(ascii_file(vertex + vertex, "")), " element vertex must not appear twice in the header");
    EXPECT_EQ(refusal(ascii_file("property float x\n" + vertex, "")), " a property comes before any element");
    EXPECT_EQ(refusal(ascii_file("element vertex 1\nproperty float x\n", "1\n")), " element vertex has no property y");
    EXPECT_EQ(refusal(ascii_file(vertex + "property float x\n", "")), " element vertex must not have property x twice");
    EXPECT_EQ(refusal(ascii_file(vertex + "property list uchar int a\n", "")),
              " element vertex must not have a list property");
    EXPECT_EQ(refusal(ascii_file(vertex + "property quad a\n", "")),
              " a property line of the header must give a PLY type and a name");
    EXPECT_EQ(refusal(ascii_file("elemental\n", "")), " the header has an unknown keyword 'elemental'");
    EXPECT_EQ(refusal(ascii_file(vertex + "property float id\n", "0 0 0 1\n")),
              " property id must have an integer type");
    std::string long_header, many_properties;
    for (int i = 0; i < 2000; ++i) long_header += "comment\n";
    for (int i = 0; i < 100; ++i) many_properties += "property float p" + std::to_string(i) + "\n";
    EXPECT_EQ(refusal(ascii_file(long_header, "")), " the header must not be longer than 1000 lines");
    EXPECT_EQ(refusal(ascii_file(vertex + many_properties, "")),
              " element vertex must not have more than 64 properties");
}

TEST(Ply, HostileCountsCostNothing) {
    for (const char* format : {"ascii", "binary_little_endian"}) {
        const auto file = [&](const std::string& count) {
            return "ply\nformat " + std::string(format) + " 1.0\nelement vertex " + count + "\n" + kXyz +
                   "end_header\n";
        };
        EXPECT_EQ(refusal(file("4294967295")),
                  " the header declares 4294967295 vertices, and at most 64000000 are allowed");
        for (const char* count : {"-1", "18446744073709551616", "1.5", "many", "0x10", ""}) {
            EXPECT_EQ(refusal(file(count)), " an element line of the header must give a name and a count");
        }
    }
    EXPECT_EQ(refusal(ascii_file("element vertex 64000000\n" + kXyz, "1 2 3\n")),
              " the header declares 64000000 vertices, but the file ends after 1");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement vertex 64000000\n" + kXyz + "end_header\n1234"),
              " the header declares 64000000 vertices, which need 768000000 bytes, but 4 follow");
}

TEST(Ply, LeftOversAreRefused) {
    EXPECT_EQ(refusal(ascii_file("element vertex 1\n" + kXyz, "1 2 3\n4 5 6\n")),
              " after the 1 vertices that the header declares, lines are left over");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement vertex 1\n" + kXyz + "end_header\n" +
                      std::string(13, '\0')),
              " after the 1 vertices that the header declares, 1 bytes are left over");
}

TEST(Ply, WrongNumbersAreRefused) {
    const std::string vertex = "element vertex 2\n" + kXyz + "property uchar id\n";
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 0 1\n0 nan 0 2\n")),
              " property y of vertex 1 must be a finite float, not nan");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 -inf 1\n0 0 0 2\n")),
              " property z of vertex 0 must be a finite float, not -inf");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 0 1\n0 0 0 256\n")),
              "10: property id must be a number that its type can hold, not '256'");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 0 1\n0 zero 0 2\n")),
              "10: property y must be a number that its type can hold, not 'zero'");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0,5 0 1\n0 0 0 2\n")),
              "9: property y must be a number that its type can hold, not '0,5'");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 0 1\n0 0 0\n")), "10: a vertex has 4 values, but this line has 3");
    EXPECT_EQ(refusal(ascii_file(vertex, "0 0 0 1\n0 0 0 1\n")), " the id 1 belongs to more than one particle");
    EXPECT_EQ(refusal(ascii_file("element vertex 1\n" + kXyz + "property int id\n", "0 0 0 -1\n")),
              " property id of vertex 0 must not be negative, but is -1");
    EXPECT_EQ(refusal("ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty double x\nproperty float y\n"
                      "property float z\nend_header\n" +
                      bytes_of(1e300) + std::string(8, '\0')),
              " property x of vertex 0 must be a finite float, not 1e+300");
    EXPECT_EQ(refusal(ascii_file("element vertex 1\n" + kXyz + "property float density\n", "0 0 0 nan\n")),
              " property density of vertex 0 must be a finite float, not nan");
}

TEST(Ply, WhatIsNoFileIsRefused) {
    const TemporaryDirectory directory;
    const std::string missing = (directory.path() / "no.ply").string(), folder = directory.path().string();
    EXPECT_EQ(sentence_of([&] { (void)read_particles(missing); }),
              missing + ": there is no such file; expected particles (.ply)");
    EXPECT_EQ(sentence_of([&] { (void)read_boundary(folder); }), folder + ": is a folder; expected particles (.ply)");
}

}  // namespace
}  // namespace undine
