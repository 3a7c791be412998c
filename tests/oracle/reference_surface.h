// The independent oracle's forces at the surface: surface tension and adhesion [Akinci13] from their equations, in SI
// units by integrals of its own, and drag. Includes nothing from src/.
#pragma once
#include "oracle/reference_solver.h"

namespace undine::reference {

// The three forces' factors, by quadrature.
struct SurfaceFactors {
    double cohesion;      // c [m/s^2] of c C(q), C without its 32/(pi h^3)
    double area_tension;  // a [m/s^2] of a (1 - q^2) (n_i - n_j)
    double adhesion;      // b [1/(m^2 s^2)] of b times the integral of A over what is solid, A without its 0.007/h^3
};
SurfaceFactors surface_factors(const Parameters& parameters);

// Of the half space beyond a plane at distance |s|: the integral of A(r) cos(theta) [m^3, in 2D m^2].
double half_space_adhesion(const Parameters& parameters, double s);

// n_i = h sum m/rho_j grad W_ij.
std::vector<Vec3> surface_normals(const Parameters& parameters, const Neighbours& neighbours,
                                  const std::vector<Vec3>& position, const std::vector<double>& density);

// v += dt (surface tension + adhesion), then the drag, from the densities in `particles`.
void apply_surface_forces(const Parameters& parameters, const Neighbours& neighbours, const Boundary& boundary,
                          const std::vector<Vec3>& position, Particles& particles);

}  // namespace undine::reference
