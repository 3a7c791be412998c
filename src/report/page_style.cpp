#include "report/page_style.h"

#include "report/markup.h"

namespace undine {

// Series: blue, vermilion, green and purple of Okabe and Ito's palette, which red-green colour-blind readers can tell
// apart too; lighter on a dark page.
std::string_view page_style() {
    return R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --surface: #fff; --text: #1c2430; --soft: #566173; --rule: #d9dee6; --grid: #e4e8ee;
  --ok: #1a7446; --ok-back: #e5f4ec; --bad: #b3261e; --bad-back: #fdeceb; --limit: #b3261e;
  --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #aa4499;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --surface: #1a2029; --text: #e6eaf0; --soft: #9aa6b8; --rule: #323b49; --grid: #2a323e;
    --ok: #6fd3a0; --ok-back: #16301f; --bad: #ff9b91; --bad-back: #3a1a18; --limit: #ff8a80;
    --s0: #56b4e9; --s1: #f5a04a; --s2: #3ccfa0; --s3: #dd88cc;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 60px; }
header { margin-bottom: 22px; }
.kind { margin: 0 0 6px; color: var(--soft); font-size: 13px; }
h1 { margin: 0; padding: 14px 18px; font-size: 21px; line-height: 1.35; font-weight: 600; border-radius: 8px;
  border-left: 6px solid; overflow-wrap: anywhere; text-wrap: pretty; }
h1.ok { color: var(--ok); background: var(--ok-back); }
h1.bad { color: var(--bad); background: var(--bad-back); }
h2 { margin: 34px 0 10px; font-size: 18px; }
h3 { margin: 18px 0 6px; font-size: 15px; }
p { margin: 6px 0 10px; max-width: 75ch; }
.note { color: var(--soft); font-size: 13.5px; }
.card { background: var(--surface); border: 1px solid var(--rule); border-radius: 8px; padding: 14px 16px; margin: 0 0 14px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 14px; align-items: start; margin-bottom: 14px; }
.tiles > .card { margin: 0; }
figure { margin: 0; }
.card > h3:first-child { margin-top: 0; } .card > p:last-child { margin-bottom: 0; }
figcaption { color: var(--soft); font-size: 13.5px; margin-top: 6px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13.5px; }
.wide > table { width: 100%; }
th, td { padding: 3px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--grid); }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; border-bottom-color: var(--rule); }
th.name, td.name { text-align: left; }
td.text { text-align: left; white-space: normal; min-width: 12em; overflow-wrap: break-word; }
tr.first > td { border-top: 1px solid var(--rule); }
td.ok { color: var(--ok); } td.bad { color: var(--bad); font-weight: 700; }
td.equal { color: var(--soft); }
code { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0; font-variant-numeric: tabular-nums; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
details { margin-top: 10px; } summary { cursor: pointer; color: var(--soft); }
.pictures { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
.pictures figure + figure { margin-top: 10px; }
.pictures img { display: block; width: 100%; height: auto; border-radius: 4px; background: #000; }
.key { width: 14px; height: 14px; vertical-align: -2px; margin-right: 5px; }
.plot { display: block; width: 100%; max-width: 560px; height: auto; font-size: 13px; }
.plot text { fill: var(--text); } .plot .tick { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.plot .small { fill: var(--soft); font-size: 11px; }
.plot .halo { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
.plot .grid { stroke: var(--grid); stroke-width: 1; } .plot .faint { stroke-opacity: .6; }
.axis { stroke: var(--soft); stroke-width: 1; }
.limit { stroke: var(--limit); stroke-width: 1.5; stroke-dasharray: 6 3; }
.leader { stroke: var(--soft); stroke-width: .75; }
.s0, .s4 { --c: var(--s0); } .s1, .s5 { --c: var(--s1); } .s2, .s6 { --c: var(--s2); } .s3, .s7 { --c: var(--s3); }
.line { fill: none; stroke: var(--c); stroke-linejoin: round; }
.line.k0 { stroke-width: 8; stroke-opacity: .45; } .line.k1 { stroke-width: 4; stroke-dasharray: 9 6; }
.line.k2 { stroke-width: 1.5; } .line.k3 { stroke-width: 1.5; stroke-dasharray: 2 4; }
.mark { fill: var(--c); stroke: var(--surface); stroke-width: 1; } .mark.hollow { fill: var(--surface); stroke: var(--c); stroke-width: 2; }
.bar { fill: var(--c); } .hatch { stroke: var(--surface); stroke-width: 1.2; fill: none; } .hatch.dot { fill: var(--surface); stroke: none; }
footer { margin-top: 34px; color: var(--soft); font-size: 13px; }
@media (max-width: 520px) { main { padding: 16px 12px 40px; } h1 { font-size: 18px; padding: 12px; } .card { padding: 12px; } }
@media print {
  :root { --page: #fff; --surface: #fff; --text: #000; --soft: #444; --rule: #bbb; --grid: #ddd; --ok: #1a7446; --ok-back: #fff;
    --bad: #b3261e; --bad-back: #fff; --limit: #b3261e; --s0: #0072b2; --s1: #d55e00; --s2: #009e73; --s3: #aa4499; }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; } main { max-width: none; padding: 0; }
  figure, tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; } table { font-size: 8.5pt; } th, td { padding: 1px 5px; }
  .wide { overflow: visible; }
}
)css";
}

std::string standalone_svg(const std::string& element) {
    const size_t inside = element.find('>') + 1;
    return element.substr(0, inside) + "\n<style>" + std::string(page_style()) +
           "svg { font: 14px system-ui, sans-serif; }</style>\n"
           "<rect width=\"100%\" height=\"100%\" style=\"fill: var(--surface)\"/>\n" +
           element.substr(inside);
}

std::string html_page(const std::string& title, const std::string& main) {
    return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta "
           "charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
           escaped(title) + " · Undine</title>\n<style>" + std::string(page_style()) +
           "</style>\n</head>\n<body>\n<main>\n" + main + "</main>\n</body>\n</html>\n";
}

}  // namespace undine
