// Where a backend runs.
#pragma once
#include <string>
#include <vector>

#include "app/machine.h"
#include "measure/device_facts.h"

namespace undine {

// option: what make_backend() made the backend from, on that machine. The CPU's driver is the compiler.
DeviceFacts device_facts(const std::string& option, const Backend& backend, const Machine& machine);

// A Vulkan device by itself; no backend is named.
DeviceFacts vulkan_facts(const DeviceInfo& info);

// As its maker numbers them: NVIDIA in a way of its own, the others mostly as Vulkan does.
std::string driver_version_text(const DeviceInfo& info);

// Of a command that simulates with that backend and draws on that machine: the backend's, and the one that draws where
// Vulkan draws what another API or another device simulates.
std::vector<DeviceFacts> devices_of(const std::string& option, const Backend& backend, const Machine& machine);

}  // namespace undine
