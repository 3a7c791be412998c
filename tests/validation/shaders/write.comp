#version 460
// Writes ones: a valid argument list of an indirect dispatch too.
layout(local_size_x = 64) in;
layout(binding = 0) writeonly buffer Values { uint values[]; };
void main() { values[gl_GlobalInvocationID.x] = 1; }
