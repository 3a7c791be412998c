#version 460
// Atomics, as in the counting sort.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Counts { uint counts[]; };
void main() { atomicAdd(counts[gl_GlobalInvocationID.x % 8], 1); }
