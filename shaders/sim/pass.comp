// GLSL entry point of every shared pass body: one invocation an element of the dispatched range. Built for each PASS line
// of passes.def behind the preamble of src/gpu/shader_source.cpp, which defines PASS_BODY and, by stage, DENSITY_STAGE.
void main() {
    if (gl_GlobalInvocationID.x >= dispatch.count) return;
#ifdef DENSITY_STAGE
    if (solver_state[0] != 0u) return;
#endif
    params = params_block;
    PASS_BODY(dispatch.first + gl_GlobalInvocationID.x);
}
