#version 460
// Writes a storage buffer beside its color.
layout(binding = 0) writeonly buffer Values { uint values[]; };
layout(location = 0) out vec4 color;
void main() {
    values[uint(gl_FragCoord.x)] = 1;
    color = vec4(1.0);
}
