// `undine compare --json`.
#include <nlohmann/json.hpp>

#include "cli/compare/compare_html.h"
#include "measure/spread.h"

namespace undine {

using nlohmann::ordered_json;

namespace {

// Numbers that are not finite become null: JSON cannot express them.
ordered_json moment_json(const ChannelComparison& c, const ParityTolerance& tolerance) {
    ordered_json out{
        {"step", c.moment.step}, {"run", c.moment.run}, {"element", c.place.element}, {"word", c.place.word}};
    out["particle"] = c.place.particle ? ordered_json(*c.place.particle) : ordered_json();
    out["a"] = c.place.a;
    out["b"] = c.place.b;
    if (!c.integers) {
        out["max_difference"] = c.max_difference;
        out["limit"] = c.limit(tolerance);
        out["rms"] = c.rms;
        out["nmse"] = c.nmse;
    }
    return out;
}

ordered_json histogram_json(const UlpHistogram& ulps) {
    ordered_json out = ordered_json::object();
    for (size_t k = 0; k < UlpHistogram::kBuckets; ++k) out[UlpHistogram::bucket_name(k)] = ulps.count[k];
    return out;
}

ordered_json difference_json(const ChannelDifference& d, const ParityTolerance& tolerance) {
    ordered_json out{{"pass", d.pass},       {"field", d.channel},     {"unit", d.unit},
                     {"within", d.within()}, {"compared", d.compared}, {"not_finite", d.not_finite}};
    if (d.integers) {
        out["unequal"] = d.unequal_integers;
        if (d.field == Field::neighbors) out["pairs_differing"] = d.pairs_differing;
    } else {
        out["max_difference"] = d.max_difference;
        out["max_part_of_rms"] = d.max_part_of_rms;
        out["max_nmse"] = d.max_nmse;
        out["ulp"] = histogram_json(d.ulps);
    }
    out["share_of_limit"] = d.worst.share_of_limit(tolerance);
    out["worst"] = moment_json(d.worst, tolerance);
    out["first_beyond"] = d.first_beyond ? moment_json(*d.first_beyond, tolerance) : ordered_json();
    return out;
}

ordered_json part_json(const Comparands& what, bool within, const std::string& verdict) {
    return {{"within", within}, {"verdict", verdict}, {"start_step", what.start_step}, {"steps", what.steps}};
}

// When the trajectory parted by each of kPartingLevels; null: never.
ordered_json parting_json(const FreeRunReport& report, size_t k) {
    ordered_json all = ordered_json::array();
    for (const double level : kPartingLevels) {
        const auto time = time_of_parting(report, k, level * report.support_radius);
        all.push_back({{"distance_in_support_radii", level}, {"time_s", time ? ordered_json(*time) : ordered_json()}});
    }
    return all;
}

ordered_json run_json(const FreeRunReport& report, const Comparands& what, size_t k) {
    const FreeRun& run = report.runs[k];
    ordered_json samples = ordered_json::array(), distances = ordered_json::array(), figures = ordered_json::array();
    for (const FlowSample& s : run.samples) {
        ordered_json sample{{"time_s", double(s.step) * report.dt}};
        for (const FlowFigure& figure : flow_figures()) sample[figure.name] = figure.value(s);
        samples.push_back(sample);
    }
    for (const ParticleDistance& d : run.distances)
        distances.push_back({{"time_s", double(d.step) * report.dt}, {"rms_m", d.rms}, {"largest_m", d.largest}});
    for (const FigureComparison& c : compare_figures(report, k))
        figures.push_back({{"figure", c.figure->name},
                           {"unit", c.figure->unit},
                           {"first", c.first},
                           {"own", c.own},
                           {"limit", c.limit},
                           {"agrees", c.agrees()}});
    ordered_json out{{"backend", what.backends[k].option}, {"samples", samples}};
    if (k == 0) return out;
    out["figures"] = figures;
    out["distances"] = distances;
    out["parting"] = parting_json(report, k);
    const auto growth = fit_growth(report, k);
    out["growth"] = growth ? ordered_json{{"e_folding_time_s", growth->e_folding_time},
                                          {"from_s", growth->from},
                                          {"to_s", growth->to},
                                          {"correlation", growth->correlation}}
                           : ordered_json();
    return out;
}

}  // namespace

ordered_json lockstep_json(const LockstepReport& report, const Comparands& what) {
    ordered_json out = part_json(what, !first_beyond(report), lockstep_verdict(report, what));
    out["every"] = what.every;
    out["tolerance"] = {{"max_error_of_rms", report.tolerance.max_error}, {"max_nmse", report.tolerance.max_nmse}};
    out["passes"] = report.passes;
    out["not_run"] = report.not_run;
    out["candidates"] = ordered_json::array();
    for (size_t k = 0; k < report.candidates.size(); ++k) {
        const LockstepReport::Candidate& candidate = report.candidates[k];
        ordered_json differences = ordered_json::array(), trespasses = ordered_json::array();
        for (const ChannelDifference& d : candidate.differences)
            differences.push_back(difference_json(d, report.tolerance));
        for (const Trespass& t : candidate.trespasses)
            trespasses.push_back(
                {{"pass", t.pass}, {"field", t.field}, {"step", t.moment.step}, {"run", t.moment.run}});
        out["candidates"].push_back({{"backend", what.backends[k + 1].option},
                                     {"guards_intact", candidate.guards_intact},
                                     {"differences", differences},
                                     {"trespasses", trespasses}});
    }
    return out;
}

ordered_json free_run_json(const FreeRunReport& report, const Comparands& what) {
    ordered_json out = part_json(what, !first_disagreement(report), free_run_verdict(report, what));
    out["support_radius_m"] = report.support_radius;
    out["runs"] = ordered_json::array();
    for (size_t k = 0; k < report.runs.size(); ++k) out["runs"].push_back(run_json(report, what, k));
    return out;
}

namespace {

ordered_json pictures_json(const ComparePage& page) {
    ordered_json moments = ordered_json::array();
    for (const FlowPictures& m : page.pictures) {
        ordered_json differences = ordered_json::array();
        for (size_t k = 1; k < m.pictures.size(); ++k) {
            const PictureDifference& d = m.pictures[k].difference;
            differences.push_back({{"backend", page.flow_what.backends[k].option},
                                   {"largest", d.largest},
                                   {"mean", d.mean},
                                   {"share_of_pixels", d.share},
                                   {"amplified", d.factor}});
        }
        moments.push_back({{"step", m.step},
                           {"time_s", double(m.step) * page.flow_what.dt},
                           {"drawn_on", m.drawn_on},
                           {"width", m.width},
                           {"height", m.height},
                           {"differences", differences}});
    }
    return moments;
}

ordered_json times_json(const ComparePage& page) {
    ordered_json backends = ordered_json::array();
    for (size_t k = 0; k < page.times->backends.size(); ++k) {
        const BackendMeasurement& m = page.times->backends[k];
        ordered_json own{{"backend", page.what.backends[k].option}};
        if (!m.out_of_memory.empty()) {
            own["out_of_memory"] = m.out_of_memory;
        } else {
            const Spread step = spread_of(m.step_ms);
            own["ms_per_step"] = {{"median", step.median}, {"least", step.least}, {"most", step.most}};
            own["ns_per_particle"] = step.median * 1e6 / page.times->particles;
            own["ms_per_pass"] = ordered_json::object();
            for (const PassMeasurement& p : m.passes) own["ms_per_pass"][p.name] = spread_of(p.ms).median;
        }
        backends.push_back(own);
    }
    return {{"steps", page.times_settings.steps},
            {"warmup_steps", page.times_settings.warmup},
            {"repetitions", page.times_settings.repetitions},
            {"backends", backends}};
}

}  // namespace

ordered_json compare_json(const ComparePage& page) {
    const Comparands& what = page.what;
    ordered_json backends = ordered_json::array(), none;
    for (const auto& b : what.backends) backends.push_back({{"backend", b.option}, {"name", b.name}});
    return whole_report("compare", page.provenance,
                        {{"scene", what.scene},
                         {"title", page.title.empty() ? none : ordered_json(page.title)},
                         {"particles", what.particles},
                         {"dt_s", what.dt},
                         {"backends", backends},
                         {"within", page.within()},
                         {"verdict", page.verdict()},
                         {"interrupted", page.interrupted},
                         {"lockstep", page.lockstep ? lockstep_json(*page.lockstep, what) : none},
                         {"free_run", page.flow ? free_run_json(*page.flow, page.flow_what) : none},
                         {"pictures", pictures_json(page)},
                         {"no_pictures", page.no_pictures.empty() ? none : ordered_json(page.no_pictures)},
                         {"pass_times", page.times ? times_json(page) : none}});
}

}  // namespace undine
