#version 460
// Reads and writes through one binding.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Values { uint values[]; };
void main() { values[gl_GlobalInvocationID.x] += 1; }
