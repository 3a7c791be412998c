// Weakly compressible water: pressure from density, and the two symmetric forms of its force on a pair.
#ifndef PBF_EQUATION_OF_STATE
#define PBF_EQUATION_OF_STATE

// Tait's equation [Monaghan05]: p = k ((ρ/ρ0)⁷ − 1), k = ρ0 c²/7; unilateral: no less than 0. Pa (N/m in 2D).
PBF_FN float tait_pressure(float rho) {
    float ratio = rho * params.inv_rest_density;
    float ratio2 = ratio * ratio;
    float p = params.stiffness * (ratio2 * ratio2 * ratio2 * ratio - 1.0f);
    return params.unilateral != 0u ? max(p, 0.0f) : p;
}

// F of a_i = −Σ_j m_j F ∇W_ij, symmetric in i and j, so that momentum is conserved.
PBF_FN float pressure_factor(float p_i, float rho_i, float p_j, float rho_j) {
    if (params.pressure_form == PBF_PRESSURE_MUELLER) return (p_i + p_j) / (2.0f * rho_i * rho_j);  // [Müller03]
    return p_i / (rho_i * rho_i) + p_j / (rho_j * rho_j);                                           // [Monaghan05]
}

#endif
