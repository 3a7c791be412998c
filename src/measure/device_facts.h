// What a report says about a machine's device besides the backend's name.
#pragma once
#include <string>

namespace undine {

// A fact that the device does not have is empty.
struct DeviceFacts {
    std::string backend;  // as it was named on the command line: "vulkan:llvmpipe"
    std::string name;     // as the backend calls itself: "Vulkan on llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string device, driver, api_version, driver_version, uuid;
};

}  // namespace undine
