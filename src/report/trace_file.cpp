#include "report/trace_file.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "build_facts.h"
#include "platform/staged_file.h"

namespace undine {
namespace {

using nlohmann::ordered_json;

void write_all(const std::filesystem::path& file, const std::string& text) {
    StagedFile staged(file);
    staged.write(text);
    staged.commit();
}

double us_of(const Trace& trace, Trace::Track track, int64_t ns) {
    return double(trace.on_timeline(track, ns) - trace.start()) * 1e-3;
}

ordered_json complete_event(const Trace& trace, Trace::Track track, std::string name, const char* category,
                            int64_t begin, int64_t end) {
    return {{"ph", "X"},
            {"pid", 1},
            {"tid", track},
            {"ts", us_of(trace, track, begin)},
            {"dur", double(end - begin) * 1e-3},
            {"name", std::move(name)},
            {"cat", category}};
}

ordered_json span_event(const Trace& trace, const Trace::Span& span, const SpanArguments& arguments) {
    ordered_json event = complete_event(trace, span.track, span.name, span.track == Trace::kHost ? "host" : "pass",
                                        span.begin, span.end);
    const Invocations& of = span.invocations;
    for (const auto& [name, count] : {std::pair("vertex invocations", of.vertex),
                                      {"fragment invocations", of.fragment},
                                      {"compute invocations", of.compute}})
        if (count > 0) event["args"][name] = count;
    if (arguments)
        for (const auto& [name, value] : arguments(span)) event["args"][name] = value;
    return event;
}

ordered_json arrow_end(const char* phase, uint64_t id, Trace::Track track, double us) {
    return {{"ph", phase}, {"pid", 1},           {"tid", track},       {"ts", us},
            {"id", id},    {"name", "executes"}, {"cat", "submission"}};
}

ordered_json metadata(const char* what, Trace::Track track, const std::string& name) {
    return {{"ph", "M"}, {"pid", 1}, {"tid", track}, {"name", what}, {"args", {{"name", name}}}};
}

// The frame, step or measurement that a group is in, the outermost if they nest; 0: none.
Trace::Group row_group(const Trace& trace, Trace::Group group) {
    Trace::Group found = 0;
    for (const Trace::GroupInfo* g = trace.find(group); g; group = g->in, g = trace.find(group))
        if (g->name == "frame" || g->name == "step" || g->name == "measurement") found = group;
    return found;
}

// The groups around it, from the outside: "dam_break, 8,000 particles, list: case 2 / repetition 1".
std::string around(const Trace& trace, const Trace::GroupInfo* inner) {
    std::string text;
    for (const Trace::GroupInfo* g = inner ? trace.find(inner->in) : nullptr; g; g = trace.find(g->in))
        text = g->name + " " + std::to_string(g->number) + (text.empty() ? "" : " / ") + text;
    return text;
}

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + '"';
}

}  // namespace

void write_trace(const std::filesystem::path& file, const Trace& trace, int64_t since, const SpanArguments& arguments) {
    const auto counts = [&](Trace::Track track, int64_t end) { return trace.on_timeline(track, end) >= since; };
    ordered_json events = ordered_json::array(), clocks = ordered_json::object();
    events.push_back(metadata("process_name", 0, "undine " + std::string(build_facts().version)));
    std::set<Trace::Track> used;
    for (const Trace::Span& span : trace.spans())
        if (counts(span.track, span.end)) used.insert(span.track);
    for (const Trace::Track t : used) {
        const Trace::TrackInfo& track = trace.tracks()[t];
        events.push_back(metadata("thread_name", t, track.name));
        clocks[track.name] = !track.has_clock ? "none" : track.calibrated ? "calibrated" : "aligned at submission";
    }
    // Outer groups first: of two events with the same times, readers put the later one inside.
    for (const Trace::GroupInfo& group : trace.groups())
        if (group.begin <= group.end && counts(group.track, group.end))
            events.push_back(complete_event(trace, group.track, group.name + " " + std::to_string(group.number),
                                            "group", group.begin, group.end));
    for (const Trace::Span& span : trace.spans())
        if (counts(span.track, span.end)) events.push_back(span_event(trace, span, arguments));
    for (const Trace::Counter& counter : trace.counters())
        if (counts(Trace::kHost, counter.at))
            events.push_back({{"ph", "C"},
                              {"pid", 1},
                              {"ts", us_of(trace, Trace::kHost, counter.at)},
                              {"name", counter.name},
                              {"args", {{counter.name, counter.value}}}});
    uint64_t id = 0;
    for (const Trace::Arrow& arrow : trace.arrows()) {
        if (!counts(Trace::kHost, arrow.host_ns)) continue;
        ordered_json from = arrow_end("s", ++id, Trace::kHost, us_of(trace, Trace::kHost, arrow.host_ns)),
                     to = arrow_end("f", id, arrow.track, us_of(trace, arrow.track, arrow.track_ns));
        to["bp"] = "e";  // to the pass that begins there, not to the one after
        events.push_back(std::move(from));
        events.push_back(std::move(to));
    }
    const ordered_json whole{{"displayTimeUnit", "ms"},
                             {"otherData", {{"clocks", clocks}, {"forgotten_spans", trace.forgotten()}}},
                             {"traceEvents", events}};
    write_all(file, whole.dump() + "\n");
}

void write_pass_csv(const std::filesystem::path& file, const Trace& trace) {
    struct Row {
        uint64_t runs = 0;
        int64_t ns = 0;
    };
    std::map<std::tuple<Trace::Group, Trace::Track, std::string>, Row> rows;
    for (const Trace::Span& span : trace.spans()) {
        Row& row = rows[{row_group(trace, span.in), span.track, span.name}];
        ++row.runs;
        row.ns += span.end - span.begin;
    }
    std::string text = "group,number,track,pass,runs,ms,within\n";
    for (const auto& [key, row] : rows) {
        const auto& [group, track, name] = key;
        const Trace::GroupInfo* in = trace.find(group);
        text += (in ? in->name + "," + std::to_string(in->number) : std::string(",")) + "," +
                quoted(trace.tracks()[track].name) + "," + quoted(name) + "," + std::to_string(row.runs) + "," +
                std::to_string(double(row.ns) * 1e-6) + "," + quoted(around(trace, in)) + "\n";
    }
    write_all(file, text);
}

}  // namespace undine
