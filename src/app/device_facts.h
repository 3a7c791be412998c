// The device that a backend runs on, as reports describe it.
#pragma once
#include <string>
#include <vector>

#include "app/machine.h"
#include "measure/device_facts.h"

namespace undine {

// option: the specification from which make_backend() made the backend, on that machine. The CPU backend's driver is
// the compiler.
DeviceFacts device_facts(const std::string& option, const Backend& backend, const Machine& machine);

// The facts of a Vulkan device; `backend` and `name` stay empty.
DeviceFacts vulkan_facts(const DeviceInfo& info);

// The driver's version as its vendor encodes it: NVIDIA in its own way, the others mostly as Vulkan does.
std::string driver_version_text(const DeviceInfo& info);

// The devices of a command that simulates with that backend and draws on that machine: the backend's device, then the
// Vulkan device that draws if another API or another device simulates.
std::vector<DeviceFacts> devices_of(const std::string& option, const Backend& backend, const Machine& machine);

}  // namespace undine
