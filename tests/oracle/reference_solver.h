// The independent oracle: one Position Based Fluids step ([MM13] Algorithm 1) in double precision over all pairs,
// written from the equations. It shares no source with shaders/sim and includes nothing from src/.
// Unlike [MM13]: masses, W(0) in the density, optional C >= 0, boundary particles and half-space walls.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace undine::reference {

struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(double s, Vec3 a) { return {s * a.x, s * a.y, s * a.z}; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr Vec3& operator-=(Vec3& a, Vec3 b) { return a = a - b; }
constexpr double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }

// W with grad W: poly6 with spiky, or the spline for both. The uncut spline continues its outer polynomial beyond
// h, where it is negative: wrong, but what Bender's library does, and needed to reproduce its numbers verbatim.
enum class Kernel { kPoly6Spiky, kCubicSpline, kCubicSplineUncut };
enum class Constraint { kBilateral, kUnilateral };  // C = rho/rho0 - 1 as it is, or max(C, 0)
enum class VorticityForm { kNone, kA, kB };         // B: rho0 for rho_j, eta from |omega_j| - |omega_i|
enum class WallMode { kNone, kClamp, kDensity };    // planes ignored; push-out; push-out and half-space term

// The half-space n.x < o (n of unit length) is solid.
struct Plane {
    Vec3 normal;
    double offset = 0.0;
};

// A box whose edges are rounded by `radius`; without a size a ball, with one along its second axis alone a capsule.
struct Body {
    Vec3 center;
    Vec3 axis[3];      // of unit length
    double half[3]{};  // along them
    double radius = 0.0;
    Vec3 velocity, spin;  // of the centre [m/s], and angular [rad/s]
};

// Everything in SI units; in 2D, z = 0 throughout, densities in kg/m^2.
struct Parameters {
    int dimensions = 3;              // 2 or 3
    double support_radius = 0.1;     // h [m]
    double particle_spacing = 0.05;  // d [m]
    double rest_density = 1000.0;    // rho0
    double particle_mass = 0.125;    // m [kg]; see lattice_mass()
    Kernel kernel = Kernel::kPoly6Spiky;
    Constraint constraint = Constraint::kBilateral;
    double relaxation = 100.0;  // epsilon [1/m^2], not scaled by h
    double scorr_k = 0.0;       // [m^2], not scaled by h
    int scorr_n = 4;
    double scorr_dq = 0.3;  // multiple of h
    bool gradients_at_start =
        false;                 // of the constraint: at x before the step, with accumulated multipliers [Ryckaert77]
    double error_rate = 0.0;   // with these: error that may be removed per second [1/s]; 0 = all at once
    double warm_start = 0.0;   // with these: part of the pressure before that a step begins with
    int coarse_sweeps = 0;     // with these: of the coarse pressure (reference_coarse.h)
    double coarse_edge = 0.0;  // [m]
    double coarse_relaxation = 1.8;
    bool coarse_blocked = false;  // whether planes within the box and bodies close cells of it
    Vec3 tank_min, tank_max;      // of its box [m]
    double shift_rate = 0.0;      // repulsion that moves particles after the step, k_s [m^2/s]; 0 = off
    int iterations = 4;           // at least 1
    double dt = 1.0 / 240.0;
    Vec3 acceleration;       // gravity * buoyancy + external [m/s^2]
    double max_speed = 0.0;  // [m/s]; 0 = off
    VorticityForm vorticity = VorticityForm::kNone;
    double vorticity_epsilon = 0.0;
    double xsph_c = 0.0;
    double viscosity = 0.0;          // nu [m^2/s]
    bool mean_density = false;       // of a pair, (rho_i + rho_j)/2 in its viscosity [Monaghan92]; else rho_j
    double surface_tension = 0.0;    // sigma [N/m]
    double cohesion = 0.0;           // further tension by attraction alone [N/m]
    double adhesion = 0.0;           // work of adhesion [N/m]
    double free_surface_drag = 0.0;  // [1/s]
    std::vector<Plane> planes;
    std::vector<Body> bodies;
    double clearance = 0.0;  // distance at which a plane pushes out [m]
    double friction = 0.0;   // mu of planes and bodies
    double restitution = 0.0;
    double slip_length = 1e6;  // b of planes and bodies [m]; 1e6 = they do not drag
    WallMode walls = WallMode::kNone;
};

// position, velocity and, with gradients at the start, pressure [Pa] are read and written; density and lambda are
// written (those of the last iteration, before its correction).
struct Particles {
    std::vector<Vec3> position, velocity;
    std::vector<double> density, lambda, pressure;
};

struct Boundary {
    std::vector<Vec3> position;
    std::vector<double> psi;
};

// Indices j != i with |x_i - x_j|^2 < h^2: of fluid particles and of boundary particles, one list a particle.
struct Neighbours {
    std::vector<std::vector<std::size_t>> fluid, boundary;
};

// W(r); 0 at r >= h (except the uncut spline).
double kernel(const Parameters& parameters, double r);
// W'(r) <= 0 of the gradient kernel (spiky with poly6); 0 at r >= h (except the uncut spline).
double kernel_slope(const Parameters& parameters, double r);
// rho_ij, by which a pair's viscosity divides the mass.
inline double pair_density(const Parameters& p, double rho_i, double rho_j) {
    return p.mean_density ? (rho_i + rho_j) / 2.0 : rho_j;
}
// The part of nu that [Monaghan05]'s viscosity has on a lattice, the mean over all directions of shear; at least a
// half.
double viscosity_of_lattice(const Parameters& parameters);
// Of a pair r apart that move by u relative to each other, Monaghan's.
Vec3 viscous_acceleration(const Parameters& parameters, double of_lattice, double rho_ij, Vec3 r, Vec3 u);
// Gradient of W(|r|) by x_i, r = x_i - x_j; 0 at r = 0, where there is no direction.
Vec3 kernel_gradient(const Parameters& parameters, Vec3 r);

// m for which the infinite cubic (2D: square) lattice of spacing d has density rho0.
double lattice_mass(const Parameters& parameters);

// psi_b = rho0 / (W(0) + sum over l != b of W_bl), [Akinci12] with mass rho0 V_b.
std::vector<double> compute_psi(const Parameters& parameters, const std::vector<Vec3>& boundary);

Neighbours find_neighbours(const Parameters& parameters, const std::vector<Vec3>& position,
                           const std::vector<Vec3>& boundary);

// What the solid half-space beyond a plane at signed distance s adds: as a part of rho0, as |grad C| and as the sum
// of squared gradients of the ghost particles it stands for. Uncalibrated for s >= 0, by quadrature (no table).
double half_space_fraction_raw(const Parameters& parameters, double s);  // a0
double half_space_gradient_raw(const Parameters& parameters, double s);  // G0 [1/m]
double half_space_squared_raw(const Parameters& parameters, double s);   // Q0 [1/m^2]

// The same times chi, chi and chi^2, for any s. chi makes the half-space equal to the ghost half of the lattice for
// a particle at s = d/2.
class HalfSpace {
  public:
    explicit HalfSpace(const Parameters& parameters);
    double chi() const { return chi_; }
    double fraction(double s) const {
        const double beyond = half_space_fraction_raw(parameters_, std::abs(s));
        return chi_ * (s >= 0.0 ? beyond : 1.0 - beyond);
    }
    double gradient(double s) const { return chi_ * half_space_gradient_raw(parameters_, s); }
    double squared(double s) const {
        const double beyond = half_space_squared_raw(parameters_, std::abs(s));
        const double total = 2.0 * half_space_squared_raw(parameters_, 0.0);  // two half-spaces make the whole
        return chi_ * chi_ * (s >= 0.0 ? beyond : total - beyond);
    }

  private:
    Parameters parameters_;
    double chi_ = 1.0;
};

// All planes together: the union fraction A = 1 - prod(1 - a_k), the gradient of A by x and the squared term.
struct WallTerm {
    double fraction = 0.0;
    Vec3 gradient;
    double squared = 0.0;
};
WallTerm wall_term(const Parameters& parameters, const HalfSpace& half_space, Vec3 x);

// Distance of a body's surface, negative inside, and the direction away from it.
struct Nearest {
    double distance;
    Vec3 normal;
};
Nearest nearest_on(const Parameters& parameters, const Body& body, Vec3 x);

// Navier's condition: solids slow what slides along them within a spacing of them, by the fluid's viscosity and XSPH's.
void drag_at_solids(const Parameters& parameters, const std::vector<Vec3>& x, std::vector<Vec3>& velocity);

// x moved out of planes, then of bodies, along the planes that it touches, and of planes again, to the clearance from
// them. Returns the last body that pushed.
const Body* push_out(const Parameters& parameters, Vec3& x);

// omega_i = sum (m/rho_j) (v_j - v_i) x grad_{p_j} W_ij, [MM13] eq. 15; +2 Omega in a rigid rotation.
// With form B rho0 stands for rho_j.
std::vector<Vec3> vorticity(const Parameters& parameters, const Neighbours& neighbours,
                            const std::vector<Vec3>& position, const std::vector<Vec3>& velocity,
                            const std::vector<double>& density);

// One step. Throws std::invalid_argument when sizes, dimensions or iterations make no sense.
void step(const Parameters& parameters, const Boundary& boundary, Particles& particles);

}  // namespace undine::reference
