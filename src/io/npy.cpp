#include "io/npy.h"

#include "platform/staged_file.h"

namespace undine {

void write_npy(const std::filesystem::path& file, const std::string& type, const std::vector<uint64_t>& shape,
               std::span<const std::byte> data) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    for (const uint64_t n : shape) header += std::to_string(n) + ", ";
    header += "), }";
    // Magic, version, length and header together end at a multiple of 64, with a line feed.
    constexpr size_t kBefore = 10, kAligned = 64;
    header.append(kAligned - 1 - (kBefore + header.size()) % kAligned, ' ');
    header += '\n';
    std::string start("\x93NUMPY\x01\x00", 8);
    start += char(header.size() & 0xFF);
    start += char(header.size() >> 8);
    StagedFile staged(file);
    staged.write(start + header);
    staged.write({reinterpret_cast<const char*>(data.data()), data.size()});
    staged.commit();
}

}  // namespace undine
