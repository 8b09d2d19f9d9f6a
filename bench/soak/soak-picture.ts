import { percentile } from "../figure.js";
import type { Second, Usage } from "./second.js";

/** Draws a soak over time as an SVG that is readable on light and on dark pages. `about` says in a line what was done. */
export function soakPicture(about: string, seconds: readonly Second[]): string {
  const panels = panelsOf(seconds);
  const top = (index: number) => TOP + index * (HEAD + PLOT + GAP);
  const height = top(panels.length) + 20;
  const bottom = top(panels.length) - GAP;
  const drawn = panels.map((panel, index) =>
    drawPanel(panel, { top: top(index), left: LEFT, width: WIDTH, height: PLOT }),
  );
  const width = LEFT + WIDTH + RIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="soak-title soak-about">
<title id="soak-title">A soak of the client</title>
<desc id="soak-about">Three plots over time: calls in a second with those that failed, how long a call takes, and memory and sockets.</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="label" x="${LEFT}" y="28">${about} Each name has its median.</text>
${drawn.join("\n")}
${times((seconds.at(-1)?.atMs ?? 0) / 1000, bottom)}
</svg>
`;
}

const TOP = 44;
const LEFT = 64;
const WIDTH = 640;
const RIGHT = 56;
const PLOT = 120;
const GAP = 22;
/** More points than this would lie on each other. */
const POINTS = 200;
const MB = 1e6;

const STYLE = `
.page { fill: #ffffff; stroke: #d0d7de }
text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328 }
.title { font-size: 14px; font-weight: 600 }
.label, .tick { fill: #59636e }
.tick { font-size: 11px }
.grid { fill: none; stroke: #d0d7de; stroke-width: 0.7 }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
.key { stroke-width: 3 }
.area { opacity: 0.15; stroke: none }
.line.blue { stroke: #0969da } .area.blue { fill: #0969da }
.line.red { stroke: #cf222e } .area.red { fill: #cf222e }
.line.green { stroke: #1a7f37 }
.line.amber { stroke: #9a6700 }
.line.grey { stroke: #8c959f }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text { fill: #f0f6fc }
  .label, .tick { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .line.blue { stroke: #4493f8 } .area.blue { fill: #4493f8 }
  .line.red { stroke: #f85149 } .area.red { fill: #f85149 }
  .line.green { stroke: #3fb950 }
  .line.amber { stroke: #d29922 }
  .line.grey { stroke: #656c76 }
}
`;

function panelsOf(seconds: readonly Second[]): Panel[] {
  const perSecond = (read: (second: Second) => number) =>
    binned(seconds.map((second) => (read(second) * 1000) / second.lengthMs));
  const sum = (read: (usage: Usage) => number | undefined) =>
    binned(seconds.map(({ callers }) => callers.map(read).reduce((all, one) => (all ?? 0) + (one ?? Number.NaN), 0)));
  const rates = {
    calls: perSecond(({ calls }) => calls),
    retries: perSecond(({ retries }) => retries),
    failures: perSecond(({ failures }) => failures),
  };
  const rate = linearScale(known(rates.calls));
  const latencies = { p50: binned(seconds.map(({ p50Ms }) => p50Ms)), p99: binned(seconds.map(({ p99Ms }) => p99Ms)) };
  const latency = logScale(known([...latencies.p50, ...latencies.p99]));
  const rss = sum(({ rssBytes }) => rssBytes / MB);
  const heap = sum(({ heapBytes }) => (heapBytes === undefined ? undefined : heapBytes / MB));
  const sandbox = binned(seconds.map((second) => second.sandbox.rssBytes / MB));
  const open = sum((usage) => usage.sockets);
  const memory = linearScale(known([...rss, ...sandbox]));
  const sockets = linearScale(known(open).map((value) => value * 1.2));
  const line = (colour: string, label: string, values: Series["values"], scale: Series["scale"]): Series => ({
    colour,
    label,
    values,
    scale,
  });
  return [
    {
      title: "Calls in a second",
      left: rate,
      series: [
        { ...line("blue", `all, ${median(rates.calls)}`, rates.calls, rate), isFilled: true },
        line("amber", `retries, ${median(rates.retries)}`, rates.retries, rate),
        { ...line("red", `failed, ${median(rates.failures)}`, rates.failures, rate), isFilled: true },
      ],
    },
    {
      title: "How long a call takes with its retries, in ms",
      left: latency,
      series: [
        line("blue", `p50, ${median(latencies.p50)}`, latencies.p50, latency),
        line("amber", `p99, ${median(latencies.p99)}`, latencies.p99, latency),
      ],
    },
    {
      title: "Memory in MB, and sockets",
      left: memory,
      right: sockets,
      rightTitle: "sockets",
      series: [
        line("grey", `sandbox, ${median(sandbox)}`, sandbox, memory),
        line("blue", `callers, ${median(rss)}`, rss, memory),
        line("green", `their heaps after a collection, ${median(heap)}`, heap, memory),
        line("amber", `their sockets, ${median(open)}`, open, sockets),
      ],
    },
  ];
}

/** As many values as there is room for: each the median of those that it stands for. */
function binned(values: readonly (number | undefined)[]): (number | undefined)[] {
  const count = Math.min(POINTS, values.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * values.length) / count);
    const part = known(values.slice(from, Math.floor(((index + 1) * values.length) / count)));
    return part.length === 0 ? undefined : percentile(part, 0.5);
  });
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.flatMap((value) => (value === undefined || Number.isNaN(value) ? [] : [value]));
}

function median(values: readonly (number | undefined)[]): string {
  const given = known(values);
  return given.length === 0 ? "none" : String(Math.round(percentile(given, 0.5)));
}

/** The times below the last panel, in minutes, or in seconds for a short run. */
function times(lengthS: number, bottom: number): string {
  const [unitS, unit] = lengthS >= 240 ? [60, "min"] : [1, "s"];
  const step = Math.max(1, roundStep(lengthS / unitS / 8));
  const count = Math.floor(lengthS / unitS / step + 0.05);
  return Array.from({ length: count + 1 }, (_, index) => {
    const x = Math.round(LEFT + (index * step * unitS * WIDTH) / Math.max(lengthS, 1));
    return `<text class="tick" x="${x}" y="${bottom + 18}" text-anchor="middle">${index * step} ${unit}</text>`;
  }).join("");
}

/** A line of a panel. */
interface Series {
  /** The class that colours it. */
  readonly colour: string;
  readonly label: string;
  /** One value for each point in time; undefined leaves a gap that is drawn over. */
  readonly values: readonly (number | undefined)[];
  readonly scale: Scale;
  readonly isFilled?: boolean;
}

/** One plot of the picture. */
interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  readonly left: Scale;
  readonly right?: Scale;
  /** The unit of the values on the right. */
  readonly rightTitle?: string;
}

/** Where a panel is. The top is that of its title. */
interface Frame {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  /** Of the plot alone, without title and legend. */
  readonly height: number;
}

/** How much room the title and the legend of a panel take. */
const HEAD = 44;

/** Draws a panel: its title and legend, the lines behind it, and the values. */
function drawPanel({ title, series, left, right, rightTitle }: Panel, frame: Frame): string {
  const { top, left: x, width, height } = frame;
  const bottom = top + HEAD + height;
  const yOf = (share: number) => round(bottom - share * height);
  const end = x + width;
  const grid = left.ticks.map((tick) => `M${x} ${yOf(left.at(tick))}H${end}`).join("");
  const numbers = (scale: Scale, at: number, anchor: string) =>
    scale.ticks
      .map(
        (tick) =>
          `<text class="tick" x="${at}" y="${yOf(scale.at(tick)) + 4}" text-anchor="${anchor}">${written(tick)}</text>`,
      )
      .join("");
  return [
    `<text class="title" x="${x}" y="${top + 16}">${title}</text>`,
    drawLegend(series, x, top + 34),
    `<path class="grid" d="${grid}"/>`,
    numbers(left, x - 8, "end"),
    right === undefined ? "" : numbers(right, end + 8, "start"),
    rightTitle === undefined
      ? ""
      : `<text class="tick" x="${end + 34}" y="${top + 34}" text-anchor="end">${rightTitle}</text>`,
    ...series.map((one) => drawSeries(one, frame, yOf)),
  ].join("\n");
}

function drawSeries(
  { colour, values, scale, isFilled }: Series,
  { left, width }: Frame,
  yOf: (share: number) => number,
): string {
  const step = width / Math.max(1, values.length - 1);
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [`${round(left + index * step)} ${yOf(scale.at(value))}`],
  );
  const [first] = points;
  if (first === undefined) return "";
  const line = `M${points.join("L")}`;
  const area = `${line}V${yOf(0)}H${first.split(" ")[0]}Z`;
  return `${isFilled ? `<path class="area ${colour}" d="${area}"/>` : ""}<path class="line ${colour}" d="${line}"/>`;
}

/** The width of a character of a legend, about. */
const CHARACTER = 6.2;

function drawLegend(series: readonly Series[], left: number, y: number): string {
  let x = left;
  return series
    .map(({ colour, label }) => {
      const drawn = `<path class="line ${colour} key" d="M${x} ${y - 4}h14"/><text class="label" x="${x + 20}" y="${y}">${label}</text>`;
      x += Math.round(20 + label.length * CHARACTER + 18);
      return drawn;
    })
    .join("");
}

/** A number with a space between thousands. */
function written(value: number): string {
  return value.toLocaleString("en").replaceAll(",", "\u202f");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Turns values into heights, and says which values to write beside the plot. */
interface Scale {
  /** From 0 at the bottom to 1 at the top. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A scale from 0 to a round number that no value passes. */
export function linearScale(values: readonly number[]): Scale {
  const highest = Math.max(1, ...values);
  const step = roundStep(highest / 4);
  const count = Math.ceil(highest / step);
  return {
    at: (value) => value / (step * count),
    ticks: Array.from({ length: count + 1 }, (_, index) => step * index),
  };
}

/** A scale of powers of ten, for values of which some are many times as large as others. */
export function logScale(values: readonly number[]): Scale {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  const lowest = powers.length === 0 ? 0 : Math.floor(Math.min(...powers));
  const highest = Math.max(lowest + 1, Math.ceil(Math.max(lowest, ...powers)));
  return {
    at: (value) => (Math.log10(Math.max(value, 10 ** lowest)) - lowest) / (highest - lowest),
    ticks: Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index)),
  };
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * 0.999) ?? 10;
  return factor * power;
}
