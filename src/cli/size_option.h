// --size WxH.
#pragma once
#include <cstdint>
#include <string>

namespace undine {

// Throws Error (usage) unless the text is two whole numbers above 0 with an x between them.
void read_size(const std::string& text, uint32_t& width, uint32_t& height);

}  // namespace undine
