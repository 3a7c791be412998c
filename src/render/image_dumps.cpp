#include "render/image_dumps.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>

#include "gpu/context.h"
#include "internal_error.h"
#include "io/exr.h"
#include "io/npy.h"
#include "io/png.h"
#include "platform/staged_file.h"
#include "render/frame_readback.h"
#include "undine/error.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct FormatFacts {
    VkFormat format;
    const char *name, *numpy;
    uint32_t channels, bytes;  // bytes of a channel; 1: of a colour, or of a share of 255
    ExrType exr;               // unless bytes is 1
};

constexpr FormatFacts kFormats[] = {
    {VK_FORMAT_R8G8B8A8_SRGB, "R8G8B8A8_SRGB", "|u1", 4, 1, {}},
    {VK_FORMAT_R8_UNORM, "R8_UNORM", "|u1", 1, 1, {}},
    {VK_FORMAT_R16G16_SFLOAT, "R16G16_SFLOAT", "<f2", 2, 2, ExrType::half},
    {VK_FORMAT_R16G16B16A16_SFLOAT, "R16G16B16A16_SFLOAT", "<f2", 4, 2, ExrType::half},
    {VK_FORMAT_R32_SFLOAT, "R32_SFLOAT", "<f4", 1, 4, ExrType::float32},
    {VK_FORMAT_R32G32_SFLOAT, "R32G32_SFLOAT", "<f4", 2, 4, ExrType::float32},
    {VK_FORMAT_R32G32B32A32_SFLOAT, "R32G32B32A32_SFLOAT", "<f4", 4, 4, ExrType::float32},
    {VK_FORMAT_D32_SFLOAT, "D32_SFLOAT", "<f4", 1, 4, ExrType::float32},
    {VK_FORMAT_R32_UINT, "R32_UINT", "<u4", 1, 4, ExrType::uint32},
};

const FormatFacts& facts_of(VkFormat format) {
    const auto* found = std::ranges::find(kFormats, format, &FormatFacts::format);
    UNDINE_CHECK(found != std::end(kFormats), "a format that kFormats lacks");
    return *found;
}

struct ImageMeaning {
    const char *image, *meaning;
};

// By the images' names.
constexpr ImageMeaning kMeanings[] = {
    {"picture", "the picture, encoded as sRGB"},
    {"composed",
     "the picture before its edges are smoothed, encoded as sRGB; a: brightness, by which the edges are found"},
    {"environment", "radiance of the sky by direction, linear"},
    {"obstacles",
     "normal of the nearest mesh or boundary particle and its distance along the view, m; of a mesh that has a color, "
     "the normal is longer"},
    {"obstacles, depth", "their reversed depth: near plane's distance / distance along the view"},
    {"mesh shadow", "depth of meshes as the sun sees them, 0 near to 1 far"},
    {"water front",
     "distance of the nearest water along the view, m; 0: none. Coarser, in the upper left part, if the camera is "
     "near"},
    {"water front, depth", "its reversed depth: near plane's distance / distance along the view"},
    {"water front, half smoothed", "the image that the smoothing alternates with, m"},
    {"thickness", "r: water along the view, m; g: optical depth of foam along the view"},
    {"thickness from the sun",
     "r: water along the sun's rays, m; g: that times its depth in the light's view, less a half"},
    {"sun blur",
     "water along the sun's rays, m, and that times its depth less a half, filtered along one axis of the sun's map"},
    {"sun front", "water along the sun's rays, m; depth in the light's view where it begins, 0 … 1: filtered"},
    {"sun bend", "how far the water's surface moves a ray of the sun on the floor, in coordinates of the sun's map"},
    {"water light", "share of the sun's light that passes the water, by colour"},
    {"behind the water", "sky, floor, solids and walls with the water's shadow, linear"},
    {"visible particles", "index + 1 of the particle that is seen; 0: none"},
    {"visible particles, depth", "reversed depth of the spheres: near plane's distance / distance along the view"},
    {"sun map", "depth of the spheres as the sun sees them, 0 near to 1 far"},
    {"sky map", "depth of the spheres from above, 0 near to 1 far"},
    {"floor light", "share of the sky that the floor sees; 255: all of it"},
};

const char* meaning_of(const std::string& name) {
    for (const ImageMeaning& known : kMeanings)
        if (name == known.image) return known.meaning;
    return "";
}

// RGBA.
std::vector<std::byte> gray_pixels(std::span<const std::byte> shares) {
    std::vector<std::byte> pixels;
    for (const std::byte share : shares) pixels.insert(pixels.end(), {share, share, share, std::byte{255}});
    return pixels;
}

template <class Names>
std::string joined(const Names& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::string plain_name(const std::string& name) {
    std::string plain;
    for (const unsigned char c : name) {
        if (std::isalnum(c)) plain += char(std::tolower(c));
        else if (!plain.empty() && plain.back() != '_') plain += '_';
    }
    return plain;
}

ImageDumps::ImageDumps(Context& context, Commands& commands, std::vector<ImageDumpRequest> requests, fs::path folder)
    : context_(context), commands_(commands), requests_(std::move(requests)), folder_(std::move(folder)) {
    if (requests_.empty()) return;
    UNDINE_CHECK(context_.images_copied(), "the images were made before it was known that they are to be dumped");
    require_images();
    commands_.set_after_pass([this](const std::string& pass) { after(pass); });
}

ImageDumps::~ImageDumps() {
    if (!requests_.empty()) commands_.set_after_pass({});
}

void ImageDumps::begin(uint64_t step) { step_ = step; }

void ImageDumps::after(const std::string& name) {
    if (!step_) return;
    const std::string pass = plain_name(name);
    if (!checked_) passes_.insert(pass);
    for (const ImageDumpRequest& request : requests_) {
        if (request.pass != pass || (request.step && *request.step != *step_)) continue;
        for (Image* image : context_.images()) {
            if (plain_name(image->name()) != request.image || image->layout() == VK_IMAGE_LAYOUT_UNDEFINED) continue;
            const FormatFacts& facts = facts_of(image->format());
            const uint64_t bytes = uint64_t{image->width()} * image->height() * facts.channels * facts.bytes;
            Copy& copy = copies_.emplace_back(
                Copy{&request, image,
                     Buffer(context_, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host, "image dump")});
            const ImageUse use = image->use();
            const VkCommandBuffer commands = commands_.get();
            copy_to_host(context_, commands, *image, {{0, 0}, {image->width(), image->height()}}, copy.pixels);
            image->barrier(commands, {use.layout, use.stages, use.access, false});
        }
    }
}

void ImageDumps::end() {
    if (!checked_) require_passes();
    checked_ = true;
    if (!copies_.empty()) commands_.wait();
    for (const Copy& copy : copies_) write(copy);
    copies_.clear();
    step_.reset();
}

void ImageDumps::require_images() const {
    std::set<std::string> names;
    for (const Image* image : context_.images()) names.insert(plain_name(image->name()));
    for (const ImageDumpRequest& request : requests_)
        if (!names.contains(request.image))
            throw Error(Exit::bad_input, "--dump " + request.pass + ":" + request.image +
                                             ": these pictures have no such image; expected one of " + joined(names));
}

void ImageDumps::require_passes() const {
    for (const ImageDumpRequest& request : requests_)
        if (!passes_.contains(request.pass))
            throw Error(Exit::bad_input,
                        "--dump " + request.pass + ":" + request.image +
                            ": neither the solver nor these pictures have such a pass; expected one of "
                            "shaders/sim/passes.def or of " +
                            joined(passes_));
}

void ImageDumps::write(const Copy& copy) const {
    const Image& image = *copy.image;
    const FormatFacts& facts = facts_of(image.format());
    char step[32];
    std::snprintf(step, sizeof step, "step_%06llu", static_cast<unsigned long long>(*step_));
    const fs::path name = folder_ / (std::string(step) + "." + copy.request->pass + "." + copy.request->image);
    const auto file = [&](const char* ending) { return fs::path(name) += ending; };
    const std::span<const std::byte> pixels(static_cast<const std::byte*>(copy.pixels.mapped()), copy.pixels.size());
    std::vector<uint64_t> shape{image.height(), image.width()};
    if (facts.channels > 1) shape.push_back(facts.channels);
    std::error_code ignored;  // writing says what is wrong
    fs::create_directories(folder_, ignored);
    write_npy(file(".npy"), facts.numpy, shape, pixels);
    if (facts.bytes == 1)
        write_png(file(".png"), facts.channels == 1 ? gray_pixels(pixels) : std::vector(pixels.begin(), pixels.end()),
                  image.width(), image.height());
    else write_exr(file(".exr"), facts.exr, facts.channels, image.width(), image.height(), pixels);
    const ordered_json about{{"image", image.name()},
                             {"meaning", meaning_of(image.name())},
                             {"format", facts.name},
                             {"shape", shape},
                             {"after_pass", copy.request->pass},
                             {"step", *step_},
                             {"device", context_.info().name}};
    write_file(file(".json"), about.dump(2) + "\n");
}

}  // namespace undine
