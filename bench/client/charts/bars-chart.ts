import { type Bar, barsOf, isKept, type MeasuredBar, measuredBars } from "../bars.js";
import type { Results } from "../results.js";
import { barAt, svgOf, textAt, tidy } from "./picture.js";

const WIDTH = 760;
const LEFT = 24;
const COLUMN = { gap: 24, value: 92 };
const TOP = 90;
const ROW = 41;
/** The longest bar is this many times the bound; what is beyond is cut, and its number says how far it went. */
const LONGEST = 1.5;

/** Draws each bar as the share of its bound that was used, for each version of Node. */
export function barsChart(runs: readonly Results[]): string {
  const rows = (runs[0] === undefined ? [] : barsOf(runs[0])).map(({ id }) => id);
  const columns = Math.max(1, runs.length);
  const wide = (WIDTH - 2 * LEFT - (columns - 1) * COLUMN.gap) / columns;
  const height = TOP + rows.length * ROW + 16;
  const drawn = runs.flatMap((run, column) => {
    const left = LEFT + column * (wide + COLUMN.gap);
    const track = wide - COLUMN.value;
    const limit = tidy(left + track / LONGEST);
    const bars = new Map(barsOf(run).map((bar) => [bar.id, bar]));
    return [
      textAt(`Node ${run.node.slice(1)}`, { x: left, y: 62, className: "panel" }),
      textAt("the bound", { x: limit, y: 80, className: "tick", anchor: "middle" }),
      ...rows.flatMap((id, row) => {
        const bar = bars.get(id);
        return bar === undefined ? [] : [drawBar(bar, { left, y: TOP + row * ROW, track })];
      }),
    ];
  });
  const title = textAt("What the client must keep to, and what it took", { x: LEFT, y: 34, className: "title" });
  return svgOf({
    ...{ id: "bars", title: "What the client must keep to, and what it took", width: WIDTH, height },
    about: `For each bound the share of it that was used, ${runs.map((run) => `on Node ${run.node}: ${said(measuredBars(run))}`).join("; ")}.`,
    drawn: [title, ...drawn],
  });
}

function said(bars: readonly MeasuredBar[]): string {
  return `${bars.filter(isKept).length} of ${bars.length} kept`;
}

function drawBar(bar: Bar, { left, y, track }: { left: number; y: number; track: number }): string {
  const label = textAt(bar.name, { x: left, y: y + 12, className: "label" });
  const place = { x: left, y: y + 18, height: 10 };
  const behind = barAt("track", { ...place, width: track });
  if (bar.found === undefined) {
    return [label, behind, textAt("not measured", { x: left + track + 8, y: y + 27, className: "tick" })].join("");
  }
  const measured = { ...bar, found: bar.found };
  const share = Math.min(LONGEST, shareOf(measured));
  const value = `${Number(bar.found.median.toPrecision(3))} ${sign(measured)} ${"atMost" in bar.bound ? bar.bound.atMost : bar.bound.atLeast}`;
  const edge = tidy(left + track / LONGEST);
  return [
    label,
    behind,
    share === 0 ? "" : barAt(isKept(measured) ? "kept" : "missed", { ...place, width: (share / LONGEST) * track }),
    `<path class="edge" d="M${edge} ${y + 16}v14"/>`,
    textAt(value, { x: left + track + 8, y: y + 27, className: "value" }),
  ].join("");
}

/** What is written between a figure and its bound, so that nobody needs the colour. */
function sign(bar: MeasuredBar): string {
  if ("atMost" in bar.bound) return isKept(bar) ? "≤" : ">";
  return isKept(bar) ? "≥" : "<";
}

/** How much of its bound a bar used: 1 is all of it. */
function shareOf({ bound, found }: MeasuredBar): number {
  if ("atLeast" in bound) return bound.atLeast / found.median;
  return bound.atMost === 0 ? (found.median === 0 ? 0 : LONGEST) : found.median / bound.atMost;
}
