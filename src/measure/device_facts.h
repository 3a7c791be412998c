// What a report says of a machine's device beyond the name that its backend has.
#pragma once
#include <string>

namespace undine {

// Empty where there is no such thing.
struct DeviceFacts {
    std::string backend;  // as it was named on the command line: "vulkan:llvmpipe"
    std::string name;     // as the backend calls itself: "Vulkan on llvmpipe (LLVM 15.0.6, 256 bits)"
    std::string device, driver, api_version, driver_version, uuid;
};

}  // namespace undine
