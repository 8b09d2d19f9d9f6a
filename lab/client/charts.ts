import { CLIENT, FAST, FAST_GUARDED, GUARDED } from "./constants.js";
import { isMet, type Limit, limitsOf, type MeasuredLimit, measuredLimits } from "./limits.js";
import { type GetFigures, type Results, type Spread, way } from "./results.js";

/** Every chart, by its file name in docs/performance/. */
export function chartsOf(runs: readonly Results[]): Record<string, string> {
  return {
    "cost.svg": wayChart(runs, {
      id: "cost",
      title: "CPU time of a GET relative to bare fetch",
      about: "Bars for each way to send a GET: less is better, bare fetch is 1. The table on the page has the figures.",
      read: ({ cpuRatio }) => cpuRatio,
      format: (value) => value.toFixed(2),
      best: "lowest",
      line: { at: 1, name: "bare fetch" },
    }),
    "rate.svg": wayChart(runs, {
      id: "rate",
      title: "Calls per second",
      about: "Bars for each way to send a GET: more is better. The table on the page has the figures.",
      read: ({ perSecond }) => perSecond,
      format: (value) => Math.round(value).toLocaleString("en"),
      best: "highest",
    }),
    "limits.svg": limitsChart(runs),
  };
}

const WIDTH = 760;
const LEFT = 24;
const COLUMN = { gap: 24, value: 92 };
const TOP = 90;
const ROW = 41;
/** The longest bar, relative to the limit. A longer one is cut. */
const LONGEST = 1.5;

/** Draws each result as a share of its limit, for each version of Node. */
function limitsChart(runs: readonly Results[]): string {
  const ids = (runs[0] === undefined ? [] : limitsOf(runs[0])).map(({ id }) => id);
  const columns = Math.max(1, runs.length);
  const wide = (WIDTH - 2 * LEFT - (columns - 1) * COLUMN.gap) / columns;
  const track = wide - COLUMN.value;
  const drawn = runs.flatMap((run, column) => {
    const left = LEFT + column * (wide + COLUMN.gap);
    const limits = new Map(limitsOf(run).map((limit) => [limit.id, limit]));
    return [
      textAt(`Node ${run.node.slice(1)}`, { x: left, y: 62, className: "panel" }),
      textAt("limit", { x: tidy(left + track / LONGEST), y: 80, className: "tick", anchor: "middle" }),
      ...ids.flatMap((id, row) => {
        const limit = limits.get(id);
        return limit === undefined ? [] : [drawLimit(limit, { left, y: TOP + row * ROW, track })];
      }),
    ];
  });
  const counts = runs.map((run) => {
    const limits = measuredLimits(run);
    return `on Node ${run.node}: ${limits.filter(isMet).length} of ${limits.length} met`;
  });
  return svgOf({
    id: "limits",
    title: "Limits and results",
    about: `The used share of each limit, ${counts.join("; ")}.`,
    width: WIDTH,
    height: TOP + ids.length * ROW + 16,
    drawn: [textAt("Limits and results", { x: LEFT, y: 34, className: "title" }), ...drawn],
  });
}

function drawLimit(limit: Limit, { left, y, track }: { left: number; y: number; track: number }): string {
  const label = textAt(limit.name, { x: left, y: y + 12, className: "label" });
  const place = { x: left, y: y + 18, height: 10 };
  const behind = barAt("track", { ...place, width: track });
  if (limit.measured === undefined) {
    return [label, behind, textAt("not measured", { x: left + track + 8, y: y + 27, className: "tick" })].join("");
  }
  const measured = { ...limit, measured: limit.measured };
  const share = Math.min(LONGEST, shareOf(measured));
  const edge = tidy(left + track / LONGEST);
  return [
    label,
    behind,
    share === 0 ? "" : barAt(isMet(measured) ? "met" : "missed", { ...place, width: (share / LONGEST) * track }),
    `<path class="edge" d="M${edge} ${y + 16}v14"/>`,
    textAt(comparison(measured), { x: left + track + 8, y: y + 27, className: "value" }),
  ].join("");
}

/** The result and its limit with a sign between them, so that color is not the only information. */
function comparison(limit: MeasuredLimit): string {
  const { allowed, measured } = limit;
  const value = Number(measured.median.toPrecision(3));
  if ("atMost" in allowed) return `${value} ${isMet(limit) ? "≤" : ">"} ${allowed.atMost}`;
  return `${value} ${isMet(limit) ? "≥" : "<"} ${allowed.atLeast}`;
}

/** The used share of a limit: 1 is all of it. */
function shareOf({ allowed, measured }: MeasuredLimit): number {
  if ("atLeast" in allowed) return allowed.atLeast / measured.median;
  return allowed.atMost === 0 ? (measured.median === 0 ? 0 : LONGEST) : measured.median / allowed.atMost;
}

/** A chart of one value for every way to send a GET. */
interface WayChart {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly read: (figures: GetFigures) => Spread;
  readonly format: (value: number) => string;
  readonly best: "lowest" | "highest";
  /** A line through all bars. */
  readonly line?: { readonly at: number; readonly name: string };
}

const OWN_WAYS: ReadonlySet<string> = new Set([CLIENT, GUARDED, FAST, FAST_GUARDED]);
const WAY_LEFT = 270;
const RIGHT = 70;
const PLOT = WIDTH - WAY_LEFT - RIGHT;
const WAY_TOP = 78;
const PANEL_HEAD = 40;
const BAR = 11;
const ROW_GAP = 10;
const PANEL_GAP = 34;

/** Draws a bar for each way to send a GET and version of Node, sequential and concurrent. */
function wayChart(runs: readonly Results[], chart: WayChart): string {
  const concurrencies = [...new Set(runs.flatMap(({ get }) => get.map(({ concurrency }) => concurrency)))];
  const rowHeight = runs.length * (BAR + 1) + ROW_GAP;
  let top = WAY_TOP;
  const drawn = [textAt(chart.title, { x: 24, y: 34, className: "title" }), legend(runs)];
  for (const concurrency of concurrencies) {
    const names = sortedNames(runs, concurrency, chart);
    const height = names.length * rowHeight;
    drawn.push(panel(runs, concurrency, names, { chart, top, height, rowHeight }));
    top += PANEL_HEAD + height + PANEL_GAP;
  }
  return svgOf({ ...chart, width: WIDTH, height: top - PANEL_GAP + 30, drawn });
}

/** The ways, best first by the first run. */
function sortedNames(runs: readonly Results[], concurrency: number, { read, best }: WayChart): string[] {
  const ways = runs[0]?.get.find((one) => one.concurrency === concurrency)?.ways ?? [];
  const sign = best === "lowest" ? 1 : -1;
  return ways.toSorted((one, other) => sign * (read(one).median - read(other).median)).map(({ name }) => name);
}

interface Place {
  readonly chart: WayChart;
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

function panel(runs: readonly Results[], concurrency: number, names: readonly string[], place: Place): string {
  const { chart, top, height, rowHeight } = place;
  const found = (run: Results, name: string) => {
    const figures = way(run, concurrency, name);
    return figures && chart.read(figures);
  };
  const all = runs.flatMap((run) => names.flatMap((name) => found(run, name)?.high ?? []));
  const ticks = ticksFor(Math.max(...all, 0.01));
  const xOf = (value: number) => WAY_LEFT + (value / (ticks.at(-1) ?? 1)) * PLOT;
  const start = top + PANEL_HEAD;
  const end = start + height;
  const grid = ticks.map((tick) => `M${tidy(xOf(tick))} ${start - 6}V${tidy(end)}`).join("");
  const title = concurrency === 1 ? "One at a time" : `${concurrency} at once`;
  return [
    textAt(title, { x: 24, y: top + 22, className: "panel" }),
    `<path class="grid" d="${grid}"/>`,
    ...ticks.map((tick) =>
      textAt(chart.format(tick), { x: xOf(tick), y: end + 16, className: "tick", anchor: "middle" }),
    ),
    ...names.flatMap((name, index) => {
      const y = start + index * rowHeight;
      const isOwn = OWN_WAYS.has(name);
      const middle = y + (runs.length * (BAR + 1)) / 2;
      return [
        textAt(name, { x: WAY_LEFT - 12, y: middle + 4.5, className: isOwn ? "own" : "label", anchor: "end" }),
        ...runs.map((run, at) => {
          const spread = found(run, name);
          return spread === undefined ? "" : bar(spread, { y: y + at * (BAR + 1), at, isOwn, xOf, chart });
        }),
      ];
    }),
    lineThrough(chart, xOf, start, end),
  ].join("\n");
}

interface BarPlace {
  readonly y: number;
  readonly at: number;
  readonly isOwn: boolean;
  readonly xOf: (value: number) => number;
  readonly chart: WayChart;
}

function bar({ median, low, high }: Spread, { y, at, isOwn, xOf, chart }: BarPlace): string {
  const className = `${isOwn ? "ours" : "others"}${at === 0 ? "" : " second"}`;
  const middle = tidy(y + BAR / 2);
  const end = xOf(Math.max(median, high));
  return [
    barAt(className, { x: WAY_LEFT, y, width: xOf(median) - WAY_LEFT, height: BAR }),
    low === high ? "" : `<path class="spread" d="M${tidy(xOf(low))} ${middle}H${tidy(xOf(high))}"/>`,
    textAt(chart.format(median), { x: end + 6, y: middle + 4, className: "value" }),
  ].join("");
}

/** About four round values from zero, the last one not below the highest. */
function ticksFor(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= (highest / 4) * 0.999) ?? 10);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => step * index);
}

function lineThrough({ line }: WayChart, xOf: (value: number) => number, start: number, end: number): string {
  if (line === undefined) return "";
  const x = tidy(xOf(line.at));
  const name = textAt(line.name, { x, y: start - 12, className: "tick", anchor: "middle" });
  return `<path class="limit" d="M${x} ${start - 6}V${tidy(end)}"/>${name}`;
}

function legend(runs: readonly Results[]): string {
  let x = 24;
  const entry = (classNames: readonly string[], label: string) => {
    const boxes = classNames.map(
      (name, at) => `<rect class="${name}" x="${x + at * 14}" y="53" width="12" height="9" rx="2"/>`,
    );
    const wide = classNames.length * 14;
    const drawn = boxes.join("") + textAt(label, { x: x + wide + 4, y: 62, className: "label" });
    x += wide + 26 + label.length * 6.9;
    return drawn;
  };
  return [
    ...runs.map(({ node }, at) =>
      entry(at === 0 ? ["ours", "others"] : ["ours second", "others second"], `Node ${node.slice(1)}`),
    ),
    textAt("blue: this client", { x, y: 62, className: "label" }),
  ].join("\n");
}

interface Picture {
  /** Prefix of the ids in the SVG. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly width: number;
  readonly height: number;
  readonly drawn: readonly string[];
}

/** An SVG for light and dark pages, with a title and a description for screen readers. */
function svgOf({ id, title, about, width, height, drawn }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-about">
<title id="${id}-title">${escaped(title)}</title>
<desc id="${id}-about">${escaped(about)}</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${drawn.filter((part) => part !== "").join("\n")}
</svg>
`;
}

interface TextAt {
  readonly x: number;
  readonly y: number;
  readonly className?: string;
  readonly anchor?: "middle" | "end";
}

function textAt(text: string, { x, y, className, anchor }: TextAt): string {
  const attributes = [
    ...(className === undefined ? [] : [`class="${className}"`]),
    `x="${tidy(x)}" y="${tidy(y)}"`,
    ...(anchor === undefined ? [] : [`text-anchor="${anchor}"`]),
  ];
  return `<text ${attributes.join(" ")}>${escaped(text)}</text>`;
}

/** A horizontal bar with a straight left end and a rounded right end. */
function barAt(className: string, place: { x: number; y: number; width: number; height: number }): string {
  const { x, y, height } = place;
  const radius = Math.min(3, height / 2, place.width);
  const width = Math.max(place.width, radius + 0.5);
  const [straight, down] = [tidy(width - radius), tidy(height - 2 * radius)];
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  const path = `M${tidy(x)} ${tidy(y)}h${straight}${corner(radius, radius)}v${down}${corner(-radius, radius)}h${-straight}z`;
  return `<path class="${className}" d="${path}"/>`;
}

/** Rounds to a tenth of a pixel. */
function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const STYLE = `
.page { fill: #ffffff; stroke: #d0d7de }
text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.panel { font-weight: 600 }
.label, .tick { fill: #59636e }
.tick { font-size: 11.5px }
.value { font-size: 11.5px; font-variant-numeric: tabular-nums }
.own { font-weight: 600 }
.grid { fill: none; stroke: #d0d7de; stroke-width: 0.7 }
.limit { fill: none; stroke: #1f2328; stroke-width: 1.5; stroke-dasharray: 4 3 }
.edge { fill: none; stroke: #1f2328; stroke-width: 2 }
.spread { fill: none; stroke: #1f2328; stroke-width: 1.2; opacity: 0.55 }
.track { fill: #eff2f5 }
.ours { fill: #0969da } .ours.second { fill: #80b3f0 }
.others { fill: #848d97 } .others.second { fill: #c4cad1 }
.met { fill: #1a7f37 } .missed { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text { fill: #f0f6fc }
  .label, .tick { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .limit, .edge, .spread { stroke: #f0f6fc }
  .track { fill: #212830 }
  .ours { fill: #4493f8 } .ours.second { fill: #1f4f8f }
  .others { fill: #9198a1 } .others.second { fill: #4b535d }
  .met { fill: #3fb950 } .missed { fill: #db6d28 }
}
`;
