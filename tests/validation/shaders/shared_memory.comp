#version 460
// Each invocation reads its neighbour's element of shared memory; without the barrier() that is a race.
layout(constant_id = 0) const uint kSynchronize = 0;
layout(local_size_x = 64) in;
layout(binding = 0) buffer Values { uint values[]; };
shared uint exchanged[64];
void main() {
    uint i = gl_LocalInvocationID.x;
    exchanged[i] = values[i];
    if (kSynchronize != 0) barrier();
    values[i] = exchanged[(i + 1) % 64];
}
