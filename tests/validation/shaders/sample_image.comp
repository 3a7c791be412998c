#version 460
// Samples a texture.
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) writeonly buffer Destination { uint destination[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    destination[i] = packUnorm4x8(textureLod(picture, vec2(float(i) / 64.0), 0.0));
}
