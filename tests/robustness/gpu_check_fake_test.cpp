// tools/gpu-check with a program that stands in for machines that lack Vulkan or CUDA, or die: the order of its parts,
// and what it makes of those that do not go well.
#include <csignal>
#include <set>

#include "robustness/gpu_check_testing.h"

namespace undine::testing {
namespace {

using nlohmann::json;

size_t count(const std::vector<std::string>& lines, const std::string& command, const std::string& backend) {
    return std::ranges::count_if(lines, [&](const std::string& line) {
        return line.starts_with(command + " ") && (line + " ").find("--backend " + backend + " ") != std::string::npos;
    });
}

// Says what it was called for, and runs the program.
constexpr const char* kSanitizer =
    "echo \"sanitizer $1 $2\"\n"
    "while [ \"${1#--}\" != \"$1\" ]; do shift 2; done\n"
    "exec \"$@\"\n";

TEST(GpuCheckFake, WithBothApisOneComparisonComesFirstThenTimesWhichAreTakenWarmThenTheOthersThenTests) {
    const Check check;
    const Outcome outcome = check.run_fake("", "");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_LE(check.files(), 7u) << "results.json has an eighth beside it while it is written";
    const std::vector<std::string> log = check.lines("log");
    std::vector<std::string> order;
    for (const std::string& line : log)
        if (line.starts_with("bench ") || line.starts_with("compare ") || line.starts_with("--gtest"))
            order.push_back(line.substr(0, line.find(" --steps")));
    ASSERT_GE(order.size(), 7u);
    EXPECT_EQ(order[0], "compare cube_drop --backend cpu --backend cuda");
    EXPECT_EQ(order[1], "compare cube_drop --backend cpu --backend vulkan");
    for (size_t k = 2; k < 8; ++k) EXPECT_TRUE(order[k].starts_with("bench ")) << order[k];
    size_t k = 8;
    while (k < order.size() && !order[k].starts_with("--gtest")) ++k;
    EXPECT_EQ(std::ranges::count_if(order, [](const std::string& line) { return line.starts_with("compare "); }), 46);
    for (const char* tests : {"*.*/cuda:CudaCopies.*:CudaKernels.*-", "*.*/cuda_fast:-", "*.*/device:-"}) {
        ASSERT_LT(k, order.size());
        EXPECT_TRUE(order[k].starts_with(std::string("--gtest_color=no --gtest_filter=") + tests)) << order[k];
        ++k;
    }
    EXPECT_TRUE(order.at(k).starts_with("bench ducks")) << order.at(k);
    size_t timed = 0;
    for (const char* backend : {"cuda", "vulkan"})
        for (const char* particles : {"100k", "1M", "4M"})
            timed += std::ranges::count(log,
                                        std::string("bench dam_break:max_iterations=4 --particles ") + particles +
                                            " --backend " + backend +
                                            " --warmup 300 --warm-seconds 1 --steps 20 --repetitions 3 --passes",
                                        [](const std::string& line) { return line.substr(0, line.find(" --json")); });
    EXPECT_EQ(timed, 6u);
    for (const char* part :
         {"times of 16M particles on cuda after 20 steps", "times of 63M particles on cuda after 5 steps",
          "times of 1M particles of ducks on vulkan after 300 steps", "frames of the viewer on vulkan",
          "frames of the viewer on cuda"})
        EXPECT_TRUE(parts_of(check.results()).contains(part)) << part;
    EXPECT_FALSE(parts_of(check.results()).at("times of 1M particles on cuda after 300 steps").contains("gpus"));
    EXPECT_EQ(check.results().at("notes"), json({"no racecheck and no initcheck: compute-sanitizer is not installed",
                                                 "no counters of kernels: ncu is not installed"}));
}

TEST(GpuCheckFake, WithoutVulkanCudasPartsAreDone) {
    const Check check;
    const Outcome outcome = check.run_fake("", "FAKE_ABSENT='^vulkan'");
    EXPECT_EQ(outcome.exit_code, 1);
    const json results = check.results();
    EXPECT_TRUE(results.at("finished"));
    EXPECT_EQ(results.at("failures"), json({"Vulkan: The Vulkan loader was not found."}));
    EXPECT_TRUE(holds(results.at("left_out"), "times of 1M particles on vulkan after 300 steps (Vulkan is absent)"));
    EXPECT_TRUE(holds(results.at("left_out"), "picture 1.dam_break.cuda"));
    const std::vector<std::string> log = check.lines("log");
    EXPECT_EQ(count(log, "bench", "cuda"), 6u) << "five sizes, and floating bodies";
    EXPECT_EQ(count(log, "bench", "cuda:exact"), 3u);
    EXPECT_EQ(count(log, "compare", "cuda"), 16u) << "fifteen settings and the page";
    EXPECT_EQ(count(log, "compare", "cuda:fast"), 15u);
    EXPECT_EQ(count(log, "run", "cuda"), 3u) << "one to see whether it is there";
    EXPECT_EQ(count(log, "run", "cuda:exact"), 2u);
    for (const char* command : {"bench", "compare", "run", "capture"}) EXPECT_EQ(count(log, command, "vulkan"), 0u);
    EXPECT_NE(outcome.out.find("failed: Vulkan: "), std::string::npos) << outcome.out;
}

TEST(GpuCheckFake, WithoutAViewerItsFramesAreNoted) {
    const Check check;
    const Outcome outcome = check.run_fake("", "FAKE_ABSENT='^cuda' FAKE_EXIT=4 FAKE_EXIT_AT='^view '");
    EXPECT_EQ(check.results().at("failures"), json({"CUDA: There is no cuda here."})) << outcome.out;
    EXPECT_TRUE(holds(check.results().at("notes"),
                      "frames of the viewer on vulkan: none, for this program was built without a viewer"));
    EXPECT_EQ(count(check.lines("log"), "view dam_break --headless --frames 600", "vulkan"), 1u);
}

TEST(GpuCheckFake, WithoutCudaVulkansPartsAreDone) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_ABSENT='^cuda'").exit_code, 1);
    EXPECT_EQ(check.results().at("failures"), json({"CUDA: There is no cuda here."}));
    const std::vector<std::string> log = check.lines("log");
    EXPECT_EQ(count(log, "bench", "vulkan"), 6u) << "four sizes, floating bodies, and drawing";
    EXPECT_EQ(count(log, "compare", "vulkan"), 16u);
    EXPECT_EQ(count(log, "capture", "vulkan"), 3u);
    EXPECT_EQ(count(log, "bench", "cuda"), 0u);
    const Check content;
    EXPECT_EQ(content.run_fake("--without-cuda", "FAKE_ABSENT='^cuda'").exit_code, 0);
}

TEST(GpuCheckFake, ACpuIsTakenOnlyByName) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_TYPE=CPU").exit_code, 1);
    EXPECT_EQ(check.results().at("failures"),
              json({"Vulkan: no GPU, only Fake (model 2) on the CPU, which --vulkan NAME would take"}));
    EXPECT_EQ(count(check.lines("log"), "bench", "vulkan"), 0u);
    const Check named;
    EXPECT_EQ(named.run_fake("--vulkan Fake", "FAKE_TYPE=CPU").exit_code, 0);
    EXPECT_EQ(count(named.lines("log"), "bench", "vulkan:Fake"), 6u);
}

TEST(GpuCheckFake, CutOffItKeepsWhatIsDone) {
    for (const char* signal : {"KILL", "TERM"}) {
        SCOPED_TRACE(signal);
        const Check check;
        const Outcome outcome =
            check.run_fake("", std::string("FAKE_KILL=") + signal + " FAKE_KILL_AT='^bench.*4M --backend cuda '");
        EXPECT_NE(outcome.exit_code, 0);
        const json results = check.results();
        const std::map<std::string, json> parts = parts_of(results);
        EXPECT_EQ(parts.size(), 7u) << "devices, a comparison and two sizes of two APIs";
        EXPECT_EQ(parts.at("times of 1M particles on vulkan after 300 steps").at("result").at("command"), "bench");
        EXPECT_LE(check.files(), 8u);
        const bool told = signal == std::string("TERM");
        EXPECT_EQ(results.at("finished"), told);
        EXPECT_EQ(holds(results.at("failures"), "cut off by a signal in: times of 4M particles on cuda"), told);
    }
}

// What they have said by then is in the summary, though it is kept from there while they run.
TEST(GpuCheckFake, CutOffInTheTestsItSaysSo) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_KILL=TERM FAKE_KILL_AT='^--gtest.*cuda:'").exit_code, 1);
    EXPECT_EQ(check.results().at("failures"), json({"cut off by a signal in: tests of cuda:exact"}));
    const std::string summary = read_file(check.path("results/summary.txt"));
    EXPECT_NE(summary.find("failed: cut off by a signal in: tests of cuda:exact"), std::string::npos) << summary;
}

// The least valuable, or what takes longest, comes last.
TEST(GpuCheckFake, WithNvidiasToolsMoreIsMeasuredInTheEnd) {
    const Check check;
    check.tool("compute-sanitizer", kSanitizer);
    check.tool("ncu", "echo '\"ID\",\"Kernel Name\"'; echo 'of the program'; echo '\"0\",\"find_neighbors\"'\n");
    // Knows the older name alone, and has not said its last word when the part ends.
    check.tool("nvidia-smi",
               "case \"$*\" in *event_reasons*) exit 2;; *-lms*) ;; *) exit 0;; esac\n"
               "echo $$ >>\"$FAKE_LOG.samplers\"\n"
               "printf '0, %s, 0x4\\n' '1980, 650.5' '345, 70' '1755, 699.9' '[N/A], 2'\n"
               "touch \"$FAKE_LOG.sampled\"; exec sleep 600\n");
    const Outcome outcome = check.run_fake(
        "", check.with_tools() + "FAKE_CARD='NVIDIA H100 80GB HBM3' FAKE_WAIT_AT='^bench.*100k --backend cuda ' " +
                "FAKE_WAIT_FOR='" + check.path("log.sampled") + "'");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    const json results = check.results();
    EXPECT_EQ(results.at("notes"),
              json({"times of drawing: of NVIDIA H100 80GB HBM3, a compute card, which has few units that draw and no "
                    "display"}));
    std::vector<std::string> names;
    for (const json& part : results.at("parts")) names.push_back(part.at("name"));
    const std::vector<std::string> last{
        "racecheck of ducks on cuda",       "racecheck of fountain on cuda",
        "initcheck of ducks on cuda",       "initcheck of fountain on cuda",
        "counters of 1M particles on cuda", "times of 63M particles on cuda after 5 steps"};
    ASSERT_GT(names.size(), last.size());
    EXPECT_TRUE(std::equal(last.rbegin(), last.rend(), names.rbegin())) << json(names);
    const std::map<std::string, json> parts = parts_of(results);
    EXPECT_EQ(parts.at("counters of 1M particles on cuda").at("result").at("csv"),
              json({"\"ID\",\"Kernel Name\"", "\"0\",\"find_neighbors\""}));
    EXPECT_EQ(parts.at("times of 100k particles on cuda after 300 steps").at("gpus"), json::parse(R"([{"index": 0,
              "samples": 3, "sm_mhz": {"min": 345, "median": 1755, "max": 1980},
              "watts": {"min": 70, "median": 650.5, "max": 699.9}, "reasons": ["0x4"]}])"));
    EXPECT_FALSE(parts.at("passes of dam_break on cuda").contains("gpus")) << "of benches alone";
    for (const std::string& sampler : check.lines("log.samplers"))
        EXPECT_NE(kill(std::stoi(sampler), 0), 0) << sampler << " goes on";
}

TEST(GpuCheckFake, OfNvidiasToolsARaceFailsAndForbiddenCountersDoNot) {
    const Check check;
    check.tool("compute-sanitizer", "case \"$*\" in *racecheck*ducks*) exit 9;; esac\n");
    check.tool("ncu", "echo '==ERROR== ERR_NVGPUCTRPERM - no permission'; exit 1\n");
    const Outcome outcome = check.run_fake("", check.with_tools() + "FAKE_EXIT=6 FAKE_EXIT_AT='^bench.* 63M '");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(check.results().at("failures"), json({"racecheck of ducks on cuda: exit code 9"}));
    EXPECT_EQ(check.results().at("notes"),
              json({"counters of 1M particles on cuda: none, for this user may not read them",
                    "times of 63M particles on cuda after 5 steps: more than the device's memory holds"}));
}

TEST(GpuCheckFake, WhatDoesNotAnswerIsNotAskedAgain) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_EXIT=124 FAKE_EXIT_AT='^compare cube_drop .*vulkan '").exit_code, 1);
    const json results = check.results();
    EXPECT_EQ(results.at("failures").size(), 1u);
    EXPECT_TRUE(holds(results.at("left_out"),
                      "times of 1M particles on vulkan after 300 steps (vulkan did not answer in time"));
    EXPECT_EQ(count(check.lines("log"), "bench", "cuda"), 6u);
    EXPECT_EQ(count(check.lines("log"), "bench", "vulkan"), 0u);
    EXPECT_EQ(count(check.lines("log"), "compare", "vulkan"), 1u);
}

TEST(GpuCheckFake, ABenchThatTakesTooLongCostsNothingButBenches) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_EXIT=124 FAKE_EXIT_AT='^bench.*100k --backend vulkan '").exit_code, 1);
    const json results = check.results();
    EXPECT_EQ(results.at("failures").size(), 1u);
    EXPECT_TRUE(
        holds(results.at("left_out"), "times of 1M particles on vulkan after 300 steps (a bench on vulkan was"));
    const std::vector<std::string> log = check.lines("log");
    EXPECT_EQ(count(log, "bench", "cuda"), 6u);
    EXPECT_EQ(count(log, "bench", "vulkan"), 1u);
    EXPECT_EQ(count(log, "compare", "vulkan"), 16u);
    EXPECT_EQ(count(log, "capture", "vulkan"), 3u);
}

// Whether a pair at the edge of h counts depends on rounding, and these kernels round otherwise.
TEST(GpuCheckFake, DifferencesOfTheFastKernelsAreNotedAndTheirErrorsAreFailures) {
    const Check differs;
    const Outcome outcome = differs.run_fake("", "FAKE_EXIT=1 FAKE_EXIT_AT='^compare ducks .*cuda:fast'");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_TRUE(holds(differs.results().at("notes"), "passes of ducks on cuda:fast: beyond tolerance"));
    EXPECT_NE(outcome.out.find("  noted: passes of ducks on cuda:fast"), std::string::npos) << outcome.out;
    const Check fails;
    EXPECT_EQ(fails.run_fake("", "FAKE_EXIT=5 FAKE_EXIT_AT='^compare ducks .*cuda:fast'").exit_code, 1);
    EXPECT_EQ(fails.results().at("failures"),
              json({"passes of ducks on cuda:fast: exit code 5",
                    "passes of ducks gradients=start repulsion=shift error_rate=5 viscosity=0.01 slip_length=0.01 "
                    "diffuse_capacity=20000 "
                    "splash_energy_min=0 trapped_air_min=0 on cuda:fast: exit code 5"}));
}

TEST(GpuCheckFake, WhatCudaFailsAtIsTriedSmallWhereErrorsArise) {
    const Check check;
    check.tool("compute-sanitizer", kSanitizer);
    const Outcome outcome =
        check.run_fake("", check.with_tools() + "FAKE_EXIT=5 FAKE_EXIT_AT='^bench.*1M --backend cuda:exact '");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(check.results().at("failures").size(), 1u) << check.results().at("failures");
    EXPECT_EQ(count(check.lines("log"), "run dam_break --set max_iterations=4 --steps 2", "cuda:exact"), 1u);
    const std::string summary = read_file(check.path("results/summary.txt"));
    EXPECT_NE(summary.find("$ CUDA_LAUNCH_BLOCKING=1 compute-sanitizer --tool memcheck fake_undine run dam_break --set "
                           "max_iterations=4 --steps 2 --backend cuda:exact\nsanitizer --tool memcheck\n[exit code 0]"),
              std::string::npos)
        << summary;
}

TEST(GpuCheckFake, SoIsWhatCudaFailsAtBesideOtherBackends) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_EXIT=5 FAKE_EXIT_AT='^compare.* --html '").exit_code, 1);
    EXPECT_EQ(check.results().at("failures"), json({"report.html: exit code 5"}));
    const std::string summary = read_file(check.path("results/summary.txt"));
    EXPECT_NE(
        summary.find("$ CUDA_LAUNCH_BLOCKING=1 fake_undine run dam_break --steps 2 --backend cuda\n[exit code 0]"),
        std::string::npos)
        << summary;
}

TEST(GpuCheckFake, FailuresAreNamedAndTheRestIsDone) {
    const Check check;
    const Outcome outcome = check.run_fake(
        "", "FAKE_UNSTEADY='cuda:exact' FAKE_EXIT=1 FAKE_EXIT_AT='^compare cube_drop --backend cpu --backend vulkan '");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(check.results().at("failures"),
              json({"passes of cube_drop on vulkan: exit code 1", "two runs on cuda:exact differ"}));
    EXPECT_TRUE(check.results().at("left_out").empty());
    const std::string summary = read_file(check.path("results/summary.txt"));
    EXPECT_NE(summary.find("failed: two runs on cuda:exact differ"), std::string::npos) << summary;
}

TEST(GpuCheckFake, WithNoTimeEveryPartIsLeftOutAndNamed) {
    const Check check;
    EXPECT_EQ(check.run_fake("--seconds 0", "").exit_code, 1);
    const json results = check.results();
    EXPECT_TRUE(results.at("parts").empty());
    for (const char* part : {"devices", "times of 100k particles on cuda after 300 steps",
                             "passes of dam_break on vulkan", "run 1 on cuda:exact", "report.html", "times of drawing",
                             "picture 2.beach.vulkan", "times of 16M particles on vulkan after 20 steps"})
        EXPECT_TRUE(holds(results.at("left_out"), std::string(part) + " (no time was left)")) << part;
}

// No part has a time of its own, which a busy machine would outlast.
TEST(GpuCheckFake, APartGetsAQuarterOfTheTimeAndTestsAThird) {
    const Check small, given;
    small.run_fake("--small", "FAKE_ABSENT=.");  // only what needs no device
    EXPECT_NE(read_file(small.path("log.environment")).find("timeout -k 5 900 "), std::string::npos);
    EXPECT_EQ(given.run_fake("--seconds 400000", "").exit_code, 0);
    const std::string log = read_file(given.path("log.environment"));
    const auto given_at_most = [&](const char* seconds) {
        const std::string call = std::string("timeout -k 5 ") + seconds + " ";
        size_t parts = 0;
        for (size_t at = 0; (at = log.find(call, at)) != std::string::npos; ++at) ++parts;
        return parts;
    };
    EXPECT_EQ(given_at_most("100000"), 74u);
    EXPECT_EQ(given_at_most("133333"), 3u) << "exact and fast kernels of CUDA, and Vulkan";
}

// Tests are run with the device required, on the one that the other parts run on, and with the program in question.
TEST(GpuCheckFake, TestsThatDoNotPassAreNamedAndCounted) {
    const Check check;
    const Outcome outcome = check.run_fake(
        "",
        "FAKE_FAILING='^(Parity|GpuSort).*/cuda$' FAKE_DYING='^CudaSharing.*/cuda_fast$' FAKE_SKIPPED='^G.*/device$'");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(check.results().at("failures"),
              json({"tests of cuda:exact: 2 of 3 failed: Parity.Holds/cuda GpuSort.Holds/cuda",
                    "tests of cuda:fast: 1 of 2 failed: CudaSharing.Holds/cuda_fast",
                    "tests of vulkan: 1 of 3 skipped: GpuSort.Holds/device"}));
    const std::map<std::string, json> parts = parts_of(check.results());
    EXPECT_EQ(parts.at("tests of cuda:exact").at("result"),
              json({{"run", 3}, {"failed", {"Parity.Holds/cuda", "GpuSort.Holds/cuda"}}, {"skipped", json::array()}}));
    EXPECT_EQ(parts.at("tests of vulkan").at("result"),
              json({{"run", 3}, {"failed", json::array()}, {"skipped", {"GpuSort.Holds/device"}}}));
    EXPECT_TRUE(check.results().at("left_out").empty()) << check.results().at("left_out");
    const std::string program = std::filesystem::canonical(check.kFake);
    EXPECT_NE(read_file(check.path("log.environment")).find("tests: cuda,device fa4e " + program + "\n"),
              std::string::npos);
    const std::string summary = read_file(check.path("results/summary.txt"));
    EXPECT_NE(
        summary.find("$ CUDA_LAUNCH_BLOCKING=1 fake_undine --gtest_filter=Parity.Holds/cuda\n[ RUN      ] Parity"),
        std::string::npos)
        << summary;
}

TEST(GpuCheckFake, TestsOfCudaThatWantVulkanAreLeftOutWithoutIt) {
    const Check check;
    EXPECT_EQ(check.run_fake("", "FAKE_ABSENT='^vulkan' FAKE_SKIPPED='^CudaSharing'").exit_code, 1);
    const json results = check.results();
    EXPECT_EQ(results.at("failures").size(), 1u) << results.at("failures");
    EXPECT_TRUE(holds(results.at("left_out"), "tests of cuda:exact: CudaSharing.Holds/cuda (Vulkan is absent)"));
    EXPECT_TRUE(holds(results.at("left_out"), "tests of vulkan (Vulkan is absent)"));
    EXPECT_NE(read_file(check.path("log.environment")).find("tests: cuda,device nothing "), std::string::npos);
}

TEST(GpuCheckFake, WithoutTheTestsTheRestIsDone) {
    const Check check;
    EXPECT_EQ(check
                  .run("--program '" + check.kFake + "' --without-cuda results",
                       "FAKE_ABSENT='^cuda' FAKE_LOG='" + check.path("log") + "'")
                  .exit_code,
              1);
    const json results = check.results();
    EXPECT_TRUE(results.at("failures").empty()) << results.at("failures");
    EXPECT_TRUE(holds(results.at("left_out"), "tests of vulkan (there is no ")) << results.at("left_out");
    EXPECT_EQ(count(check.lines("log"), "bench", "vulkan"), 6u);
}

TEST(GpuCheckFake, NvidiasDriverIsFoundWhereContainersKeepIt) {
    for (const char* folder : {"usr/share/vulkan/icd.d", "etc/vulkan/icd.d", "usr/local/nvidia/share/vulkan/icd.d"}) {
        const Check check;
        const std::string root = check.path("root"), manifest = root + "/" + folder + "/nvidia_icd.json";
        std::filesystem::create_directories(root + "/" + folder);
        std::ofstream(manifest) << "{}";
        const Outcome outcome =
            check.run_fake("--seconds 0 --driver-root '" + root + "'", "FAKE_DRIVER='" + manifest + "'");
        EXPECT_TRUE(check.results().at("failures").empty()) << outcome.out;
        EXPECT_NE(outcome.out.find("Vulkan's driver: VK_DRIVER_FILES=" + manifest), std::string::npos) << outcome.out;
        EXPECT_EQ(check.lines("log.environment").at(0), "VK_DRIVER_FILES=") << "the loader has the first word";
    }
    const Check none;
    EXPECT_EQ(none.run_fake("--seconds 0 --driver-root .", "FAKE_DRIVER=/nowhere").exit_code, 1);
    EXPECT_TRUE(holds(none.results().at("failures"), "Vulkan: The Vulkan loader was not found."));
}

TEST(GpuCheckFake, PackedLoadersAreUsedWhereTheMachineHasNone) {
    const Check check;
    ASSERT_EQ(check.run("--program '" + check.kFake + "' --tests '" + check.kFake + "' --pack packed").exit_code, 0);
    ASSERT_TRUE(std::filesystem::exists(check.path("packed/loaders/libvulkan.so.1")));
    const auto run = [&](const std::string& path, const std::string& out) {
        const std::string environment = "FAKE_LOG='" + check.path(out + ".log") + "' PATH=" + path + "\"$PATH\"";
        check.run("--seconds 0 --vulkan Fake " + out, environment, check.path("packed/gpu-check"));
        EXPECT_TRUE(json::parse(read_file(check.path(out + "/results.json"))).at("failures").empty());
        return read_file(check.path(out + ".log.environment")).find("libvulkan.so.1") != std::string::npos;
    };
    EXPECT_FALSE(run("", "has"));
    check.tool("ldconfig", "");
    EXPECT_TRUE(run(check.path("bin") + ":", "lacks"));
}

}  // namespace
}  // namespace undine::testing
