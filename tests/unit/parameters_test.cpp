// The parameter table: every line of parameters.def can be set, is checked, and is documented.
#include "scene/parameters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "scene/parameter_table.h"
#include "text/text.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;

std::string set_sentence(std::string_view key, std::string_view text) {
    Parameters parameters;
    const std::string sentence = sentence_of([&] { set_parameter(parameters, key, text, "--set"); });
    EXPECT_EQ(parameters, Parameters{}) << "a refused value changed the parameters";
    return sentence;
}

std::string validate_sentence(const Parameters& parameters) {
    return sentence_of([&] { validate(parameters, "x.toml"); });
}

// A value that is allowed and is not the default.
std::string other_value(const ParameterInfo& info) {
    if (!info.choices.empty())
        return info.default_text == '"' + info.choices[0] + '"' ? info.choices[1] : info.choices[0];
    if (info.type == "three numbers") return "[0.25, 0.5, 0.75]";
    return info.default_text == info.max_text ? info.min_text : info.max_text;
}

// max_text may be 1e+06, which is no whole number in TOML; the table has none such, and this test says so if it
// gets one.
TEST(Parameters, EachIsReachableThroughSetParameter) {
    for (const ParameterInfo& info : parameter_table()) {
        Parameters parameters;
        const std::string value = other_value(info);
        set_parameter(parameters, info.key, value, "--set");
        std::set<std::string> changed;
        for (const ParameterInfo& each : parameter_table()) {
            if (parameter_text(parameters, each) != each.default_text) changed.insert(each.key);
        }
        EXPECT_EQ(changed, std::set<std::string>{info.key});
        set_parameter(parameters, info.key, info.default_text, "--set");
        EXPECT_EQ(parameters, Parameters{}) << info.key << ": its default as text is not its default";
    }
}

TEST(Parameters, EachRefusesTheWrongTypeAndNamesItself) {
    for (const ParameterInfo& info : parameter_table()) {
        for (const char* text : {"true", "[[1]]", "{ a = 1 }", "1979-05-27", "", "\"", "1\n2", "nan", "-inf"}) {
            const std::string sentence = set_sentence(info.key, text);
            EXPECT_TRUE(sentence.starts_with("--set: " + info.key + " must be ")) << sentence;
            EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        }
    }
}

TEST(Parameters, LimitsAreInclusiveAndNothingBeyondThemIsTaken) {
    for (const ParameterInfo& info : parameter_table()) {
        if (!info.choices.empty() || info.type == "three numbers") continue;
        Parameters parameters;
        EXPECT_NO_THROW(set_parameter(parameters, info.key, info.min_text, "--set")) << info.key;
        EXPECT_NO_THROW(set_parameter(parameters, info.key, info.max_text, "--set")) << info.key;
        const bool whole = info.type == "whole number";
        const double above = whole ? info.max + 1 : info.max * 1.001 + 1e-6;
        const double below = whole ? info.min - 1 : info.min - std::abs(info.min) * 0.001 - 1e-6;
        for (const double value : {above, below}) {
            const std::string sentence = set_sentence(info.key, number_text(value));
            EXPECT_NE(sentence.find("from " + info.min_text + " to " + info.max_text), std::string::npos) << sentence;
            EXPECT_NE(sentence.find(info.unit), std::string::npos) << sentence;
        }
    }
}

TEST(Parameters, SentencesSayWhatWasExpected) {
    EXPECT_EQ(set_sentence("dt", "5"), "--set: dt must be a number from 1e-06 to 0.1 s, not 5");
    EXPECT_EQ(set_sentence("dt", "fast"), "--set: dt must be a number from 1e-06 to 0.1 s, not 'fast'");
    EXPECT_EQ(set_sentence("dt", "nan"), "--set: dt must be a number from 1e-06 to 0.1 s, not nan");
    EXPECT_EQ(set_sentence("dt", "1e400"), "--set: dt must be a number from 1e-06 to 0.1 s, not '1e400'");
    EXPECT_EQ(set_sentence("substeps", "4.0"), "--set: substeps must be a whole number from 1 to 1000, not 4.0");
    EXPECT_EQ(set_sentence("substeps", "99999999999999999999"),
              "--set: substeps must be a whole number from 1 to 1000, not '99999999999999999999'");
    EXPECT_EQ(set_sentence("dimensions", "4"), "--set: dimensions must be a whole number from 2 to 3, not 4");
    EXPECT_EQ(set_sentence("kernel", "gauss"), "--set: kernel must be poly6_spiky or cubic_spline, not 'gauss'");
    EXPECT_EQ(set_sentence("walls", "3"), "--set: walls must be none, clamp, density or particles, not '3'");
    EXPECT_EQ(set_sentence("walls", "[3]"), "--set: walls must be none, clamp, density or particles, not [3]");
    EXPECT_EQ(set_sentence("gravity", "[0, -9.81]"),
              "--set: gravity must be three numbers in brackets, each from -1000 to 1000 m/s², not [0, -9.81]");
    EXPECT_EQ(set_sentence("gravity", "[0, nan, 0]"),
              "--set: gravity[1] must be a number from -1000 to 1000 m/s², not nan");
}

TEST(Parameters, UnknownKeySuggestsTheNearest) {
    EXPECT_EQ(set_sentence("suport_radius", "0.1"),
              "--set: unknown parameter 'suport_radius'; did you mean 'support_radius'?");
    EXPECT_EQ(set_sentence("kernal", "x"), "--set: unknown parameter 'kernal'; did you mean 'kernel'?");
    EXPECT_EQ(set_sentence("zzzzzz", "1"), "--set: unknown parameter 'zzzzzz'");
    EXPECT_EQ(set_sentence("", "1").find("--set: unknown parameter ''"), 0u);
    EXPECT_EQ(set_sentence(std::string(1000, 'k'), "1"), "--set: unknown parameter '" + std::string(60, 'k') + "...'");
    EXPECT_EQ(set_sentence("d\x1bt", "1"), "--set: unknown parameter 'd?t'; did you mean 'dt'?");
}

TEST(Parameters, TextIsTomlAndAWordForAChoice) {
    Parameters parameters;
    set_parameter(parameters, "kernel", "cubic_spline", "--set");
    set_parameter(parameters, "vorticity", "\"B\"", "--set");
    set_parameter(parameters, "gravity", "[0,-1,0.5]", "--set");
    set_parameter(parameters, "rest_density", "998", "--set");
    set_parameter(parameters, "max_iterations", "0x10", "--set");
    EXPECT_EQ(parameters.kernel, KernelType::cubic_spline);
    EXPECT_EQ(parameters.vorticity, VorticityMode::B);
    EXPECT_EQ(parameters.gravity, glm::vec3(0, -1, 0.5f));
    EXPECT_EQ(parameters.rest_density, 998.0f);
    EXPECT_EQ(parameters.max_iterations, 16u);
}

TEST(Parameters, TextReadsBackToTheSameBits) {
    Parameters parameters;
    for (const float value : {0.1f, 1.0f / 3, 1.17549435e-38f, 1e-45f, 3.3333333e-5f, 0.99999994f}) {
        parameters.xsph_c = value;
        Parameters read;
        set_parameter(read, "xsph_c", parameter_text(parameters, *find_parameter("xsph_c")), "--set");
        EXPECT_EQ(read.xsph_c, value);
    }
}

TEST(Parameters, DefaultsAreThoseOfTheMethod) {
    const Parameters p;
    EXPECT_NO_THROW(validate(p, "defaults"));
    EXPECT_EQ(p.dimensions, 3u);
    EXPECT_EQ(p.dt, 0.004f);
    EXPECT_EQ(p.gravity, glm::vec3(0, -9.81f, 0));
    EXPECT_EQ(p.tank_max, glm::vec3(2, 1, 1));
    EXPECT_EQ(p.scorr_n, 4u);
    EXPECT_EQ(p.neighbor_capacity, 56u);
    EXPECT_EQ(find_parameter("vorticity")->choices, (std::vector<std::string>{"off", "A", "B"}));
    EXPECT_EQ(find_parameter("nothing"), nullptr);
}

TEST(Parameters, ValidateRefusesEveryNumberThatIsNotFinite) {
    for (const ParameterInfo& info : parameter_table()) {
        for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity(), -1e30f}) {
            Parameters p;
            if (const auto* real = std::get_if<float Parameters::*>(&info.member)) {
                p.*(*real) = bad;
            } else if (const auto* vector = std::get_if<glm::vec3 Parameters::*>(&info.member)) {
                (p.*(*vector)).y = bad;
            } else {
                continue;
            }
            EXPECT_TRUE(validate_sentence(p).starts_with("x.toml: " + info.key + " must be ")) << info.key;
        }
    }
    Parameters p;
    p.walls = static_cast<WallModel>(9);
    EXPECT_EQ(validate_sentence(p), "x.toml: walls must be none, clamp, density or particles");
    p = {};
    p.substeps = 0;
    EXPECT_EQ(validate_sentence(p), "x.toml: substeps must be a whole number from 1 to 1000, not 0");
}

TEST(Parameters, ValidateChecksThemTogether) {
    Parameters p;
    p.particle_spacing = 0.1f;
    EXPECT_EQ(validate_sentence(p),
              "x.toml: particle_spacing must be below support_radius (0.1 m) and above a quarter of it, not 0.1 m");
    p.particle_spacing = 0.025f;
    EXPECT_NE(validate_sentence(p), "");
    p = {};
    p.min_iterations = 5;
    EXPECT_EQ(validate_sentence(p), "x.toml: min_iterations must not be above max_iterations (2), but is 5");
    p = {};
    p.tank_max.y = 0;
    EXPECT_EQ(validate_sentence(p),
              "x.toml: tank_max must be above tank_min on every axis, but on y tank_max is 0 m and tank_min 0 m");
    p = {};
    p.tank_max = {1000, 1000, 1000};
    EXPECT_NE(validate_sentence(p).find("use grid = \"hashed\""), std::string::npos);
    p.grid = GridType::hashed;
    EXPECT_NO_THROW(validate(p, "x.toml"));
    p = {};
    p.walls = WallModel::particles;
    p.boundary_spacing = 0.1f;
    EXPECT_EQ(validate_sentence(p),
              "x.toml: boundary_spacing must be below support_radius (0.1 m) with walls = \"particles\", not 0.1 m");
}

TEST(Parameters, FlatScenesIgnoreTheTanksDepthAndRefuseForcesOutOfThePlane) {
    Parameters p;
    p.dimensions = 2;
    p.tank_max.z = -1;
    EXPECT_NO_THROW(validate(p, "x.toml"));
    p.gravity.z = 1;
    EXPECT_EQ(validate_sentence(p), "x.toml: gravity must have z = 0 with dimensions = 2, not 1");
    p.gravity.z = 0;
    p.external_acceleration.z = 2;
    EXPECT_EQ(validate_sentence(p), "x.toml: external_acceleration must have z = 0 with dimensions = 2, not 2");
}

TEST(Parameters, DocumentationHasEveryKeyOnceWithDefaultAndRange) {
    const std::string markdown = parameters_markdown(), help = parameters_help();
    for (const ParameterInfo& info : parameter_table()) {
        const size_t row = markdown.find("\n| `" + info.key + "` | ");
        ASSERT_NE(row, std::string::npos) << info.key;
        EXPECT_EQ(markdown.find("\n| `" + info.key + "` | ", row + 1), std::string::npos) << info.key;
        EXPECT_NE(markdown.find("`" + info.default_text + "`", row), std::string::npos) << info.key;
        EXPECT_NE(("\n" + help).find("\n" + info.key + " "), std::string::npos) << info.key;
        EXPECT_FALSE(info.help.empty()) << info.key;
    }
    std::istringstream lines(markdown.substr(markdown.find("| key |")));  // behind the styles
    for (std::string line; std::getline(lines, line);) {
        size_t bars = 0;
        for (size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
        EXPECT_EQ(bars, 8u) << line;
    }
}

}  // namespace
}  // namespace undine
