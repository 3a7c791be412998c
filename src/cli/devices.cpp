// undine devices: what this machine can simulate on, which device Undine chooses, and why others cannot run.
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/device_facts.h"
#include "app/json_report.h"
#include "app/provenance.h"
#include "backends/cpu/instruction_set.h"
#include "backends/cuda/cuda_devices.h"
#include "backends/vulkan/pipeline_statistics.h"
#include "cli/commands.h"
#include "gpu/device_list.h"
#include "gpu/named_device.h"
#include "platform/parallel.h"
#include "platform/staged_file.h"
#include "report/text_table.h"
#include "text/quantity_text.h"
#include "text/text.h"
#include "undine/error.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

constexpr size_t kLongestName = 400;  // of a device with its driver; bytes

ordered_json limits_json(const DeviceInfo& d) {
    const VkPhysicalDeviceLimits& l = d.limits;
    return {{"max_workgroup_invocations", l.maxComputeWorkGroupInvocations},
            {"max_workgroup_count_x", l.maxComputeWorkGroupCount[0]},
            {"max_shared_memory_bytes", l.maxComputeSharedMemorySize},
            {"max_storage_buffer_bytes", l.maxStorageBufferRange},
            {"max_storage_buffers_per_stage", l.maxPerStageDescriptorStorageBuffers},
            {"storage_buffer_alignment_bytes", l.minStorageBufferOffsetAlignment},
            {"max_push_constant_bytes", l.maxPushConstantsSize},
            {"max_buffer_bytes", d.max_buffer_size},
            {"max_allocation_bytes", d.max_allocation_size},
            {"point_size_max", l.pointSizeRange[1]},
            {"subgroup_size", d.subgroup_size}};
}

ordered_json device_json(const DeviceInfo& d, bool chosen) {
    ordered_json heaps = ordered_json::array();
    for (const MemoryHeap& h : d.heaps) heaps.push_back({{"bytes", h.bytes}, {"device_local", h.device_local}});
    return {{"index", d.index},
            {"name", d.name},
            {"type", device_type_name(d.type)},
            {"driver", d.driver_name},
            {"driver_info", d.driver_info},
            {"driver_version", driver_version_text(d)},
            {"api_version", version_text(d.api_version)},
            {"uuid", uuid_text(d.uuid)},
            {"can_run", d.can_run()},
            {"problem", d.problem},
            {"can_draw", d.can_draw},
            {"default", chosen},
            {"heaps", heaps},
            {"limits", limits_json(d)}};
}

void print_device(const DeviceInfo& d, bool chosen) {
    std::printf("vulkan:%s%s\n", printable(describe(d), kLongestName).c_str(), chosen ? "  [default]" : "");
    std::printf("    UUID        %s\n", uuid_text(d.uuid).c_str());
    uint64_t local = 0;
    for (const MemoryHeap& h : d.heaps) local += h.device_local ? h.bytes : 0;
    std::printf("    memory      %s on the device, at most %s bound at once\n", memory_text(local).c_str(),
                memory_text(d.limits.maxStorageBufferRange).c_str());
    std::printf("    workgroups  %s, %s of shared memory, subgroups of %u\n",
                counted(d.limits.maxComputeWorkGroupInvocations, "invocation").c_str(),
                memory_text(d.limits.maxComputeSharedMemorySize).c_str(), d.subgroup_size);
    if (!d.can_run()) std::printf("    cannot run  %s\n", printable(d.problem, kLongestName).c_str());
    else std::printf("    can         %s\n", d.can_draw ? "simulate and draw" : "simulate, but not draw");
}

// Of one device: what to list of it besides, if --pipelines asks for it.
struct Pipelines {
    bool offered = false;
    std::vector<ProgramStatistics> programs;
};

ordered_json pipelines_json(const Pipelines& pipelines) {
    if (!pipelines.offered) return nullptr;
    ordered_json list = ordered_json::object();
    for (const ProgramStatistics& p : pipelines.programs) {
        ordered_json& counts = list[p.program] = ordered_json::object();
        for (const auto& [name, count] : p.counts) counts[name] = count;
    }
    return list;
}

// A table with the driver's own names, numbered where they are too long for a column.
void print_pipelines(const Pipelines& pipelines) {
    if (!pipelines.offered) {
        std::printf("    pipelines   its driver does not say (VK_KHR_pipeline_executable_properties)\n");
        return;
    }
    std::vector<std::string> names;
    for (const ProgramStatistics& p : pipelines.programs)
        for (const auto& [name, count] : p.counts)
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    TextTable::Row header{"program"};
    for (size_t k = 0; k < names.size(); ++k) {
        header.push_back("(" + std::to_string(k + 1) + ")");
        std::printf("    %-11s %s %s\n", k == 0 ? "pipelines" : "", header.back().c_str(),
                    printable(names[k], 60).c_str());
    }
    TextTable table(header, 1);
    for (const ProgramStatistics& p : pipelines.programs) {
        TextTable::Row row{p.program};
        for (const std::string& name : names) {
            const auto at = std::ranges::find(p.counts, name, &std::pair<std::string, uint64_t>::first);
            row.push_back(at == p.counts.end() ? "" : with_commas(at->second));
        }
        table.add(std::move(row));
    }
    std::fputs(table.text("    ").c_str(), stdout);
}

ordered_json cuda_json(const CudaMachine& machine) {
    ordered_json list = ordered_json::array();
    for (const CudaDevice& d : machine.devices)
        list.push_back({{"index", d.index},
                        {"name", d.name},
                        {"uuid", uuid_text(d.uuid)},
                        {"compute_capability", std::to_string(d.major) + "." + std::to_string(d.minor)},
                        {"memory_bytes", d.memory_bytes},
                        {"can_run", d.problem.empty()},
                        {"problem", d.problem}});
    return list;
}

// A version as "13.0"; null if there is no driver or no runtime.
ordered_json version_json(int version) {
    return version > 0 ? ordered_json(cuda_version_text(version)) : ordered_json();
}

void print_cuda(const CudaMachine& machine) {
    for (const CudaDevice& d : machine.devices) {
        std::printf("cuda:%s\n", printable(describe(d), kLongestName).c_str());
        std::printf("    UUID        %s\n", uuid_text(d.uuid).c_str());
        std::printf("    CUDA        driver %s, runtime %s\n", cuda_version_text(machine.driver_version).c_str(),
                    cuda_version_text(machine.runtime_version).c_str());
        if (d.problem.empty()) std::printf("    can         simulate\n");
        else std::printf("    cannot run  %s\n", d.problem.c_str());
    }
    if (!machine.problem.empty()) std::printf("cuda: %s\n", machine.problem.c_str());
}

// Each program's code in a file of its own: "vulkan-0.compute_lambda.0.1.assembly.txt".
void write_code(const std::string& folder, size_t device, const Pipelines& pipelines) {
    for (const ProgramStatistics& p : pipelines.programs)
        for (const auto& [form, text] : p.code) {
            std::string name = form;
            for (char& c : name) c = c >= 'A' && c <= 'Z' ? char(c + 32) : std::isalnum(uint8_t(c)) ? c : '_';
            write_file(std::filesystem::path(folder) /
                           ("vulkan-" + std::to_string(device) + "." + p.program + "." + name + ".txt"),
                       text);
        }
}

// code: the folder for it; empty: none.
void devices(const std::string& json, bool wants_pipelines, const std::string& code) {
    require_json_writable(json);
    if (!code.empty()) {
        require_folder_writable(code);
        std::error_code exists;
        std::filesystem::create_directory(code, exists);
    }
    std::vector<DeviceInfo> found;
    std::string trouble;  // why there is no Vulkan at all; the list still has CUDA devices and the CPU
    std::unique_ptr<Instance> instance;
    try {
        instance = std::make_unique<Instance>();
        found = list_devices(*instance);
        if (found.empty()) trouble = "no Vulkan driver is installed";
    } catch (const Error& e) {
        trouble = e.what();
    }
    size_t chosen = found.size();
    try {
        if (!found.empty()) chosen = choose_device(found, "");
    } catch (const Error&) {  // none can run: each says why below
    }

    ordered_json list = ordered_json::array();
    std::vector<Pipelines> pipelines(found.size());
    for (size_t k = 0; k < found.size(); ++k) {
        list.push_back(device_json(found[k], k == chosen));
        if (!wants_pipelines) continue;
        if (found[k].can_run() && offers_pipeline_statistics(found[k]))
            pipelines[k] = {true, pipeline_statistics(found[k], code.empty() ? WithCode::no : WithCode::yes)};
        if (!code.empty()) write_code(code, k, pipelines[k]);
        list.back()["pipelines"] = pipelines_json(pipelines[k]);
    }
    const CudaMachine cuda = list_cuda_devices();
    write_json(
        json, whole_report("devices", make_provenance({}, {}),
                           {{"vulkan", list},
                            {"vulkan_problem", trouble},
                            {"cuda", cuda_json(cuda)},
                            {"cuda_problem", cuda.problem},
                            {"cuda_driver", version_json(cuda.driver_version)},
                            {"cuda_runtime", version_json(cuda.runtime_version)},
                            {"cpu", {{"threads", machine_threads()}, {"instruction_sets", instruction_set_names()}}}}));
    if (is_standard_output(json)) return;
    for (size_t k = 0; k < found.size(); ++k) {
        print_device(found[k], k == chosen);
        if (wants_pipelines) print_pipelines(pipelines[k]);
    }
    if (!trouble.empty()) std::printf("vulkan: %s\n", trouble.c_str());
    print_cuda(cuda);
    const std::vector<std::string> sets = instruction_set_names();
    std::printf("cpu: %s, with the instructions of %s\n",
                counted(static_cast<uint64_t>(machine_threads()), "thread").c_str(), list_text(sets, "or").c_str());
    if (chosen < found.size())
        std::printf(
            "\nDefault: the first device of the best type that can run (discrete, integrated, virtual, CPU; among "
            "CPUs the one with the widest subgroups).\n");
}

}  // namespace

void add_devices_command(CLI::App& app) {
    auto* command = app.add_subcommand("devices", "List the devices that can simulate, their drivers and limits.");
    auto json = std::make_shared<std::string>();
    command->add_option("--json", *json, "write the list as JSON; - is standard output")->type_name("FILE");
    auto pipelines = std::make_shared<bool>(false);
    command->add_flag("--pipelines", *pipelines,
                      "also what each driver's compiler made of every program of the solver: registers, spills, "
                      "occupancy, instructions, as it names them");
    auto code = std::make_shared<std::string>();
    command
        ->add_option("--code", *code,
                     "with --pipelines: also write every program's code to a folder, as assembly and as the forms "
                     "before it that the compiler offers")
        ->type_name("DIR")
        ->needs("--pipelines");
    command->callback([json, pipelines, code] { devices(*json, *pipelines, *code); });
}

}  // namespace undine
