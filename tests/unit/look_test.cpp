// The table of looks: every line of look.def can be set, is checked and reads back; a look with a name sets everything.
#include "render/look/look.h"

#include <gtest/gtest.h>

#include <set>

#include "text/text.h"
#include "unit/input_testing.h"

namespace undine {
namespace {

using testing::sentence_of;

const LookInfo& info_of(const std::string& key) {
    for (const LookInfo& info : look_table())
        if (info.key == key) return info;
    throw std::out_of_range(key);
}

std::set<std::string> changed_keys(const Look& look) {
    std::set<std::string> keys;
    for (const LookInfo& info : look_table())
        if (look_text(look, info) != look_text({}, info)) keys.insert(info.key);
    return keys;
}

// Values that are allowed and are not the default.
std::vector<std::string> other_values(const LookInfo& info) {
    std::vector<std::string> values;
    for (const std::string& choice : info.choices) values.push_back('"' + choice + '"');
    if (std::holds_alternative<glm::vec3 Look::*>(info.member))
        values = {"[0.25, 0.5, 0.75]", "[0, 0, 0]", "[1, 1, 1]"};
    if (std::holds_alternative<float Look::*>(info.member))
        for (const double value : {info.min, 0.5 * (info.min + info.max), info.max})
            values.push_back(number_text(static_cast<float>(value)));
    std::erase(values, look_text({}, info));
    return values;
}

// The sentence that refuses it; the look stays as it was.
std::string refused(const std::string& text, Exit code) {
    Look look{.exposure = 2};
    const std::string sentence = sentence_of([&] { set_look(look, text, "--look"); }, code);
    EXPECT_EQ(look, Look{.exposure = 2}) << text;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    return sentence;
}

TEST(LookTable, EachKeyIsSetAloneAndReadsBack) {
    for (const LookInfo& info : look_table()) {
        ASSERT_FALSE(other_values(info).empty());
        for (const std::string& value : other_values(info)) {
            Look look;
            set_look(look, info.key + "=" + value, "--look");
            EXPECT_EQ(look_text(look, info), value) << info.key;
            EXPECT_EQ(changed_keys(look), std::set<std::string>{info.key});
            set_look(look, info.key + "=" + look_text({}, info), "--look");
            EXPECT_EQ(look, Look{}) << info.key << ": its default as text is not its default";
        }
    }
}

TEST(LookTable, AChoiceNeedsNoQuotes) {
    for (const std::string& choice : info_of("filter").choices) {
        Look look;
        set_look(look, "filter=" + choice, "--look");
        EXPECT_EQ(look_text(look, info_of("filter")), '"' + choice + '"');
    }
}

TEST(LookTable, WhatIsDocumentedHolds) {
    std::set<std::string> keys;
    for (const LookInfo& info : look_table()) {
        EXPECT_TRUE(keys.insert(info.key).second) << info.key << " is there twice";
        EXPECT_FALSE(info.name.empty() || info.help.empty()) << info.key;
        const auto* number = std::get_if<float Look::*>(&info.member);
        if (!number) continue;
        EXPECT_LE(info.min, Look{}.**number) << info.key;
        EXPECT_GE(info.max, Look{}.**number) << info.key;
    }
}

TEST(LookTable, EachKeyRefusesWhatItIsNot) {
    for (const LookInfo& info : look_table()) {
        const bool number = std::holds_alternative<float Look::*>(info.member);
        std::vector<std::string> wrong{"true", "[[1]]", "{ a = 1 }", "1979-05-27", "",
                                       "\"",   "1\n2",  "nan",       "[1, 2]",     "inf"};
        if (number)
            wrong.insert(wrong.end(), {number_text(info.min - 1), number_text(2 * info.max), "[1, 1, 1]", "\"1\""});
        if (std::holds_alternative<glm::vec3 Look::*>(info.member))
            wrong.insert(wrong.end(), {"[-0.1, 0, 0]", "[0, 1.1, 0]", "[0, 0, nan]", "[0, 0, 0, 0]", "0.5"});
        for (const std::string& value : wrong) {
            SCOPED_TRACE(info.key + "=" + value);
            Look look;
            try {
                set_look(look, info.key + "=" + value, "--look");
                ADD_FAILURE() << "no Error was thrown";
            } catch (const Error& error) {
                const std::string sentence = error.what();
                EXPECT_TRUE(sentence.starts_with("--look: " + info.key)) << sentence;
                EXPECT_NE(sentence.find(" must be "), std::string::npos) << sentence;
                EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
            }
            EXPECT_EQ(look, Look{});
        }
    }
}

TEST(LookTable, NearMissesAreNamed) {
    EXPECT_NE(refused("absorbtion=3", Exit::usage).find("'absorbtion'; did you mean 'absorption'?"), std::string::npos);
    EXPECT_NE(refused("filter=bilatral", Exit::usage).find("did you mean 'bilateral'?"), std::string::npos);
    EXPECT_NE(refused("galss", Exit::usage).find("did you mean 'glass'?"), std::string::npos);
    const std::string sentence = refused("nonsense", Exit::usage);
    EXPECT_TRUE(sentence.starts_with("--look: 'nonsense' must be key=value or one of ")) << sentence;
    for (const LookPreset& preset : look_presets())
        EXPECT_NE(sentence.find(preset.name), std::string::npos) << preset.name;
    for (const char* text : {"", "=", "=3", "Exposure=1", "water ", "exposure =1"}) {
        SCOPED_TRACE(text);
        EXPECT_TRUE(refused(text, Exit::usage).starts_with("--look: ")) << text;
    }
}

TEST(LookPresets, ANameSetsEverything) {
    EXPECT_EQ(look_presets().front().look, Look{}) << "the first is the default";
    std::set<std::string_view> names;
    for (const LookPreset& preset : look_presets()) {
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name << " is there twice";
        Look look{.filter = SurfaceFilter::none, .glint = 3, .exposure = 2};
        set_look(look, preset.name, "--look");
        EXPECT_EQ(look, preset.look);
        for (const LookInfo& info : look_table()) {  // what a preset is made of, a user may say
            const std::string text = look_text(preset.look, info);
            set_look(look, info.key + "=" + text, "--look");
            EXPECT_EQ(look_text(look, info), text) << preset.name << " " << info.key;
        }
        EXPECT_EQ(look, preset.look);
        for (const LookPreset& other : look_presets())
            EXPECT_EQ(other.look == preset.look, other.name == preset.name) << other.name << " is as " << preset.name;
    }
}

}  // namespace
}  // namespace undine
