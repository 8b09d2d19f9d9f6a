import type { Scale } from "./scale.js";

/** A line of a panel. */
export interface Series {
  /** The class that colours it. */
  readonly colour: string;
  readonly label: string;
  /** One value for each point in time; undefined leaves a gap that is drawn over. */
  readonly values: readonly (number | undefined)[];
  readonly scale: Scale;
  readonly isFilled?: boolean;
}

/** One plot of the picture. */
export interface Panel {
  readonly title: string;
  readonly series: readonly Series[];
  readonly left: Scale;
  readonly right?: Scale;
  /** The unit of the values on the right. */
  readonly rightTitle?: string;
}

/** Where a panel is. The top is that of its title. */
export interface Frame {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  /** Of the plot alone, without title and legend. */
  readonly height: number;
}

/** How much room the title and the legend of a panel take. */
export const HEAD = 44;

/** Draws a panel: its title and legend, the lines behind it, and the values. */
export function drawPanel({ title, series, left, right, rightTitle }: Panel, frame: Frame): string {
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
