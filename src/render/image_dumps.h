// Writes images to files as the passes of a picture leave them: for NumPy, and as PNG or OpenEXR.
//
//     dumps.begin(step);
//     renderer.record(commands, camera);    // → copies after the passes that were asked for
//     commands.submit();
//     dumps.end();                          // step_000012.thickness.thickness.npy, .exr and .json
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/image.h"

namespace undine {

struct ImageDumpRequest {
    std::string pass, image;       // with '_' for what is no letter: "water_front", "water_front_depth"
    std::optional<uint64_t> step;  // of the state that the picture shows; empty: of every picture
};

class ImageDumps {
  public:
    // The context's images must be there, and Context::images_copied() when they were made. Files go to `folder`, which
    // the first one creates. Throws Error(bad_input) for an image that there is none of.
    ImageDumps(Context& context, Commands& commands, std::vector<ImageDumpRequest> requests,
               std::filesystem::path folder);
    ~ImageDumps();
    ImageDumps(const ImageDumps&) = delete;
    ImageDumps& operator=(const ImageDumps&) = delete;

    // Around the recording and submission of a picture of the state after that step. end() waits for it if anything is
    // to be written. Throws Error(bad_input) if a file cannot be written, or, at the first picture, if it had no such
    // pass.
    void begin(uint64_t step);
    void end();

  private:
    struct Copy {
        const ImageDumpRequest* request;
        const Image* image;
        Buffer pixels;
    };
    void after(const std::string& pass);
    void require_images() const;
    void require_passes() const;
    void write(const Copy& copy) const;

    Context& context_;
    Commands& commands_;
    std::vector<ImageDumpRequest> requests_;
    std::filesystem::path folder_;
    std::optional<uint64_t> step_;  // of the picture being recorded
    bool checked_ = false;          // whether a picture has all that is asked for
    std::set<std::string> passes_;  // of that picture
    std::vector<Copy> copies_;
};

// Lower case, and '_' for everything between letters and digits: how requests name passes and images.
std::string plain_name(const std::string& name);

}  // namespace undine
