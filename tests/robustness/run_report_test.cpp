// undine run: what its report says of the water.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "robustness/program.h"

namespace undine::testing {
namespace {

using nlohmann::json;

// What a run loses is what it began with less what it ends with; where something else gives or takes, that is said.
TEST(RunReport, AccountsForEnergy) {
    const TemporaryDirectory directory;
    const auto run = [&](const std::string& arguments) {
        return run_program(directory.path(), arguments + " --backend cpu --threads 1");
    };
    const std::string dam = "run dam_break_2d --set support_radius=0.1 --set particle_spacing=0.05 ";
    const auto energies = [&](const std::string& arguments) { return json::parse(run(arguments + " --json -").out); };
    const auto left = [](const json& r) {
        return r.at("kinetic_energy_J").get<double>() + r.at("potential_energy_J").get<double>();
    };
    const json start = energies(dam + "--steps 0"), end = energies(dam + "--steps 400");
    EXPECT_EQ(start.at("energy_lost_J").get<double>(), 0);
    EXPECT_NEAR(end.at("energy_lost_J").get<double>() + left(end), left(start), 1e-9 * left(start));
    EXPECT_GT(end.at("energy_lost_J").get<double>(), 0.05 * left(start));
    const std::string said = run(dam + "--steps 400").out;
    EXPECT_NE(said.find("\n  energy lost       "), std::string::npos) << said;
    const std::string wall = "run moving_wall --set support_radius=0.2 --set particle_spacing=0.1 --steps 1";
    EXPECT_EQ(energies(wall).at("energy_lost_J"), nullptr);
    EXPECT_NE(run(wall).out.find("energy lost       unknown: emitters, sinks, moving solids or surface tension"),
              std::string::npos);
}

}  // namespace
}  // namespace undine::testing
