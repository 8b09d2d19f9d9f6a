import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces the figures of a page, each between `<!-- figures: name -->` and `<!-- end of figures -->`.
 *
 * Throws when a name does not have exactly one place.
 */
export function withFigures(page: string, figures: Readonly<Record<string, string>>): string {
  return Object.entries(figures).reduce((text, [name, figure]) => {
    const start = `<!-- figures: ${name} -->\n`;
    const [before, after, ...more] = text.split(start);
    const end = after?.indexOf("<!-- end of figures -->") ?? -1;
    if (before === undefined || after === undefined || end < 0 || more.length > 0) {
      throw new Error(`Expected one ${start.trim()} with an <!-- end of figures --> on the page`);
    }
    return `${before}${start}\n${figure}\n\n${after.slice(end)}`;
  }, page);
}

/** Replaces the figures in a file. */
export function writeFigures(file: string, figures: Readonly<Record<string, string>>): void {
  writeFileSync(file, withFigures(readFileSync(file, "utf8"), figures));
}

/** A table in Markdown. */
export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
