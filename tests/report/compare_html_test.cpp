// The page of `undine compare --html`: well-formed, self-contained, and with the numbers of the JSON report.
#include "cli/compare/compare_html.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "parity/small_splash.h"
#include "report/parsed_page.h"
#include "report/text_table.h"
#include "robustness/program.h"
#include "test_backends.h"
#include "unit/stb_png.h"

namespace undine::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double value_of(const PageElement& cell) {
    const std::string& text = cell.attribute("data-value");
    EXPECT_FALSE(text.empty()) << cell.text;
    return text.empty() ? NAN : std::stod(text);
}

// The value is the JSON's to the last bit, and the text is that value.
void expect_figure(const PageElement& cell, const json& value, const std::string& text) {
    EXPECT_EQ(value_of(cell), value.get<double>());
    EXPECT_EQ(cell.text, text);
}
void expect_figure(const PageElement& cell, const json& value) {
    expect_figure(cell, value, short_number(value.get<double>()));
}

const PageTable& table_named(const std::vector<PageTable>& tables, const std::string& label) {
    for (const PageTable& table : tables)
        if (table.label == label) return table;
    static const PageTable none;
    ADD_FAILURE() << "no table " << label;
    return none;
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t at = 0, end; at <= text.size(); at = end + 2) {
        end = std::min(text.find(", ", at), text.size());
        parts.push_back(text.substr(at, end - at));
    }
    return parts;
}

// Every row of a pair's table against the JSON's candidate, and every difference of that in some row.
void expect_pair(const PageTable& table, const json& candidate) {
    std::map<std::pair<std::string, std::string>, json> differences;
    for (const json& d : candidate.at("differences")) differences[{d.at("pass"), d.at("field")}] = d;
    std::string pass;
    for (size_t r = 1; r < table.rows.size(); ++r) {
        const auto& row = table.rows[r];
        ASSERT_EQ(row.size(), 9u);
        if (!row[0].text.empty()) pass = row[0].text;
        for (const std::string& field : split(row[1].text)) {
            SCOPED_TRACE(pass + " " + field);
            const auto found = differences.find({pass, field});
            ASSERT_NE(found, differences.end());
            const json& d = found->second;
            EXPECT_EQ(row[8].text, d.at("within").get<bool>() ? "ok" : "BEYOND");
            if (row[3].text == "equal") {
                EXPECT_EQ(d.value("unequal", 0u) + d.at("not_finite").get<uint64_t>(), 0u);
                EXPECT_EQ(d.value("max_difference", 0.0), 0);
            } else if (d.contains("unequal")) {
                EXPECT_EQ(value_of(row[3]), d.at("unequal").get<double>());
            } else {
                expect_figure(row[3], d.at("worst").at("max_difference"));
                expect_figure(row[4], d.at("worst").at("limit"));
                expect_figure(row[5], d.at("max_part_of_rms"));
                expect_figure(row[6], d.at("worst").at("nmse"));
                EXPECT_EQ(value_of(row[7]), d.at("share_of_limit").get<double>());
            }
            differences.erase(found);
        }
    }
    for (const auto& [key, d] : differences)  // components that hold nothing
        EXPECT_EQ(d.value("max_difference", 1.0) + d.at("worst").at("rms").get<double>(), 0)
            << key.first << ' ' << key.second;
}

void expect_flow(const std::vector<PageTable>& tables, const json& report) {
    const PageTable& figures = table_named(tables, "Figures of the flow, means over the run");
    const size_t runs = report.at("runs").size();
    ASSERT_EQ(figures.rows.size(), 1 + report.at("runs").at(1).at("figures").size());
    for (size_t f = 0; f + 1 < figures.rows.size(); ++f) {
        const auto& row = figures.rows[f + 1];
        for (size_t k = 1; k < runs; ++k) {
            const json& figure = report.at("runs").at(k).at("figures").at(f);
            EXPECT_EQ(row[0].text, figure.at("figure").get<std::string>());
            EXPECT_EQ(value_of(row[2]), figure.at("first").get<double>());
            EXPECT_EQ(value_of(row[1 + 2 * k]), figure.at("own").get<double>());
            EXPECT_EQ(value_of(row[2 + 2 * k]),
                      std::abs(figure.at("own").get<double>() - figure.at("first").get<double>()));
            EXPECT_EQ(value_of(row[1 + 2 * runs]), figure.at("limit").get<double>());
        }
    }
    const PageTable& parting = table_named(tables, "When trajectories part");
    for (size_t k = 1; k < runs; ++k) {
        const json& end = report.at("runs").at(k).at("distances").back();
        EXPECT_EQ(value_of(parting.rows.at(k).at(7)), end.at("rms_m").get<double>());
        EXPECT_EQ(value_of(parting.rows.at(k).at(8)), end.at("largest_m").get<double>());
    }
}

ComparePage synthetic_page() {
    ComparePage page{
        .what = {.scene = "<script>alert(1)</script>",
                 .particles = 1000,
                 .dt = 0.01,
                 .steps = 3,
                 .backends = {{"cpu", "CPU", {.backend = "cpu", .device = "5 > 4 \"quoted\" & 'cut' \xFF\x01"}},
                              {"vulkan:<b>", "Vulkan on <b>", {.backend = "vulkan:<b>", .uuid = "]]>"}}}},
        .provenance = {.build = {.version = "test"}, .command = "undine compare '<&>'"}};
    ChannelDifference d{.pass = "compute_lambda", .channel = "density", .field = Field::density, .unit = "kg/m³"};
    LockstepReport report{.passes = {"compute_lambda"}, .not_run = {"pull"}, .candidates = {{.name = "b"}}};
    ChannelComparison c{.compared = 10, .max_difference = 1.0 / 3, .rms = 7, .nmse = 0.1, .moment = {2, 1, 3}};
    d.add(c, report.tolerance);
    report.candidates[0].differences = {d};
    report.candidates[0].trespasses = {{"predict", "<field>", {1, 1, 1}}};
    page.lockstep = report;
    return page;
}

TEST(ComparePage, EscapesHostileNames) {
    const std::string text = compare_html(synthetic_page());
    const auto page = parse_page(text);
    ASSERT_FALSE(page.empty());
    expect_self_contained(text, page);
    EXPECT_EQ(text.find("<script"), std::string::npos);
    const auto tables = tables_of(page);
    EXPECT_EQ(table_named(tables, "Devices").rows.at(2).at(0).text, "vulkan:<b>");
    EXPECT_EQ(table_named(tables, "vulkan:<b> against cpu").rows.at(1).at(1).text, "density");
    EXPECT_NE(text.find("class=\"bad\""), std::string::npos);
}

// What was not measured is not on the page.
TEST(ComparePage, HasOnlyWhatWasMeasured) {
    const std::string text = compare_html(synthetic_page());
    for (const char* section : {"id=\"flow\"", "id=\"pictures\"", "id=\"times\""})
        EXPECT_EQ(text.find(section), std::string::npos) << section;
    ComparePage none = synthetic_page();
    none.no_pictures = "no <device>";
    EXPECT_NE(compare_html(none).find("None: no &lt;device&gt;"), std::string::npos);
    expect_pair(table_named(tables_of(parse_page(text)), "vulkan:<b> against cpu"),
                json::parse(compare_json(synthetic_page()).dump(-1, ' ', false, json::error_handler_t::replace))
                    .at("lockstep")
                    .at("candidates")
                    .at(0));
}

TEST(ComparePage, OpensWithTheVerdict) {
    const auto page = parse_page(compare_html(synthetic_page()));
    for (const PageElement& e : page)
        if (e.name == "h1") {
            EXPECT_EQ(e.attribute("class"), "bad");
            EXPECT_TRUE(e.text.starts_with("Beyond tolerance: predict on vulkan:<b>")) << e.text;
        }
}

class ComparePageOfTheProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* driver : {"lavapipe", "swiftshader"})
            if (const std::string reason = why_absent(driver); !reason.empty()) {
                if (is_required(driver)) FAIL() << reason;
                GTEST_SKIP() << reason;
            }
    }
    Outcome run(const std::string& arguments) const {
        return run_program(directory_.path(), "compare --threads 1 " + arguments);  // tests run beside one another
    }
    fs::path path(const std::string& name) const { return directory_.path() / name; }
    static constexpr const char* kSmall = "cube_drop --set support_radius=0.2 --set particle_spacing=0.1 --start 20 ";
    static constexpr const char* kThree = "--backend cpu --backend vulkan:llvmpipe --backend vulkan:SwiftShader ";

  private:
    TemporaryDirectory directory_;
};

TEST_F(ComparePageOfTheProgram, HasTheNumbersOfTheJson) {
    const Outcome outcome =
        run(std::string(kSmall) + kThree + "--steps 2 --free-steps 12 --html page.html --json report.json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("page.html: "), std::string::npos);
    const std::string text = read_file(path("page.html"));
    const json report = json::parse(read_file(path("report.json")));
    EXPECT_LT(text.size(), 5'000'000u);
    const auto page = parse_page(text);
    expect_self_contained(text, page);
    const auto tables = tables_of(page);
    for (size_t k = 0; k < 2; ++k) {
        const json& candidate = report.at("lockstep").at("candidates").at(k);
        expect_pair(table_named(tables, candidate.at("backend").get<std::string>() + " against cpu"), candidate);
    }
    expect_flow(tables, report.at("free_run"));
    const PageTable& times = table_named(tables, "Time of a step");
    for (size_t k = 0; k < 3; ++k) {
        const json& own = report.at("pass_times").at("backends").at(k);
        expect_figure(times.rows.at(k + 1).at(1), own.at("ms_per_step").at("median"));
        expect_figure(times.rows.at(k + 1).at(4), own.at("ns_per_particle"));
        EXPECT_GT(own.at("ms_per_pass").at("compute_lambda").get<double>(), 0);
    }
    size_t pictures = 0, plots = 0;
    for (const PageElement& e : page) {
        pictures += e.name == "img";
        plots += e.name == "svg" && e.attribute("class") == "plot";
        if (e.name == "img") {
            EXPECT_FALSE(e.attribute("alt").empty());
        }
    }
    EXPECT_EQ(pictures, 2u * (3 + 2));  // two moments: each backend's, and the differences
    EXPECT_GE(plots, 8u);
    EXPECT_EQ(report.at("pictures").size(), 2u);
    EXPECT_EQ(report.at("pictures").at(0).at("differences").size(), 2u);
    // What draws between the steps leaves no trace in them.
    ASSERT_EQ(run(std::string(kSmall) + kThree + "--steps 12 --free-run --json free.json").exit_code, 0);
    EXPECT_EQ(json::parse(read_file(path("free.json"))).at("free_run").at("runs"), report.at("free_run").at("runs"));
}

TEST_F(ComparePageOfTheProgram, OfAReplayAndOfFreeRuns) {
    ASSERT_EQ(run(std::string(kSmall) + "--record recording --backend cpu --steps 1").exit_code, 0);
    const Outcome replayed = run(std::string("--replay recording ") + kThree + "--html replay.html --json replay.json");
    ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
    const std::string text = read_file(path("replay.html"));
    const auto page = parse_page(text);
    expect_self_contained(text, page);
    expect_pair(table_named(tables_of(page), "cpu against the recording"),
                json::parse(read_file(path("replay.json"))).at("lockstep").at("candidates").at(0));
    EXPECT_EQ(text.find("id=\"flow\""), std::string::npos);

    const Outcome freely =
        run(std::string(kSmall) + "--backend cpu --backend cpu --free-run --steps 4 --html free.html");
    ASSERT_EQ(freely.exit_code, 0) << freely.err;
    const std::string flow = read_file(path("free.html"));
    EXPECT_FALSE(parse_page(flow).empty());
    EXPECT_EQ(flow.find("id=\"lockstep\""), std::string::npos);
    EXPECT_NE(flow.find("id=\"pictures\""), std::string::npos);  // drawn on the default device
}

TEST_F(ComparePageOfTheProgram, IsRefusedBeforeAnythingIsDone) {
    const Outcome outcome = run("cube_drop --backend cpu --backend cpu --steps 1000000 --html nowhere/page.html");
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_NE(outcome.err.find("nowhere"), std::string::npos) << outcome.err;
    EXPECT_EQ(run("cube_drop --backend cpu --backend cpu --free-steps 5").exit_code, 2);
    EXPECT_EQ(run("--record new --backend cpu --html page.html").exit_code, 2);
}

// Pixels of a screenshot that are not the most frequent colour; 0: blank.
double share_of_drawn(const fs::path& png) {
    int width = 0, height = 0, channels = 0;
    unsigned char* pixels = stbi_load(png.c_str(), &width, &height, &channels, 3);
    if (!pixels) return 0;
    std::map<uint32_t, size_t> colours;
    const size_t count = size_t(width) * size_t(height);
    for (size_t p = 0; p < count; ++p)
        ++colours[uint32_t{pixels[3 * p]} << 16 | uint32_t{pixels[3 * p + 1]} << 8 | pixels[3 * p + 2]];
    stbi_image_free(pixels);
    size_t most = 0;
    for (const auto& [colour, n] : colours) most = std::max(most, n);
    return 1 - double(most) / double(count);
}

TEST_F(ComparePageOfTheProgram, OpensInABrowser) {
    ASSERT_EQ(std::system("command -v chromium >/dev/null"), 0)
        << "no chromium, which shows the page: tools/setup --test";
    ASSERT_EQ(run(std::string(kSmall) + kThree + "--steps 1 --free-steps 8 --html page.html").exit_code, 0);
    for (const char* size : {"1280,1600", "390,1600"}) {
        const std::string command =
            "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
            "--disable-background-networking --disable-component-update --disable-sync --user-data-dir='" +
            path("profile").string() + "' --window-size=" + size + " --screenshot='" + path("page.png").string() +
            "' 'file://" + path("page.html").string() + "' >/dev/null 2>&1";
        fs::remove(path("page.png"));
        ASSERT_EQ(std::system(command.c_str()), 0);
        EXPECT_GT(share_of_drawn(path("page.png")), 0.1) << size;
    }
}

}  // namespace
}  // namespace undine::testing
