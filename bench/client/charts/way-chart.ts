import { linearScale } from "../../soak/plot/scale.js";
import { type GetFigures, type Results, way } from "../results.js";
import type { Spread } from "../spread.js";
import { CLIENT, FAST, FAST_GUARDED, GUARDED } from "../world.js";
import { barAt, svgOf, textAt, tidy } from "./picture.js";

/** What a chart shows of every way of sending a GET. */
export interface WayChart {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly read: (figures: GetFigures) => Spread;
  readonly written: (value: number) => string;
  /** Which end of the list is the better one. */
  readonly best: "lowest" | "highest";
  /** A line through all bars, with its name. */
  readonly line?: { readonly at: number; readonly name: string };
}

const OWN_WAYS: ReadonlySet<string> = new Set([CLIENT, GUARDED, FAST, FAST_GUARDED]);
const WIDTH = 760;
const LEFT = 270;
const RIGHT = 70;
const PLOT = WIDTH - LEFT - RIGHT;
const TOP = 78;
const PANEL_HEAD = 40;
const BAR = 11;
const ROW_GAP = 10;
const PANEL_GAP = 34;

/** Draws every way of sending a GET as a bar for each version of Node, one after the other and many at once. */
export function wayChart(runs: readonly Results[], chart: WayChart): string {
  const concurrencies = [...new Set(runs.flatMap(({ get }) => get.map(({ concurrency }) => concurrency)))];
  const rowHeight = runs.length * (BAR + 1) + ROW_GAP;
  let top = TOP;
  const drawn = [textAt(chart.title, { x: 24, y: 34, className: "title" }), legend(runs)];
  for (const concurrency of concurrencies) {
    const names = sortedNames(runs, concurrency, chart);
    const height = names.length * rowHeight;
    drawn.push(panel(runs, concurrency, names, { chart, top, height, rowHeight }));
    top += PANEL_HEAD + height + PANEL_GAP;
  }
  return svgOf({ ...chart, width: WIDTH, height: top - PANEL_GAP + 30, drawn });
}

/** The ways, the best of them first; as they are on the first Node. */
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
  // A scale has steps of 1 and more.
  const factor = Math.max(...all, 0) < 10 ? 100 : 1;
  const scale = linearScale(all.map((value) => value * factor));
  const xOf = (value: number) => LEFT + scale.at(value * factor) * PLOT;
  const start = top + PANEL_HEAD;
  const end = start + height;
  const ticks = scale.ticks.map((tick) => tick / factor);
  const grid = ticks.map((tick) => `M${tidy(xOf(tick))} ${start - 6}V${tidy(end)}`).join("");
  const title = concurrency === 1 ? "One after the other" : `${concurrency} at once`;
  return [
    textAt(title, { x: 24, y: top + 22, className: "panel" }),
    `<path class="grid" d="${grid}"/>`,
    ...ticks.map((tick) =>
      textAt(chart.written(tick), { x: xOf(tick), y: end + 16, className: "tick", anchor: "middle" }),
    ),
    ...names.flatMap((name, index) => {
      const y = start + index * rowHeight;
      const isOwn = OWN_WAYS.has(name);
      const middle = y + (runs.length * (BAR + 1)) / 2;
      return [
        textAt(name, { x: LEFT - 12, y: middle + 4.5, className: isOwn ? "own" : "label", anchor: "end" }),
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
    barAt(className, { x: LEFT, y, width: xOf(median) - LEFT, height: BAR }),
    low === high ? "" : `<path class="spread" d="M${tidy(xOf(low))} ${middle}H${tidy(xOf(high))}"/>`,
    textAt(chart.written(median), { x: end + 6, y: middle + 4, className: "value" }),
  ].join("");
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
