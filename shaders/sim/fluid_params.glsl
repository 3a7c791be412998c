// What pass bodies read as `params`: the scene's parameters (src/scene/parameters.def has their ranges and defaults)
// in the units that the equations use. Shared by GLSL (std140), C++ and CUDA: vec4 first, then 4-byte scalars.
// Computed in one place, src/solver/fluid_params.cpp.
#ifndef PBF_FLUID_PARAMS
#define PBF_FLUID_PARAMS

#define PBF_MAX_PLANES 16
#define PBF_WALL_SAMPLES 2048u  // straight lines between 512 cost 2e-5 of the velocity, between these 3e-6

#define PBF_KERNEL_POLY6_SPIKY 0u
#define PBF_KERNEL_CUBIC_SPLINE 1u
#define PBF_NEIGHBORS_LIST 0u
#define PBF_NEIGHBORS_GRID 1u

struct PBF_ALIGN16 FluidParams {
    vec4 acceleration;           // m/s²: gravity · buoyancy + external
    vec4 grid_origin;            // m; w: 1 / cell edge, 1/m
    uvec4 grid_dims;             // cells per axis; w: 1 = indices wrap around (hashed), 0 = clamped to the edge (dense)
    vec4 pull_target;            // m: T
    vec4 pull_velocity;          // m/s: u
    vec4 planes[PBF_MAX_PLANES]; // n (unit, into the fluid), o: signed distance n·x − o, m

    float dt;                    // s, one substep
    float inv_dt;                // 1/s; 0 where dt is 0 (a measurement, not a step)
    float support_radius;        // m: h
    float support_radius_sq;     // m²

    float particle_mass;         // kg (kg in 2D too: rest_density is per area there)
    float rest_density;          // kg/m³ (kg/m² in 2D): ρ0
    float mass_ratio;            // m³ (m²): m / ρ0
    float inv_rest_density;

    float kernel_scale;          // factor of W:  poly6 1/m⁹ (1/m⁸), cubic spline 1/m³ (1/m²)
    float gradient_scale;        // factor of ∇W: spiky 1/m⁶ (1/m⁵), cubic spline 1/m⁴ (1/m³)
    float self_weight;           // W(0)
    float relaxation;            // 1/m²: ε

    float scorr_k;               // m²: k
    float scorr_inv_weight;      // 1 / W(Δq)
    uint scorr_n;
    uint unilateral;             // 1: C is max(C, 0)

    float density_tolerance;     // mean of max(C, 0); 0: iterations are fixed
    uint min_iterations;
    uint max_iterations;
    float max_speed;             // m/s; 0: no limit

    float vorticity_epsilon;     // m/s: ε_v of the confinement force
    uint vorticity_form;         // 0 off, 1 A, 2 B (method: README of shaders)
    float xsph_c;
    uint cell_count;             // cells of the grid

    uint particle_count;
    uint boundary_count;
    uint plane_count;
    uint wall_density;           // 1: planes add the half-space density

    uint list_capacity;          // neighbours a particle can hold
    uint list_stride;            // particles in one window of the list
    uint dimensions;             // 2 or 3
    float wall_table_scale;      // 1/m: samples per metre of signed distance

    float wall_clearance;        // m: particles are kept this far from planes, half a particle_spacing (plain clamp: 0)
    float pull_inv_radius_sq;    // 1/m²: 1 / R²; 0: no pull
    float pull_rate;             // 1/s: √k of the pull's spring
};

#endif
