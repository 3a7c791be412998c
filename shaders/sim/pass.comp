// GLSL entry point of every shared pass body: one invocation per element of the dispatched range. Built for each PASS
// line of passes.def, behind the preamble of src/shaderc/shader_source.cpp, which defines PASS_BODY and, depending on
// stage and domain, DENSITY_STAGE and OF_PARTICLES.
void main() {
    if (gl_GlobalInvocationID.x >= dispatch.count) return;
    uint element = dispatch.first + gl_GlobalInvocationID.x;
#ifdef OF_PARTICLES
    if (element >= params_block.particle_count) return;  // the host dispatches for an upper bound
#endif
#ifdef DENSITY_STAGE
    if (solver_state[0] != 0u) return;
#endif
    params = params_block;
    PASS_BODY(element);
}
