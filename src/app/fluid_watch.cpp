#include "app/fluid_watch.h"

#include <algorithm>
#include <utility>

#include "backends/vulkan/vulkan_backend.h"
#include "gpu/memory_barrier.h"
#include "sim/sizes.glsl"
#include "solver/fluid_params.h"
#include "text/quantity_text.h"
#include "text/text.h"

namespace undine {
namespace {

constexpr std::chrono::milliseconds kInterval{500};
constexpr int kRarely = 50;  // the least interval between measurements, in durations of the last one

constexpr Field kWatched[] = {Field::health_part_count, Field::health_part_sum, Field::solver_state, Field::population};

uint64_t bytes_of(Field field, const Extents& extents) { return element_count(field, extents) * info(field).stride; }

uint64_t bytes_before(Field field, const Extents& extents) {
    uint64_t bytes = 0;
    for (const Field f : kWatched) {
        if (f == field) break;
        bytes += bytes_of(f, extents);
    }
    return bytes;
}

uint64_t watched_bytes(const Extents& extents) {
    return bytes_before(Field::population, extents) + bytes_of(Field::population, extents);
}

VulkanBackend* backend_in_queue(const Context* context, Solver& solver) {
    VulkanBackend* const vulkan = solver.backend().in_vulkan_queue();
    return vulkan && &vulkan->context() == context ? vulkan : nullptr;
}

}  // namespace

std::vector<std::string> troubles_of(const FluidHealth& h) {
    std::vector<std::string> troubles;
    if (h.not_finite > 0)
        troubles.push_back(grouped_text(h.not_finite) +
                           " particles have a position, velocity or density that is not finite.");
    if (h.dropped_neighbors > 0)
        troubles.push_back(grouped_text(h.dropped_neighbors) +
                           " neighbour pairs did not fit into the list: raise neighbor_capacity, now " +
                           std::to_string(h.list_capacity) + ", or lower support_radius; the fullest particle has " +
                           std::to_string(h.neighbors_max) + ".");
    if (h.clamped_speeds > 0)
        troubles.push_back(grouped_text(h.clamped_speeds) + " times a speed was clamped to max_speed.");
    if (h.clamped_solids > 0)
        troubles.push_back("A floating solid was slowed " + grouped_text(h.clamped_solids) +
                           " times to the most that water can give way to: lower dt.");
    if (h.turned_away > 0)
        troubles.push_back(grouped_text(h.turned_away) + " particles found no room: raise particle_capacity, now " +
                           grouped_text(h.capacity) + ".");
    if (h.dense_for > kLongestDense)
        troubles.push_back("The density is " + percent_text(h.density_error, h.density_error < 0.1 ? 1 : 0) +
                           " too high on average: more iterations, or smaller steps.");
    return troubles;
}

FluidWatch::FluidWatch(Context* context, Solver& solver, const StateTime& now)
    : context_(context), solver_(solver), in_queue_(backend_in_queue(context, solver)), measured_(now) {
    const uint64_t bytes = watched_bytes(solver.extents());
    if (in_queue_) copied_ = Buffer(*context, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryKind::host, "fluid watch");
    else on_host_.resize(bytes);
}

void FluidWatch::record(const StateTime& time, uint32_t slot, bool at_once) {
    was_closed_ = was_closed_ && solver_.is_closed();
    if (pending_ || time == measured_ || (!at_once && Clock::now() < due_)) return;
    measured_ = time;
    const auto begun = Clock::now();
    {
        const GroupScope group(solver_.backend(), "measurement", time.steps);
        solver_.sum_health();
    }
    const Pending now{slot, time, std::make_shared<FluidParams>(solver_.params()), epoch_,
                      std::exchange(was_closed_, true)};
    if (in_queue_) {
        copy();
        pending_ = now;
        return;
    }
    for (const Field f : kWatched)
        solver_.backend().download(f, on_host_.data() + bytes_before(f, solver_.extents()),
                                   bytes_of(f, solver_.extents()));
    measure(now, on_host_.data(), begun);
}

// Records the copy in the queue, after the frame's steps and before anything that writes these arrays again.
void FluidWatch::copy() {
    VulkanBackend& backend = *backend_in_queue(context_, solver_);
    FieldSet watched;
    for (const Field f : kWatched) watched = watched | field_set({f});
    backend.prepare_read(watched, VK_PIPELINE_STAGE_2_COPY_BIT);
    const VkCommandBuffer commands = backend.commands().get();
    for (const Field f : kWatched) {
        if (bytes_of(f, solver_.extents()) == 0) continue;
        const BufferRange from = backend.array(f);
        const VkBufferCopy part{from.offset, bytes_before(f, solver_.extents()), bytes_of(f, solver_.extents())};
        context_->vk().vkCmdCopyBuffer(commands, from.buffer, copied_.handle(), 1, &part);
    }
    copies_to_host_barrier(*context_, commands);
}

void FluidWatch::collect(uint32_t slot) {
    if (!pending_ || pending_->slot != slot) return;
    const Pending pending = *std::exchange(pending_, std::nullopt);
    if (!pending.outdated) measure(pending, static_cast<const std::byte*>(copied_.mapped()), Clock::now());
}

void FluidWatch::measure(const Pending& pending, const std::byte* bytes, Clock::time_point begun) {
    const Extents& extents = solver_.extents();
    const FluidParams& params = *pending.params;
    auto array = [&]<class T>(Field field, T) {
        return reinterpret_cast<const T*>(bytes + bytes_before(field, extents));
    };
    const uvec2* const counts = array(Field::health_part_count, uvec2());
    const vec4* const sums = array(Field::health_part_sum, vec4());
    const Population population =
        extents.counts_vary() ? *array(Field::population, Population()) : Population{.living = extents.particles};

    FluidHealth h{.time = pending.time, .list_capacity = extents.list_capacity, .capacity = extents.particles};
    h.turned_away = population.turned_away;
    h.clamped_solids = solver_.clamped_solid_speeds();  // perhaps of a step or two more
    h.counts_neighbors = extents.list_capacity > 0;
    h.iterations = !solver_.method().iterates()   ? 0
                   : params.density_tolerance > 0 ? array(Field::solver_state, uint32_t())[1]
                                                  : params.max_iterations;
    double speed_sq = 0, potential = 0, neighbor_sum = 0;
    for (size_t part = 0; part < PBF_HEALTH_PARTS; ++part) {
        h.dropped_neighbors += counts[3 * part].x;
        h.clamped_speeds += counts[3 * part].y;
        h.not_finite += counts[3 * part + 1].x;
        h.density_error += double{sums[part].x};
        speed_sq += double{sums[part].y};
        potential += double{sums[part].w};
        if (!h.counts_neighbors) continue;
        h.neighbors_max = std::max(h.neighbors_max, counts[3 * part + 1].y);
        neighbor_sum += counts[3 * part + 2].x;
    }
    const double finite = std::max(1.0, double(population.living) - double(h.not_finite));
    h.density_error /= finite;
    if (!(h.density_error > kMostDensityError)) dense_since_.reset();
    else if (!dense_since_) dense_since_ = h.time.seconds;
    h.dense_for = dense_since_ ? h.time.seconds - *dense_since_ : 0;
    h.neighbors_mean = neighbor_sum / finite;
    h.energy = {0.5 * params.particle_mass * speed_sq, params.particle_mass * potential};
    if (!pending.was_closed) energy_before_.reset();
    if (std::exchange(counted_epoch_, pending.epoch) != pending.epoch) {
        energy_before_.reset();
        dropped_before_ = h.dropped_neighbors;
        clamped_before_ = h.clamped_speeds;
        solids_before_ = h.clamped_solids;
    }
    h.dropped_neighbors -= dropped_before_;
    h.clamped_speeds -= clamped_before_;
    h.clamped_solids -= solids_before_;
    if (pending.was_closed) {
        const double energy = h.energy.kinetic + h.energy.potential;
        if (!energy_before_) energy_before_ = {energy, h.time.seconds};
        h.energy_lost = energy_before_->energy - energy;
        h.energy_since = energy_before_->seconds;
    }
    health_ = h;
    const auto now = Clock::now();
    due_ = now + std::max<Clock::duration>(kInterval, kRarely * (now - begun));
}

void FluidWatch::restarted(const StateTime& now) {
    if (pending_) pending_->outdated = true;
    health_.reset();
    dense_since_.reset();
    energy_before_.reset();
    was_closed_ = true;
    measured_ = now;
    counted_epoch_ = epoch_;
    dropped_before_ = clamped_before_ = solids_before_ = 0;
    due_ = {};
}

}  // namespace undine
