// A fluid that is simulated: on the CPU, on a Vulkan or CUDA device that the library opens, or on the application's own
// Vulkan device (undine/vulkan.h).
//
//     undine::core::Simulation water(scene, {.backend = "cpu"});
//     while (water.time() < 1) water.step();
//     undine::core::Particles particles = water.particles();
//
// An object may be used by one thread at a time. Functions throw undine::Error: bad_input for what a scene or an
// argument says, usage for a call that does not fit, no_device, device_lost, out_of_memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "undine/scene.h"

namespace undine::core {

using Vec4 = std::array<float, 4>;

// What a Renderer will be asked for, if there will be one. Water needs 48 bytes a particle more, and three dimensions.
enum class Drawn { nothing, automatic, water, particles };  // automatic: water, or particles in two dimensions

struct SimulationOptions {
    std::string backend = "cpu";  // as --backend: cpu, vulkan, vulkan:INDEX, NAME or UUID; cuda likewise
    int threads = 0;              // of the CPU backend; 0: all cores
    Drawn drawn = Drawn::nothing;
    std::string color = "natural";  // of drawn particles, as `undine capture --color`
};

// Copies, in the order of the particles' ids.
struct Particles {
    std::vector<Vec3> position;   // m
    std::vector<Vec3> velocity;   // m/s
    std::vector<float> density;   // kg/m³ (kg/m² in 2D), of the last step
    std::vector<float> pressure;  // Pa (N/m in 2D), of the last step; 0: unknown
    std::vector<uint32_t> id;     // unique; in a scene without emitters 0, 1, 2 …
    size_t size() const { return position.size(); }
};

// The arrays of the CPU backend themselves, in its own order, which every step changes: element i of each is the same
// particle. Valid until the simulation is destroyed or set_particles(); they show the state after the latest step.
struct MappedParticles {
    std::span<const Vec4> position;  // m; [3]: density, kg/m³
    std::span<const Vec4> velocity;  // m/s; [3]: pressure, Pa
    std::span<const uint32_t> id;
};

struct SolidPose {
    std::array<double, 3> center;            // m
    std::array<double, 4> rotation;          // a unit quaternion: w, x, y, z
    std::array<double, 3> velocity;          // m/s
    std::array<double, 3> angular_velocity;  // rad/s
};

class Simulation {
  public:
    explicit Simulation(const Scene& scene, const SimulationOptions& options = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    // Steps of time_step() each. On a GPU they may still be running when this returns.
    void step(uint32_t count = 1);

    double time() const;  // s of the scene
    uint64_t steps() const;
    double time_step() const;         // s: parameter dt
    double particle_mass() const;     // kg
    double particle_spacing() const;  // m
    std::string backend() const;      // "CPU, 2 threads", "Vulkan on NVIDIA H200"

    // What may keep this scene from behaving as its author expects, one clause each; empty: nothing.
    const std::vector<std::string>& cautions() const;

    size_t particle_count();  // waits for the device
    Particles particles();    // waits for the device
    std::vector<SolidPose> solids() const;

    // Starts over, at time 0, from these: `position` must be filled, the other members may be empty. As many as before,
    // unless the scene has emitters or sinks: then no more than there is room for.
    void set_particles(const Particles& particles);

    // Throws Error(usage) unless the backend is the CPU's.
    MappedParticles map();

    // A parameter, from the next step on. Throws Error(usage) for one that a running simulation cannot change.
    void set(const std::string& key, const std::string& value);
    void set(const std::string& key, const char* value) { set(key, std::string(value)); }
    void set(const std::string& key, double value);
    void set(const std::string& key, const Vec3& value);
    std::string get(const std::string& key) const;  // as TOML

    struct Parts;  // the library's own
    explicit Simulation(std::unique_ptr<Parts> parts);
    Parts& parts() const { return *parts_; }

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace undine::core
