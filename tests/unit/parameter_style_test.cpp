// A style sets several parameters in one word, and another takes them all back.
#include "scene/parameter_style.h"

#include <gtest/gtest.h>

#include "scene/parameter_table.h"
#include "scene/scene.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

TEST(ParameterStyle, EachIsValidAndKnownAgain) {
    ASSERT_GT(parameter_styles().size(), 1u);
    EXPECT_TRUE(parameter_styles().front().values.empty()) << "the first is made of defaults";
    for (const ParameterStyle& style : parameter_styles()) {
        Parameters p;
        p.dt = 0.003f;
        apply_style(p, style.name, "test");
        EXPECT_NO_THROW(validate(p, "test")) << style.name;
        EXPECT_EQ(style_of(p), &style);
        for (const auto& [key, value] : style.values) {
            const ParameterInfo* info = find_parameter(key);
            ASSERT_NE(info, nullptr) << style.name << " names no parameter: " << key;
            EXPECT_EQ(parameter_text(p, *info), value);
            EXPECT_NE(value, info->default_text) << key << " in " << style.name << " is the default";
        }
    }
}

TEST(ParameterStyle, AnotherLeavesNothingOfTheOneBefore) {
    Parameters p;
    p.dt = 0.003f;
    const Parameters before = p;
    for (const ParameterStyle& style : parameter_styles()) apply_style(p, style.name, "test");
    EXPECT_NE(p, before);
    apply_style(p, parameter_styles().front().name, "test");
    EXPECT_EQ(p, before);
    p.shift_rate = 4;  // of no style
    EXPECT_EQ(style_of(p), &parameter_styles().front());
    p.max_iterations = 7;
    EXPECT_EQ(style_of(p), nullptr);
}

TEST(ParameterStyle, ComesBeforeTheParametersOfASceneWhereverItStands) {
    const Scene scene = parse_scene("max_iterations = 6\nstyle = \"classic\"\n", "x.toml");
    EXPECT_EQ(scene.parameters.gradients, GradientPlace::predicted);
    EXPECT_EQ(scene.parameters.max_iterations, 6u);
    // --set is read in its order.
    Parameters p = scene.parameters;
    set_parameter(p, "max_iterations", "3", "--set");
    set_parameter(p, "style", "consistent", "--set");
    EXPECT_EQ(p, Parameters{});
    set_parameter(p, "style", "\"classic\"", "--set");
    EXPECT_EQ(style_of(p)->name, "classic");
}

TEST(ParameterStyle, OneThatThereIsNotIsRefused) {
    Parameters p;
    EXPECT_EQ(sentence_of([&] { set_parameter(p, "style", "clasic", "--set style=clasic"); }),
              "--set style=clasic: style must be consistent or classic, not 'clasic'; did you mean 'classic'?");
    EXPECT_EQ(p, Parameters{});
    EXPECT_EQ(sentence_of([] { parse_scene("title = \"x\"\nstyle = \"own\"\n", "x.toml"); }),
              "x.toml:2: style must be consistent or classic, not 'own'");
    EXPECT_EQ(sentence_of([] { parse_scene("style = 3\n", "x.toml"); }),
              "x.toml:1: style must be text in quotes, not 3");
    EXPECT_EQ(sentence_of([] { parse_scene("stile = \"classic\"\n", "x.toml"); }),
              "x.toml:1: unknown key 'stile'; did you mean 'style'?");
}

TEST(ParameterStyle, IsDocumented) {
    const std::string markdown = parameters_markdown(), help = parameters_help();
    for (const ParameterStyle& style : parameter_styles()) {
        EXPECT_NE(markdown.find("| `style = \"" + style.name + "\"` |"), std::string::npos);
        EXPECT_NE(help.find("style = \"" + style.name + "\""), std::string::npos);
    }
}

}  // namespace
}  // namespace undine::testing
