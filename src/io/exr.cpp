#include "io/exr.h"

#include <tinyexr.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "internal_error.h"
#include "platform/staged_file.h"

namespace undine {
namespace {

constexpr size_t kMostChannels = 4;

constexpr char kMagic[] = "\x76\x2f\x31\x01", kMaker[] = "software", kName[] = "Undine";

// The channels as separate images.
std::vector<std::vector<std::byte>> planes_of(std::span<const std::byte> pixels, uint32_t channels, size_t bytes) {
    std::vector<std::vector<std::byte>> planes(channels);
    const size_t count = pixels.size() / (channels * bytes);
    for (uint32_t c = 0; c < channels; ++c) {
        planes[c].resize(count * bytes);
        for (size_t p = 0; p < count; ++p)
            std::memcpy(&planes[c][p * bytes], &pixels[(p * channels + c) * bytes], bytes);
    }
    return planes;
}

}  // namespace

void write_exr(const std::filesystem::path& file, ExrType type, uint32_t channels, uint32_t width, uint32_t height,
               std::span<const std::byte> pixels) {
    const size_t bytes = type == ExrType::half ? 2 : 4;
    UNDINE_CHECK(channels >= 1 && channels <= kMostChannels, "an image has one to four channels");
    UNDINE_CHECK(pixels.size() == size_t{width} * height * channels * bytes, "the pixels are of another size");
    std::vector<std::vector<std::byte>> planes = planes_of(pixels, channels, bytes);

    std::array<EXRChannelInfo, kMostChannels> infos{};
    std::array<unsigned char*, kMostChannels> images{};
    std::array<int, kMostChannels> types;
    types.fill(static_cast<int>(type));
    for (uint32_t c = 0; c < channels; ++c) {  // the file has them in the order of their names
        infos[c].name[0] = channels == 1 ? 'Y' : "ABGR"[kMostChannels - channels + c];
        images[c] = reinterpret_cast<unsigned char*>(planes[channels - 1 - c].data());
    }
    EXRHeader header;
    InitEXRHeader(&header);
    header.num_channels = static_cast<int>(channels);
    header.channels = infos.data();
    header.pixel_types = header.requested_pixel_types = types.data();
    header.compression_type = TINYEXR_COMPRESSIONTYPE_ZIP;
    EXRAttribute maker{};
    std::strcpy(maker.name, kMaker);
    std::strcpy(maker.type, "string");
    std::string name = kName;
    maker.value = reinterpret_cast<unsigned char*>(name.data());
    maker.size = static_cast<int>(name.size());
    header.custom_attributes = &maker;
    header.num_custom_attributes = 1;
    EXRImage image;
    InitEXRImage(&image);
    image.num_channels = static_cast<int>(channels);
    image.images = images.data();
    image.width = static_cast<int>(width);
    image.height = static_cast<int>(height);
    unsigned char* memory = nullptr;
    const char* problem = nullptr;
    const size_t size = SaveEXRImageToMemory(&image, &header, &memory, &problem);
    const std::unique_ptr<unsigned char, decltype(&std::free)> owned(memory, &std::free);
    UNDINE_CHECK(size > 0, problem ? problem : "tinyexr wrote nothing");
    write_file(file, {reinterpret_cast<const char*>(memory), size});
}

bool is_own_exr(const std::filesystem::path& file) {
    std::string start(1024, '\0');  // of the header, in which this program writes few and short attributes
    std::ifstream in(file, std::ios::binary);
    in.read(start.data(), std::streamsize(start.size()));
    start.resize(size_t(in.gcount()));
    const std::string named = std::string(kMaker) + '\0' + "string" + '\0';
    const size_t at = start.find(named);
    return start.starts_with(kMagic) && at != std::string::npos &&
           start.substr(std::min(start.size(), at + named.size() + 4)).starts_with(kName);  // behind its size
}

}  // namespace undine
