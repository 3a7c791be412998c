#include "scene/radial_kernel.h"

#include "scene/parameters.h"

namespace undine {

RadialKernel::RadialKernel(const Parameters& p)
    : RadialKernel(p.support_radius, p.dimensions == 2, p.kernel == KernelType::cubic_spline) {}

}  // namespace undine
