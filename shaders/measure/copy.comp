// Copies kEach vectors an invocation, for the bandwidth of memory (src/backends/vulkan/device_copy.cpp).
#version 460

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer From { uvec4 from[]; };
layout(set = 0, binding = 1, std430) writeonly buffer To { uvec4 to[]; };

const uint kEach = 8;

void main() {
    uint first = gl_WorkGroupID.x * kEach * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    for (uint k = 0; k < kEach; ++k) {
        uint at = first + k * gl_WorkGroupSize.x;
        to[at] = from[at];
    }
}
