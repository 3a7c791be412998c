// Which device a user means: rules only, no Vulkan calls.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "error.h"
#include "gpu/device_list.h"

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

int rank(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return 0;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return 1;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return 2;
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return 3;
        default:
            return 4;
    }
}

std::string listing(std::span<const DeviceInfo> devices) {
    std::string text;
    for (const DeviceInfo& d : devices)
        text += (text.empty() ? " " : "; ") + describe(d) + (d.can_run() ? "" : " cannot run Undine: " + d.problem);
    return text;
}

std::optional<size_t> default_device(std::span<const DeviceInfo> devices) {
    std::optional<size_t> best;
    for (size_t d = 0; d < devices.size(); ++d)
        if (devices[d].can_run() && (!best || rank(devices[d].type) < rank(devices[*best].type))) best = d;
    return best;
}

std::optional<size_t> by_index(std::span<const DeviceInfo> devices, std::string_view selection) {
    uint32_t index = 0;
    auto [end, error] = std::from_chars(selection.data(), selection.data() + selection.size(), index);
    if (error != std::errc() || end != selection.data() + selection.size()) return std::nullopt;
    for (size_t d = 0; d < devices.size(); ++d)
        if (devices[d].index == index) return d;
    return std::nullopt;  // "4090" is no index but part of a name
}

std::vector<size_t> matches(std::span<const DeviceInfo> devices, std::string_view selection) {
    if (auto index = by_index(devices, selection)) return {*index};
    const std::string wanted = lower(selection);
    std::vector<size_t> by_uuid, by_name;
    for (size_t d = 0; d < devices.size(); ++d) {
        if (without_dashes(uuid_text(devices[d].uuid)) == without_dashes(wanted)) by_uuid.push_back(d);
        if (lower(devices[d].name + "\n" + devices[d].driver_name).find(wanted) != std::string::npos)
            by_name.push_back(d);
    }
    return by_uuid.empty() ? by_name : by_uuid;
}

}  // namespace

size_t choose_device(std::span<const DeviceInfo> devices, std::string_view selection) {
    if (devices.empty()) throw Error(Exit::no_device, "This machine has no Vulkan device.");
    if (selection.empty()) {
        if (auto best = default_device(devices)) return *best;
        throw Error(Exit::no_device, "No Vulkan device of this machine can run Undine:" + listing(devices));
    }
    const std::vector<size_t> found = matches(devices, selection);
    const std::string quoted = "'" + std::string(selection) + "'";
    if (found.empty())
        throw Error(Exit::no_device, "No device is called " + quoted + "; there are:" + listing(devices));
    if (found.size() > 1) {
        std::vector<DeviceInfo> several;
        for (size_t d : found) several.push_back(devices[d]);
        throw Error(Exit::no_device,
                    quoted + " means several devices; choose one by its index:" + listing(several));
    }
    const DeviceInfo& device = devices[found[0]];
    if (!device.can_run())
        throw Error(Exit::no_device, describe(device) + " cannot run Undine: " + device.problem + ".");
    return found[0];
}

const char* device_type_name(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return "discrete GPU";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return "integrated GPU";
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return "virtual GPU";
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return "CPU";
        default:
            return "device of another type";
    }
}

std::string uuid_text(const std::array<uint8_t, VK_UUID_SIZE>& uuid) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (size_t b = 0; b < uuid.size(); ++b) {
        if (b == 4 || b == 6 || b == 8 || b == 10) text += '-';
        text += kDigits[uuid[b] >> 4];
        text += kDigits[uuid[b] & 15];
    }
    return text;
}

std::string version_text(uint32_t v) {
    return std::to_string(VK_API_VERSION_MAJOR(v)) + "." + std::to_string(VK_API_VERSION_MINOR(v)) + "." +
           std::to_string(VK_API_VERSION_PATCH(v));
}

std::string describe(const DeviceInfo& device) {
    std::string driver = device.driver_name + (device.driver_info.empty() ? "" : " " + device.driver_info);
    return std::to_string(device.index) + ": " + device.name + " (" + device_type_name(device.type) +
           (driver.empty() ? "" : ", " + driver) + ", Vulkan " + version_text(device.api_version) + ")";
}

}  // namespace undine
