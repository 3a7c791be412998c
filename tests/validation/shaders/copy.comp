#version 460
// destination = source, one element an invocation.
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Source { uint source[]; };
layout(binding = 1) writeonly buffer Destination { uint destination[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    destination[i] = source[i];
}
