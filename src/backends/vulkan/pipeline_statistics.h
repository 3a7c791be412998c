// What a driver's compiler says of each program of the solver (VK_KHR_pipeline_executable_properties): registers,
// spills, occupancy, instructions, and the code itself, under the driver's own names.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gpu/device_list.h"

namespace undine {

struct ProgramStatistics {
    std::string program;                                    // "compute_lambda.0.1": shader_name()
    std::vector<std::pair<std::string, uint64_t>> counts;   // in the driver's order; summed over its executables
    std::vector<std::pair<std::string, std::string>> code;  // "Assembly" and forms before it; empty if not asked for
};

enum class WithCode { no, yes };  // some drivers keep whole programs as text for it

bool offers_pipeline_statistics(const DeviceInfo& device);

// Makes every pipeline on a device of its own and submits nothing, so that Mesa's AMD driver answers without hardware
// (RADV_FORCE_FAMILY=navi21). Throws Error if the device cannot be opened.
std::vector<ProgramStatistics> pipeline_statistics(const DeviceInfo& device, WithCode with_code);

}  // namespace undine
