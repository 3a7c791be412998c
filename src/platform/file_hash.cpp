#include "platform/file_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdio>
#include <memory>
#include <vector>

#include "platform/whole_file.h"

namespace undine {

std::string file_hash(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file, "a file");
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
    XXH3_128bits_reset(state.get());
    std::vector<char> part(size_t{1} << 20);
    while (stream.read(part.data(), std::streamsize(part.size())) || stream.gcount() > 0)
        XXH3_128bits_update(state.get(), part.data(), size_t(stream.gcount()));
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text;
}

}  // namespace undine
