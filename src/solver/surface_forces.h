// Surface tension and adhesion in SI units: the factors that [Akinci13]'s forces need for them.
#pragma once

namespace undine {

struct Parameters;

// A(r) of [Akinci13] eq. 7 without its 0.007/h³: the strength of adhesion at r, between h/2 and h.
double adhesion_spline(double q);

struct SurfaceForces {
    double cohesion;      // m/s²: factor of C(q)
    double area_tension;  // m/s²: factor of n_i − n_j
    double adhesion;      // 1/(m² s²), in 2D 1/(m s²): factor of ∫A r̂ over what is solid
};

// For particles of a mass in kg.
SurfaceForces surface_forces(const Parameters& parameters, double particle_mass);

}  // namespace undine
