// A tank that is shaken along, [FRLT00].
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numbers>

#include "cli/validate/validation_case.h"
#include "report/text_table.h"
#include "scene/probe_reading.h"
#include "scene/scene.h"

namespace undine {
namespace {

using glm::dvec2;

// s, m: the surface 5 cm from the left wall, above water at rest. Digitised by PySPH, examples/st_exp_data.py (BSD-3).
const dvec2 kShaken[] = {
    {0.101, -0.0027},  {0.2485, -0.0134}, {0.3577, -0.0238}, {0.4981, -0.0312}, {0.6386, -0.0218}, {0.7166, -0.0083},
    {0.779, 0.0087},   {0.8258, 0.018},   {0.8727, 0.0308},  {0.9195, 0.0393},  {0.9663, 0.052},   {1.0287, 0.0633},
    {1.1629, 0.0754},  {1.2784, 0.0677},  {1.3408, 0.052},   {1.3876, 0.0384},  {1.4188, 0.0248},  {1.45, 0.0121},
    {1.4812, -0.0032}, {1.5124, -0.0163}, {1.5436, -0.0261}, {1.5592, -0.0409}, {1.6061, -0.0528}, {1.6841, -0.0681},
    {1.7621, -0.0796}, {1.9253, -0.088},  {2.043, -0.077},   {2.0898, -0.0651}, {2.1054, -0.0558}, {2.1366, -0.0465},
    {2.1678, -0.0286}, {2.2094, -0.0105}, {2.2302, 0.0138},  {2.2302, 0.0036},  {2.2614, 0.0303},  {2.277, 0.0452},
    {2.3083, 0.0601},  {2.3239, 0.0712},  {2.3551, 0.0851},  {2.3863, 0.1052},  {2.4175, 0.1148},  {2.4643, 0.1322},
    {2.5735, 0.1421},  {2.6828, 0.1241},  {2.7296, 0.1114},  {2.7608, 0.0961},  {2.792, 0.0825},   {2.8232, 0.0681},
    {2.8411, 0.0588},  {2.8544, 0.0494},  {2.8856, 0.0376},  {2.9035, 0.0258},  {2.9168, 0.0134},  {2.948, 0.0028},
    {2.9792, -0.0121}, {3.0151, -0.0278}, {3.0417, -0.0414}, {3.0729, -0.0566}, {3.1041, -0.069},  {3.1509, -0.0804},
    {3.2671, -0.0925}, {3.4006, -0.0774}, {3.4318, -0.0643}, {3.4786, -0.0511}, {3.5254, -0.0371}, {3.5722, -0.021},
    {3.619, -0.0064},  {3.6725, 0.0086},  {3.697, 0.0206},   {3.7282, 0.0299},  {3.7595, 0.0418},  {3.7907, 0.0537},
    {3.8219, 0.0625},  {3.8687, 0.0753},  {3.8999, 0.0866},  {3.9374, 0.0992},  {4.0403, 0.1093},  {4.134, 0.097},
    {4.1808, 0.0791},  {4.212, 0.0668},   {4.2588, 0.0473},  {4.29, 0.0371},    {4.3212, 0.0223},  {4.368, 0.0079},
    {4.4304, -0.0087}, {4.4929, -0.0261}, {4.5709, -0.0405}, {4.7113, -0.0454}, {4.8518, -0.0337}, {4.9454, -0.0218},
    {5.039, -0.0077},  {5.1326, 0.0033},  {5.2949, 0.0126},  {5.4619, 0.0102},  {5.58, 0.0033},    {5.7568, 0.0033},
    {5.9129, 0.0129},  {6.0065, 0.0231},  {6.1313, 0.0343},  {6.2998, 0.0398},  {6.4278, 0.0325},  {6.4902, 0.0223},
    {6.5526, 0.0096},  {6.615, -0.0045},  {6.6775, -0.021},  {6.7399, -0.0384}, {6.8023, -0.0494}, {6.8803, -0.0606},
    {7.0045, -0.0668}, {7.0208, -0.0647}, {7.1456, -0.052},  {7.208, -0.0405},  {7.2704, -0.0247}, {7.3172, -0.0103},
    {7.3485, 0.0002},  {7.3953, 0.0149},  {7.4109, 0.0238},  {7.4577, 0.0378},  {7.4889, 0.0562},  {7.5201, 0.0722},
    {7.5825, 0.0967},  {7.6137, 0.1114},  {7.7074, 0.1248},  {7.7854, 0.1131},  {7.8166, 0.1029},  {7.8478, 0.0888},
    {7.8946, 0.0748},  {7.9414, 0.0622},  {7.9726, 0.05},    {8.0038, 0.0422},  {8.035, 0.0279},   {8.0663, 0.0146},
    {8.0975, 0.0058},  {8.0975, -0.01},   {8.1287, -0.0226}, {8.1599, -0.0408}, {8.1911, -0.0583}, {8.2223, -0.066},
    {8.3003, -0.0825}, {8.472, -0.0765},  {8.55, -0.0634},   {8.6124, -0.0477}, {8.6696, -0.0306}, {8.706, -0.0163},
    {8.7372, -0.0036}, {8.7684, 0.0104},  {8.7841, 0.0201},  {8.8153, 0.0322},  {8.8465, 0.0452},  {8.8933, 0.0668},
    {8.9245, 0.0825},  {8.9713, 0.0919},  {8.9869, 0.1038},  {9.0181, 0.1165},  {9.0735, 0.1302},  {9.1586, 0.1414},
    {9.2678, 0.1292},  {9.2834, 0.1173},  {9.3146, 0.108},   {9.3458, 0.0885},  {9.3614, 0.0779},  {9.377, 0.0626},
    {9.4082, 0.052},   {9.4082, 0.037},   {9.4394, 0.0207},  {9.4706, -0.0034}, {9.5019, -0.0159}, {9.5175, -0.0303},
    {9.5799, -0.0558}, {9.6891, -0.0685}, {9.892, -0.0639},
};

constexpr double kTankLength = 1.73, kTankHeight = 1.15, kStillDepth = 0.6;  // m
constexpr double kShakeAmplitude = 0.032, kShakePeriod = 1.3;                // m, s
constexpr double kLastShake = 9.5;                                           // s

std::string shaken_tank(double spacing) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "dimensions = 2\nsupport_radius = %.9g\nparticle_spacing = %.9g\ndt = %.9g\nsubsteps = 12\n"
                  "error_rate = %.9g\nwalls = \"density\"\ntank_min = [0, 0, 0]\ntank_max = [%.9g, %.9g, 0]\n"
                  "[[fluid]]\nmin = [0, 0, 0]\nmax = [%.9g, %.9g, 0]\n"
                  "[[probe]]\nname = \"gauge\"\nquantity = \"height\"\nat = [0.05, 0, 0]\n",
                  2 * spacing, spacing, 0.1 * spacing, 0.25 / spacing, kTankLength, kTankHeight, kTankLength,
                  kStillDepth);
    return text;
}

// In the tank's frame: it is let go at its farthest, and moves as cos.
void shake(Parameters& p, double seconds) {
    const double w = 2 * std::numbers::pi / kShakePeriod;
    p.external_acceleration.x = static_cast<float>(kShakeAmplitude * w * w * std::cos(w * seconds));
}

}  // namespace

std::vector<ValidationPlot> validate_sloshing(const ValidationRunner& runner, bool quick) {
    std::vector<ValidationVariant> variants{
        {"d = 4 cm", kTankLength / 43}, {"d = 2.5 cm", kTankLength / 69}, {"d = 1.5 cm", kTankLength / 115}};
    if (quick) variants.resize(1);
    else variants.push_back({"classic, 2.5 cm", kTankLength / 69, {"style=classic"}});
    ValidationPlot plot{.id = "sloshing",
                        .title = "The surface beside the wall of a shaken tank",
                        .x_label = "time, s",
                        .y_label = "height above rest, m",
                        .reference_name = "[FRLT00]",
                        .note = "the experiment's highest crest",
                        .reference = {std::begin(kShaken), std::end(kShaken)}};
    double crest = 0;
    for (const dvec2& point : kShaken) crest = std::max(crest, point.y);
    for (const ValidationVariant& v : variants) {
        ValidationCurve curve{.name = v.name};
        double rest = 0;
        runner.run({.scene = shaken_tank(v.spacing),
                    .overrides = v.overrides,
                    .until = kLastShake,
                    .every = 0.02,
                    .drive = shake,
                    .sample =
                        [&](const ValidationMoment& now) {
                            const double height = probe_row(now.scene, now.state, now.mass)[0];
                            if (curve.points.empty()) rest = height;
                            curve.points.emplace_back(now.seconds, height - rest);
                        }},
                   curve);
        for (const dvec2& point : kShaken)
            if (point.x <= kLastShake) curve.deviate(std::abs(value_at(curve.points, point.x) - point.y) / crest);
        double highest = 0;
        for (const dvec2& point : curve.points) highest = std::max(highest, point.y);
        curve.note = "highest crest " + short_number(highest) + " m, theirs " + short_number(crest) + " m";
        plot.curves.push_back(curve);
    }
    return {plot};
}

}  // namespace undine
