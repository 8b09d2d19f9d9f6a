/** A picture of the benchmark: what it is called, what it shows in a sentence, and what is drawn. */
export interface Picture {
  /** Short, for the ids inside. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly width: number;
  readonly height: number;
  readonly drawn: readonly string[];
}

/** Makes an SVG that is readable on light and on dark pages, and for those who hear it. */
export function svgOf({ id, title, about, width, height, drawn }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-about">
<title id="${id}-title">${escaped(title)}</title>
<desc id="${id}-about">${escaped(about)}</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${drawn.filter((part) => part !== "").join("\n")}
</svg>
`;
}

/** Where a text is, and how. */
export interface TextAt {
  readonly x: number;
  readonly y: number;
  readonly className?: string;
  readonly anchor?: "middle" | "end";
}

/** A line of text. */
export function textAt(words: string, { x, y, className, anchor }: TextAt): string {
  const attributes = [
    ...(className === undefined ? [] : [`class="${className}"`]),
    `x="${tidy(x)}" y="${tidy(y)}"`,
    ...(anchor === undefined ? [] : [`text-anchor="${anchor}"`]),
  ];
  return `<text ${attributes.join(" ")}>${escaped(words)}</text>`;
}

/** A bar that lies: its left end is straight, since it stands on the axis. */
export function barAt(className: string, place: { x: number; y: number; width: number; height: number }): string {
  const { x, y, height } = place;
  const radius = Math.min(3, height / 2, place.width);
  const width = Math.max(place.width, radius + 0.5);
  const [straight, down] = [tidy(width - radius), tidy(height - 2 * radius)];
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  const path = `M${tidy(x)} ${tidy(y)}h${straight}${corner(radius, radius)}v${down}${corner(-radius, radius)}h${-straight}z`;
  return `<path class="${className}" d="${path}"/>`;
}

/** At most one digit behind the point: a tenth of a pixel. */
export function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
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
.kept { fill: #1a7f37 } .missed { fill: #bc4c00 }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; stroke: #3d444d }
  text { fill: #f0f6fc }
  .label, .tick { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .limit, .edge, .spread { stroke: #f0f6fc }
  .track { fill: #212830 }
  .ours { fill: #4493f8 } .ours.second { fill: #1f4f8f }
  .others { fill: #9198a1 } .others.second { fill: #4b535d }
  .kept { fill: #3fb950 } .missed { fill: #db6d28 }
}
`;
