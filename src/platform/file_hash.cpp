#include "platform/file_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "platform/whole_file.h"

namespace undine {
namespace {

std::string digits_of(XXH128_hash_t hash) {
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text;
}

}  // namespace

std::string file_hash(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file, "a file");
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
    XXH3_128bits_reset(state.get());
    std::vector<char> part(size_t{1} << 20);
    while (stream.read(part.data(), std::streamsize(part.size())) || stream.gcount() > 0)
        XXH3_128bits_update(state.get(), part.data(), size_t(stream.gcount()));
    return digits_of(XXH3_128bits_digest(state.get()));
}

std::string text_hash(std::string_view text) { return digits_of(XXH3_128bits(text.data(), text.size())); }

}  // namespace undine
