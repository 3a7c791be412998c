#include "backends/vulkan/pipeline_statistics.h"

#include <volk.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "backends/vulkan/field_store.h"
#include "gpu/check.h"
#include "gpu/embedded_shaders.h"
#include "shaderc/shader_source.h"
#include "solver/pass_table.h"

namespace undine {
namespace {

constexpr const char* kExtension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;

using Counts = std::vector<std::pair<std::string, uint64_t>>;

void add(Counts& sums, const char* name, uint64_t count) {
    if (const std::string_view n = name; n.ends_with("hash") || n.ends_with("Hash")) return;  // a name, not a figure
    auto at = std::ranges::find(sums, name, &Counts::value_type::first);
    if (at == sums.end()) at = sums.insert(at, {name, 0});
    at->second += count;
}

class StatisticsDevice {
  public:
    StatisticsDevice(const DeviceInfo& info, WithCode with_code) : with_code_(with_code) {
        VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR statistics{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR};
        statistics.pipelineExecutableInfo = VK_TRUE;
        const float priority = 1;
        VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
        queue.queueFamilyIndex = info.queue_family;
        queue.queueCount = 1;
        queue.pQueuePriorities = &priority;
        VkDeviceCreateInfo create{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &statistics};
        create.queueCreateInfoCount = 1;
        create.pQueueCreateInfos = &queue;
        create.enabledExtensionCount = 1;
        create.ppEnabledExtensionNames = &kExtension;
        UNDINE_VK(vkCreateDevice(info.handle, &create, nullptr, &device_));
        volkLoadDeviceTable(&vk_, device_);
    }
    ~StatisticsDevice() { vk_.vkDestroyDevice(device_, nullptr); }
    StatisticsDevice(const StatisticsDevice&) = delete;

    ProgramStatistics statistics_of(std::string program, const PassShader& shader) const {
        const VkDescriptorSetLayout set = make_set_layout(shader);
        const VkPushConstantRange push{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(DispatchRange)};
        VkPipelineLayoutCreateInfo layout_info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        layout_info.setLayoutCount = 1;
        layout_info.pSetLayouts = &set;
        layout_info.pushConstantRangeCount = 1;
        layout_info.pPushConstantRanges = &push;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        UNDINE_VK(vk_.vkCreatePipelineLayout(device_, &layout_info, nullptr, &layout));
        const VkPipeline pipeline = make_pipeline(shader, layout);
        ProgramStatistics statistics{std::move(program), {}, {}};
        ask(pipeline, statistics);
        vk_.vkDestroyPipeline(device_, pipeline, nullptr);
        vk_.vkDestroyPipelineLayout(device_, layout, nullptr);
        vk_.vkDestroyDescriptorSetLayout(device_, set, nullptr);
        return statistics;
    }

  private:
    // As PassPrograms binds them.
    VkDescriptorSetLayout make_set_layout(const PassShader& shader) const {
        std::vector<VkDescriptorSetLayoutBinding> bindings{
            {kParamsBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
        for (uint32_t f = 0; f < kFieldCount; ++f)
            if (shader.pass->bound(shader.variant.neighbors).contains(Field(f)))
                bindings.push_back(
                    {binding_of(Field(f)), descriptor_type(Field(f)), 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
        VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        info.bindingCount = static_cast<uint32_t>(bindings.size());
        info.pBindings = bindings.data();
        VkDescriptorSetLayout layout = VK_NULL_HANDLE;
        UNDINE_VK(vk_.vkCreateDescriptorSetLayout(device_, &info, nullptr, &layout));
        return layout;
    }

    VkPipeline make_pipeline(const PassShader& shader, VkPipelineLayout layout) const {
        const std::span<const uint32_t> spirv = embedded_spirv(shader_name(shader));
        VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        module_info.codeSize = spirv.size_bytes();
        module_info.pCode = spirv.data();
        VkShaderModule module = VK_NULL_HANDLE;
        UNDINE_VK(vk_.vkCreateShaderModule(device_, &module_info, nullptr, &module));
        const VkSpecializationMapEntry entry{kWorkgroupConstant, 0, sizeof kWorkgroupSize};
        const VkSpecializationInfo constants{1, &entry, sizeof kWorkgroupSize, &kWorkgroupSize};
        VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
        info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
        if (with_code_ == WithCode::yes) info.flags |= VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
        info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.module = module;
        info.stage.pName = "main";
        info.stage.pSpecializationInfo = shader.pass->shared_body ? &constants : nullptr;
        info.layout = layout;
        VkPipeline pipeline = VK_NULL_HANDLE;
        UNDINE_VK(vk_.vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
        vk_.vkDestroyShaderModule(device_, module, nullptr);
        return pipeline;
    }

    void ask(VkPipeline pipeline, ProgramStatistics& program) const {
        VkPipelineInfoKHR info{VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR};
        info.pipeline = pipeline;
        uint32_t executables = 0;
        UNDINE_VK(vk_.vkGetPipelineExecutablePropertiesKHR(device_, &info, &executables, nullptr));
        for (uint32_t e = 0; e < executables; ++e) {
            VkPipelineExecutableInfoKHR executable{VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR};
            executable.pipeline = pipeline;
            executable.executableIndex = e;
            uint32_t count = 0;
            UNDINE_VK(vk_.vkGetPipelineExecutableStatisticsKHR(device_, &executable, &count, nullptr));
            std::vector<VkPipelineExecutableStatisticKHR> all(count,
                                                              {VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR});
            UNDINE_VK(vk_.vkGetPipelineExecutableStatisticsKHR(device_, &executable, &count, all.data()));
            for (const auto& s : all)
                if (s.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR)
                    add(program.counts, s.name, s.value.u64);
            if (with_code_ == WithCode::yes) ask_for_code(executable, program);
        }
    }

    void ask_for_code(const VkPipelineExecutableInfoKHR& executable, ProgramStatistics& program) const {
        const auto get = vk_.vkGetPipelineExecutableInternalRepresentationsKHR;
        uint32_t count = 0;
        UNDINE_VK(get(device_, &executable, &count, nullptr));
        std::vector<VkPipelineExecutableInternalRepresentationKHR> forms(
            count, {VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR});
        UNDINE_VK(get(device_, &executable, &count, forms.data()));  // their sizes
        std::vector<std::string> texts(count);
        for (uint32_t k = 0; k < count; ++k) {
            texts[k].resize(forms[k].dataSize);
            forms[k].pData = texts[k].data();
        }
        UNDINE_VK(get(device_, &executable, &count, forms.data()));
        for (uint32_t k = 0; k < count; ++k) {
            if (!forms[k].isText) continue;
            texts[k].resize(std::strlen(texts[k].c_str()));  // its size counts the end
            program.code.emplace_back(forms[k].name, std::move(texts[k]));
        }
    }

    VkDevice device_ = VK_NULL_HANDLE;
    VolkDeviceTable vk_{};
    WithCode with_code_;
};

}  // namespace

bool offers_pipeline_statistics(const DeviceInfo& device) { return has_extension(device.handle, kExtension); }

std::vector<ProgramStatistics> pipeline_statistics(const DeviceInfo& info, WithCode with_code) {
    const StatisticsDevice device(info, with_code);
    std::vector<ProgramStatistics> programs;
    for (const EmbeddedShader& shader : embedded_shaders())
        if (const PassShader pass = find_pass_shader(shader.name); pass.pass)
            programs.push_back(device.statistics_of(std::string(shader.name), pass));
    return programs;
}

}  // namespace undine
