#include "gpu/named_device.h"

#include <cctype>
#include <charconv>
#include <vector>

#include "undine/error.h"

namespace undine {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string without_dashes(std::string text) {
    std::erase(text, '-');
    return text;
}

// "4090" is an index only if a device has that index; otherwise it is part of a name.
std::vector<size_t> matches(std::span<const NamedDevice> devices, std::string_view selection) {
    uint32_t index = 0;
    const char* const end = selection.data() + selection.size();
    const auto [rest, error] = std::from_chars(selection.data(), end, index);
    if (error == std::errc() && rest == end)
        for (size_t d = 0; d < devices.size(); ++d)
            if (devices[d].index == index) return {d};
    std::string wanted = lower(selection);
    if (wanted == "lavapipe") wanted = "llvmpipe";  // the driver's name as Mesa has it, and its device's
    std::string uuid = without_dashes(wanted);
    if (uuid.starts_with("gpu") || uuid.starts_with("mig")) uuid.erase(0, 3);  // as nvidia-smi prints them
    std::vector<size_t> by_uuid, by_name;
    for (size_t d = 0; d < devices.size(); ++d) {
        if (without_dashes(uuid_text(devices[d].uuid)) == uuid) by_uuid.push_back(d);
        if (lower(devices[d].names).find(wanted) != std::string::npos) by_name.push_back(d);
    }
    return by_uuid.empty() ? by_name : by_uuid;
}

}  // namespace

size_t choose_named_device(std::span<const NamedDevice> devices, std::string_view selection, const std::string& kind) {
    const std::vector<size_t> found = matches(devices, selection);
    const std::string quoted = "'" + std::string(selection) + "'";
    if (found.empty())
        throw Error(Exit::no_device, "No " + kind + " is called " + quoted + "; there are:" + listing(devices));
    if (found.size() > 1) {
        std::vector<NamedDevice> several;
        for (size_t d : found) several.push_back(devices[d]);
        throw Error(Exit::no_device,
                    quoted + " means several " + kind + "s; choose one by its index:" + listing(several));
    }
    const NamedDevice& device = devices[found[0]];
    if (!device.problem.empty())
        throw Error(Exit::no_device, device.description + " cannot run Undine: " + device.problem + ".");
    return found[0];
}

std::string listing(std::span<const NamedDevice> devices) {
    std::string text;
    for (const NamedDevice& d : devices)
        text +=
            (text.empty() ? " " : "; ") + d.description + (d.problem.empty() ? "" : " cannot run Undine: " + d.problem);
    return text;
}

std::string uuid_text(const std::array<uint8_t, 16>& uuid) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (size_t b = 0; b < uuid.size(); ++b) {
        if (b == 4 || b == 6 || b == 8 || b == 10) text += '-';
        text += kDigits[uuid[b] >> 4];
        text += kDigits[uuid[b] & 15];
    }
    return text;
}

}  // namespace undine
