// --size WxH.
#pragma once
#include <cstdint>
#include <string>

namespace undine {

struct PictureSize {
    uint32_t width = 1280, height = 720;  // pixels
};

// Throws Error (usage) unless the text is two whole numbers above 0 with an x between them.
PictureSize read_size(const std::string& text);

}  // namespace undine
