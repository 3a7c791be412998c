// Panoramas: Radiance pictures written byte by byte read back exactly; anything else is refused in one sentence.
#include "io/hdr.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;
using testing::TemporaryDirectory;

// A texel's mantissas and common exponent.
struct Rgbe {
    unsigned char r, g, b, e;
    glm::vec3 radiance() const { return glm::vec3(r, g, b) * std::ldexp(1.0f, int(e) - 136); }
    std::string bytes() const { return {char(r), char(g), char(b), char(e)}; }
};

std::string header(uint32_t width, uint32_t height) {
    return "#?RADIANCE\n# a comment\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1.0\n\n-Y " + std::to_string(height) + " +X " +
           std::to_string(width) + "\n";
}

// Each other than its neighbours, dark to bright.
Rgbe texel(uint32_t k) {
    return {static_cast<unsigned char>(128 + k % 100), static_cast<unsigned char>(3 * k % 256),
            static_cast<unsigned char>(k), static_cast<unsigned char>(120 + k % 20)};
}

std::string flat(uint32_t width, uint32_t height) {
    std::string bytes = header(width, height);
    for (uint32_t k = 0; k < width * height; ++k) bytes += texel(k).bytes();
    return bytes;
}

// Rows of one texel each, as runs of 127 and the rest, and as literal bytes in every other row.
std::string run_length_encoded(uint32_t width, uint32_t height) {
    std::string bytes = header(width, height);
    for (uint32_t y = 0; y < height; ++y) {
        bytes += {2, 2, char(width >> 8), char(width & 255)};
        for (const char channel : texel(y).bytes())
            for (uint32_t x = 0; x < width;) {
                const uint32_t run = std::min(width - x, 127u);
                if (y % 2) bytes += char(run) + std::string(run, channel);
                else bytes += {char(128 + run), channel};
                x += run;
            }
    }
    return bytes;
}

class Hdr : public ::testing::Test {
  protected:
    Panorama read(const std::string& bytes) { return read_panorama(directory_.file("sky.hdr", bytes)); }
    // The sentence, which names the file.
    std::string refused(const std::string& bytes) {
        const std::string file = directory_.file("sky.hdr", bytes);
        const std::string sentence = sentence_of([&] { read_panorama(file); }, Exit::bad_input);
        EXPECT_TRUE(sentence.starts_with(file + ": ")) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        return sentence.substr(std::min(sentence.size(), file.size()));
    }
    TemporaryDirectory directory_;
};

TEST_F(Hdr, ReadsEveryTexelOfAFlatOne) {
    for (const uint32_t height : {2u, 8u}) {  // encoded ones are at least 8 wide
        const Panorama p = read(flat(2 * height, height));
        ASSERT_EQ(p.width, 2 * height);
        ASSERT_EQ(p.height, height);
        ASSERT_EQ(p.radiance.size(), 2 * height * height);
        for (uint32_t k = 0; k < p.radiance.size(); ++k) EXPECT_EQ(p.radiance[k], texel(k).radiance()) << k;
    }
}

TEST_F(Hdr, ReadsRunsAndLiteralBytes) {
    const Panorama p = read(run_length_encoded(300, 150));
    ASSERT_EQ(p.radiance.size(), 300u * 150);
    for (uint32_t k = 0; k < p.radiance.size(); ++k) ASSERT_EQ(p.radiance[k], texel(k / 300).radiance()) << k;
}

TEST_F(Hdr, KeepsASun) {
    std::string bytes = header(8, 4);
    const Rgbe sky{128, 128, 128, 128}, sun{255, 250, 240, 144};
    for (int k = 0; k < 32; ++k) bytes += (k == 11 ? sun : sky).bytes();
    const Panorama p = read(bytes);
    EXPECT_EQ(p.radiance[11], glm::vec3(255, 250, 240) * 256.0f);
    EXPECT_EQ(p.radiance[12], glm::vec3(0.5f));
}

TEST_F(Hdr, RefusesWhatIsNoPanorama) {
    EXPECT_NE(refused("\x89PNG\r\n\x1a\n").find("not a Radiance picture"), std::string::npos);
    EXPECT_NE(refused("").find("is empty; expected an equirectangular Radiance picture"), std::string::npos);
    EXPECT_NE(refused("#?RADIANCE\n\nno size\n").find("not a Radiance picture"), std::string::npos);
    for (const auto& [width, height] : {std::pair(8u, 8u), {4u, 8u}, {9u, 4u}, {2u, 1u}}) {
        const std::string sentence = refused(flat(width, height));
        EXPECT_NE(sentence.find(std::to_string(width) + " x " + std::to_string(height)), std::string::npos) << sentence;
        EXPECT_NE(sentence.find("twice as wide as high"), std::string::npos) << sentence;
    }
    EXPECT_NE(refused(header(32768, 16384)).find("at most 16384"), std::string::npos);
    EXPECT_NE(refused("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y -4 +X -8\n").find("expected"), std::string::npos);

    const std::string missing = (directory_.path() / "none.hdr").string();
    const std::string sentence = sentence_of([&] { read_panorama(missing); }, Exit::bad_input);
    EXPECT_TRUE(sentence.starts_with(missing + ": ")) << sentence;
    EXPECT_NE(sentence_of([&] { read_panorama(directory_.path()); }, Exit::bad_input).find("Radiance"),
              std::string::npos);
}

// stb_image never ends where a run has no length, and takes a size from where no line of ours is.
TEST_F(Hdr, RefusesSizesThatTheFileCannotHoldAtOnce) {
    const std::string format = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n", few(60, '\0');
    EXPECT_NE(refused(format + "\n-Y 8192 +X 16384\n" + few).find("damaged"), std::string::npos);
    EXPECT_NE(refused(format + "\n-Y 8192 +X 16384\n\x02\x02\x40" + few).find("damaged"), std::string::npos);
    const std::string null_line = format + std::string("\0\n", 2) + "-Y 8192 +X 16384\n\n\n-Y 2 +X 4\n" + few;
    EXPECT_NE(refused(null_line).find("not a Radiance picture"), std::string::npos) << "stb_image's header ends there";
    const std::string long_line = format + "#" + std::string(1022, 'x') + "\n\n-Y 2 +X 4\n" + few;
    EXPECT_NE(refused(long_line).find("not a Radiance picture"), std::string::npos) << "longer than stb_image's buffer";
    for (const char* size : {"-Y -2147483646 +X 4", "-Y 2147483650 +X 4", "-Y 9223372036854775807 +X -2", "-Y 2 +X 4 ",
                             "-Y  2 +X 4", "-Y 2 -X 4", "-Y 0x2 +X 4", "+Y 2 +X 4"})
        EXPECT_NE(refused(format + "\n" + size + "\n" + few).find("expected"), std::string::npos) << size;
}

// Wherever it ends.
TEST_F(Hdr, RefusesHalfAFile) {
    for (const std::string& whole : {flat(4, 2), flat(16, 8), run_length_encoded(16, 8)}) {
        read(whole);
        const size_t pixels = whole.find('\n', whole.find("+X")) + 1;
        for (size_t length = pixels; length < whole.size(); ++length) {
            SCOPED_TRACE(length);
            EXPECT_NE(refused(whole.substr(0, length)).find("damaged"), std::string::npos);
        }
    }
}

TEST_F(Hdr, RefusesRunsThatDoNotFitTheirRow) {
    std::string bytes = header(16, 8);
    bytes += {2, 2, 0, 16, char(128 + 17), 1};
    bytes += std::string(1000, 1);
    EXPECT_NE(refused(bytes).find("damaged"), std::string::npos);
    bytes = header(16, 8) + std::string{2, 2, 0, 16, 0} + std::string(1000, 1);  // a run of nothing
    EXPECT_NE(refused(bytes).find("damaged"), std::string::npos);
    bytes = header(16, 8) + std::string{2, 2, 0, 15} + std::string(1000, 1);  // a row of another width
    EXPECT_NE(refused(bytes).find("damaged"), std::string::npos);
}

}  // namespace
}  // namespace undine
