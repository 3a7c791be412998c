// undine bench without a clock: what it is asked, how it scales a scene, what it makes of numbers.
#include "measure/bench.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "backends/cpu/cpu_backend.h"
#include "cli/bench/bench_against.h"
#include "cli/bench/bench_options.h"
#include "measure/spread.h"
#include "scene/particles.h"
#include "scene/resolution.h"
#include "scene/sampling.h"
#include "scene/scene.h"
#include "unit/input_testing.h"

namespace undine::testing {
namespace {

TEST(BenchOptions, Counts) {
    EXPECT_EQ(read_count("8000"), 8000u);
    EXPECT_EQ(read_count("8k"), 8000u);
    EXPECT_EQ(read_count("1M"), 1'000'000u);
    EXPECT_EQ(read_count("8.2k"), 8200u);
    EXPECT_EQ(read_count("1.5M"), 1'500'000u);
    for (const char* bad : {"", "k", "8q", "8K", "0", "-8", "1.5", "1.2345k", "nan", "1e3", "8k ", "65M"}) {
        SCOPED_TRACE(bad);
        const std::string sentence = sentence_of([&] { read_count(bad); }, Exit::usage);
        EXPECT_NE(sentence.find("--particles"), std::string::npos) << sentence;
    }
}

TEST(BenchOptions, SceneArguments) {
    using namespace std::string_literals;
    const SceneArgument plain = read_scene_argument("dam_break");
    EXPECT_EQ(plain.scene, "dam_break");
    EXPECT_TRUE(plain.overrides.empty());
    const SceneArgument both = read_scene_argument("C:/scenes/dam.toml:dt=0.002:gravity=[0, -1, 0]");
    EXPECT_EQ(both.scene, "C:/scenes/dam.toml");
    EXPECT_EQ(both.overrides, (std::vector<std::string>{"dt=0.002", "gravity=[0, -1, 0]"}));
    for (const std::string& none : {"a::b"s, "a:=1"s, "a:b-c=1"s, "a:"s, "x:" + std::string(100'000, 'a')}) {
        EXPECT_EQ(read_scene_argument(none).scene, none);
        EXPECT_TRUE(read_scene_argument(none).overrides.empty());
    }
}

TEST(BenchOptions, ColumnsAreBackendsTimesTheirChoices) {
    BenchOptions o;
    o.backends = {"cpu", "vulkan:a", "vulkan:b"};
    o.threads = {1, 2};
    o.workgroups = {32, 64};
    std::vector<std::string> labels;
    for (const BenchColumn& c : make_columns(o)) labels.push_back(c.label);
    EXPECT_EQ(labels,
              (std::vector<std::string>{"cpu, 1 thread", "cpu, 2 threads", "vulkan:a, workgroup 32",
                                        "vulkan:a, workgroup 64", "vulkan:b, workgroup 32", "vulkan:b, workgroup 64"}));
    o.backends = {"cpu"};
    EXPECT_NE(sentence_of([&] { make_columns(o); }, Exit::usage).find("--workgroup"), std::string::npos);
    o.backends = {"vulkan"};
    EXPECT_NE(sentence_of([&] { make_columns(o); }, Exit::usage).find("--threads"), std::string::npos);
}

Scene scene_of(const std::string& name) { return load_scene(UNDINE_SCENES "/" + name + ".toml", {}); }

TEST(Resolution, ShapeAndRatiosStay) {
    for (const char* name : {"cube_drop", "dam_break", "dam_break_2d"}) {
        SCOPED_TRACE(name);
        const Scene scene = scene_of(name);
        const size_t count = sample_fluid(scene).size();
        const uint64_t wanted = 3 * count;
        const Scene finer = with_particles(scene, count, wanted);
        const Parameters &p = scene.parameters, &q = finer.parameters;
        const double rounding = 1e-6;  // of floats, relative
        EXPECT_NEAR(q.support_radius / q.particle_spacing, p.support_radius / p.particle_spacing, rounding * 4);
        EXPECT_NEAR(q.dt / q.support_radius, p.dt / p.support_radius, rounding);
        for (float Parameters::*rate : {&Parameters::error_rate, &Parameters::shift_rate, &Parameters::xsph_rate})
            EXPECT_NEAR(q.*rate * q.dt, p.*rate * p.dt, rounding);
        EXPECT_NEAR(std::pow(p.particle_spacing / q.particle_spacing, p.dimensions), 3, 3 * 3 * rounding);
        EXPECT_EQ(p.tank_max, q.tank_max);
        // Each axis rounds by half a particle at most; the shortest here has 28.
        EXPECT_NEAR(double(sample_fluid(finer).size()) / double(wanted), 1, 3 * 0.5 / 28);
    }
}

TEST(Resolution, AGivenMassAndBoundarySpacingFollow) {
    Scene scene = scene_of("hydrostatic");
    scene.parameters.particle_mass = 0.125f;
    scene.parameters.boundary_spacing = 0.04f;
    const Scene finer = with_particles(scene, 8000, 64000);
    EXPECT_NEAR(finer.parameters.particle_mass, 0.125 / 8, 1e-8);
    EXPECT_NEAR(finer.parameters.boundary_spacing, 0.02, 1e-8);
    EXPECT_EQ(with_particles(scene, 8000, 8000).parameters, scene.parameters);
}

// The same water arrives in more, smaller particles, and there is room for them.
TEST(Resolution, CapacityAndEmittersFollow) {
    Scene scene = scene_of("fountain");
    scene.parameters.particle_capacity = 9001;
    scene.emitters.push_back(scene.emitters[0]);
    scene.emitters[0].spacing = 0.06f;
    scene.emitters[1].rate = 400;
    const uint64_t count = sample_fluid(scene).size();
    const Scene finer = with_particles(scene, count, 8 * count);
    EXPECT_EQ(finer.parameters.particle_capacity, 8u * 9001);
    EXPECT_FLOAT_EQ(finer.emitters[0].spacing, 0.03f);
    EXPECT_EQ(finer.emitters[0].rate, 0);
    EXPECT_EQ(finer.emitters[1].spacing, 0);
    EXPECT_FLOAT_EQ(finer.emitters[1].rate, 8 * 400);
    EXPECT_EQ(with_particles(scene, count, kMaxParticles).parameters.particle_capacity, kMaxParticles);
    EXPECT_NE(sentence_of([&] { with_particles(scene_of("tap"), 0, 9000); }).find("begins with none"),
              std::string::npos);
}

TEST(Resolution, WhatCannotScaleIsSaid) {
    Scene scene = scene_of("cube_drop");
    EXPECT_NE(sentence_of([&] { with_particles(scene, 8000, 1); }).find("dt"), std::string::npos);
    scene.boundary_file = "rocks.ply";
    EXPECT_NE(sentence_of([&] { with_particles(scene, 8000, 9000); }).find("rocks.ply"), std::string::npos);
}

TEST(Spread, MedianLeastMost) {
    EXPECT_EQ(spread_of({3, 1, 2}).median, 2);
    EXPECT_EQ(spread_of({4, 1, 2, 3}).median, 2.5);
    EXPECT_EQ(spread_of({3, 1, 2}).least, 1);
    EXPECT_EQ(spread_of({3, 1, 2}).most, 3);
    EXPECT_EQ(spread_of({7}).median, 7);
}

TEST(Bench, PartsMakeGroups) {
    std::vector<PassMeasurement> passes;
    const std::vector<PassTime> totals{
        {"predict", 2, 2}, {"sort/scan", 4, 2}, {"sort/scatter", 6, 2}, {"reorder", 8, 2}};
    add_repetition(passes, totals, 2);
    add_repetition(passes, totals, 2);
    std::vector<std::string> names;
    for (const PassMeasurement& p : passes) names.push_back(p.name);
    EXPECT_EQ(names, (std::vector<std::string>{"predict", "sort", "sort/scan", "sort/scatter", "reorder"}));
    EXPECT_EQ(passes[1].ms, (std::vector<double>{5, 5}));
    EXPECT_EQ(passes[1].runs, 1);
    EXPECT_EQ(passes[2].ms, (std::vector<double>{2, 2}));
}

TEST(Bench, WhatDoesNotFitLeavesTheOthersAlone) {
    Scene scene = scene_of("hydrostatic");
    scene = with_particles(scene, 8000, 1000);
    const auto full = []() -> std::unique_ptr<Backend> { throw Error(Exit::out_of_memory, "the memory is full"); };
    const BenchSettings settings{.warmup = 1, .steps = 1, .repetitions = 3};
    int repetitions = 0;
    const GroupMeasurement group = measure_group(
        scene, sample_fluid(scene), {}, {full, [] { return make_cpu_backend(1); }}, settings, [&] { ++repetitions; });
    EXPECT_EQ(group.backends[0].out_of_memory, "the memory is full");
    EXPECT_TRUE(group.backends[0].step_ms.empty());
    EXPECT_EQ(group.backends[1].out_of_memory, "");
    EXPECT_EQ(group.backends[1].step_ms.size(), 3u);
    EXPECT_EQ(group.backends[1].timed_step_ms.size(), 3u);
    for (const PassMeasurement& pass : group.backends[1].passes) EXPECT_EQ(pass.ms.size(), 3u) << pass.name;
    EXPECT_EQ(repetitions, 2 * 2 * 3);
    const auto broken = []() -> std::unique_ptr<Backend> { throw Error(Exit::device_lost, "gone"); };
    const auto measure_broken = [&] { measure_group(scene, sample_fluid(scene), {}, {broken}, settings); };
    EXPECT_EQ(sentence_of(measure_broken, Exit::device_lost), "gone");
}

TEST(Bench, WarmSecondsAreStepsWithoutEffect) {
    using Clock = std::chrono::steady_clock;
    Scene scene = scene_of("hydrostatic");
    scene = with_particles(scene, 8000, 1000);
    const auto measure = [&](double seconds, int& steps) {
        const auto make = [&] {
            return make_cpu_backend(1, [&](Pass pass, Variant, const FluidArrays&) { steps += pass == Pass::predict; });
        };
        const BenchSettings settings{.warmup = 5, .warm_seconds = seconds, .steps = 2, .repetitions = 1};
        return measure_group(scene, sample_fluid(scene), {}, {make}, settings);
    };
    int cold = 0, warm = 0;
    const GroupMeasurement without = measure(0, cold);
    const auto start = Clock::now();
    const GroupMeasurement with = measure(0.05, warm);
    EXPECT_GE(Clock::now() - start, std::chrono::milliseconds(50));
    EXPECT_EQ(cold, 5 + 2 * 2);
    EXPECT_GE(warm, cold + 2);
    EXPECT_EQ((warm - cold) % 2, 0);
    EXPECT_EQ(without.work.neighbors_mean, with.work.neighbors_mean) << "repetitions start from the end of the warm-up";
}

TEST(Bench, AStateThatIsNotFiniteIsNotTimed) {
    const Scene scene = with_particles(scene_of("hydrostatic"), 8000, 1000);
    ParticleState state = sample_fluid(scene);
    const auto measure = [&] {
        measure_group(scene, state, {}, {[] { return make_cpu_backend(1); }},
                      {.warmup = 1, .steps = 1, .repetitions = 1});
    };
    measure();
    state.velocity[7].y = NAN;
    const std::string sentence = sentence_of(measure, Exit::failed);
    EXPECT_NE(sentence.find(" not finite after the warm-up; "), std::string::npos) << sentence;
}

nlohmann::json report_of(double step, const std::string& name, const std::string& scene = "cube_drop",
                         size_t repetitions = 5) {
    const nlohmann::json spread{{"median", step},
                                {"least", step * 0.9},
                                {"most", step * 1.1},
                                {"repetitions", std::vector<double>(repetitions, step)}};
    return {{"report", "undine bench"},
            {"cases",
             {{{"scene", scene},
               {"overrides", nlohmann::json::array()},
               {"particles", 8000},
               {"neighbors", "list"},
               {"name", name},
               {"threads", 1},
               {"workgroup", 0},
               {"ms_per_step", spread},
               {"passes", {{{"name", "predict"}, {"ms_per_step", spread}}}}}}}};
}

TEST(BenchAgainst, CasesAreMatchedAndJudged) {
    const nlohmann::json now = report_of(10, "CPU, 1 thread");
    const auto against = [&](const nlohmann::json& before) { return compare_reports(before, now).at(0); };
    const ComparedCase twice = against(report_of(20, "CPU, 1 thread"));
    ASSERT_EQ(twice.comparisons.size(), 2u);
    EXPECT_EQ(twice.comparisons[0].pass, "step");
    EXPECT_EQ(twice.comparisons[0].ratio(), 0.5);
    EXPECT_EQ(twice.comparisons[0].verdict(), Verdict::faster);
    EXPECT_EQ(twice.comparisons[1].pass, "predict");
    EXPECT_EQ(against(report_of(11, "CPU, 1 thread")).comparisons[0].verdict(), Verdict::same);
    EXPECT_EQ(against(report_of(5, "CPU, 1 thread")).comparisons[0].verdict(), Verdict::slower);
    // Of two repetitions each, one in three pairs would part by chance; of three one in ten, of four one in 35.
    auto judged = [](size_t before, size_t now) {
        return compare_reports(report_of(20, "CPU", "cube_drop", before), report_of(10, "CPU", "cube_drop", now))
            .at(0)
            .comparisons[0]
            .verdict();
    };
    EXPECT_EQ(judged(2, 2), Verdict::unknown);
    EXPECT_EQ(judged(3, 3), Verdict::unknown);
    EXPECT_EQ(judged(4, 4), Verdict::faster);
    EXPECT_EQ(judged(1, 100), Verdict::faster);
    EXPECT_EQ(judged(1, 30), Verdict::unknown);
    EXPECT_EQ(judged(0, 5), Verdict::unknown);
    EXPECT_TRUE(against(report_of(10, "CPU, 2 threads")).comparisons.empty());
    EXPECT_TRUE(against(report_of(10, "CPU, 1 thread", "dam_break")).comparisons.empty());
    EXPECT_NE(against_tables({twice}, "old.json").find("faster"), std::string::npos);
    const std::string other = against_tables(compare_reports(report_of(1, "other"), now), "old.json");
    EXPECT_NE(other.find("no such case"), std::string::npos) << other;
}

TEST(BenchAgainst, OtherFilesAreRefused) {
    const TemporaryDirectory directory;
    const auto refused = [&](const std::string& text) {
        return sentence_of([&] { read_bench_report(directory.file("old.json", text)); });
    };
    for (const char* text : {"not JSON", "[1, 2]", "{}", R"({"report": "undine run"})", R"({"report": "undine bench"})",
                             R"({"report": "undine bench", "cases": [{"scene": 3}]})"})
        EXPECT_NE(refused(text).find("old.json: is not a report of undine bench"), std::string::npos) << text;
    EXPECT_NE(refused("").find("old.json: is empty; expected what `undine bench --json` wrote"), std::string::npos);
    EXPECT_NE(sentence_of([&] { read_bench_report((directory.path() / "none.json").string()); }).find("none.json"),
              std::string::npos);
}

// A comparison goes into brackets by calling itself, and takes every case with every other.
TEST(BenchAgainst, ReportsThatWouldKeepItBusyAreRefused) {
    const TemporaryDirectory directory;
    nlohmann::json report = report_of(10, "CPU, 1 thread");
    report["warmup_steps"] = report["steps"] = 1;
    const auto read = [&] { return read_bench_report(directory.file("old.json", report.dump())); };
    EXPECT_EQ(read(), report);
    const auto refused = [&] { return sentence_of(read).find("is not a report of undine bench") != std::string::npos; };
    const nlohmann::json right = report;
    for (const char* key : {"particles", "workgroup"})
        for (const nlohmann::json& value : {nlohmann::json(-1), nlohmann::json(1e300), nlohmann::json(2.5)}) {
            report = right;
            report["cases"][0][key] = value;
            EXPECT_TRUE(refused()) << key << " " << value;
        }
    report = right;
    report["cases"] = std::vector(2001, right["cases"][0]);
    EXPECT_TRUE(refused());
    report = right;
    report["cases"][0]["passes"] = std::vector(201, right["cases"][0]["passes"][0]);
    EXPECT_TRUE(refused());
    const std::string text = right.dump(), brackets(500'000, '[');  // a stack's worth
    const std::string deep = R"({"threads":)" + brackets + std::string(500'000, ']') + ",";
    const std::string file = directory.file("deep.json", deep + text.substr(1));
    EXPECT_NE(sentence_of([&] { read_bench_report(file); }).find("is not a report of undine bench"), std::string::npos);
}

}  // namespace
}  // namespace undine::testing
