#version 460
// Reads a storage image.
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) readonly uniform image2D picture;
layout(binding = 1) writeonly buffer Destination { uint destination[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    destination[i] = packUnorm4x8(imageLoad(picture, ivec2(i % 16, i / 16)));
}
