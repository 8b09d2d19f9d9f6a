import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chartsOf } from "./charts.js";
import { allowedText, isMet, limitsOf } from "./limits.js";
import { type Results, type Spread, way } from "./results.js";

/** The tables of docs/performance.md, by the name in the mark before each. */
export function pageTables(runs: readonly Results[]): Record<string, string> {
  return {
    machine: markdown(
      ["Node", "processors", "load at the start", "rounds of a GET", "date"],
      runs.map(({ node, processors, load, get, date }) =>
        [node, processors, load, get[0]?.rounds ?? 0, date].map(String),
      ),
    ),
    limits: limitsTable(runs),
    "get-1": getTable(runs, 1),
    "get-50": getTable(runs, 50),
    versions: markdown(
      ["peer", "version"],
      Object.entries(runs[0]?.versions ?? {}).map(([name, version]) => [`\`${name}\``, version]),
    ),
  };
}

/** Replaces the tables of a page. Throws if a table does not have exactly one mark. */
export function withTables(page: string, runs: readonly Results[]): string {
  return Object.entries(pageTables(runs)).reduce((text, [name, table]) => {
    const mark = `<!-- table: ${name} -->\n`;
    const [before, after, more] = text.split(mark);
    if (before === undefined || after === undefined || more !== undefined)
      throw new Error(`Expected one mark ${mark.trim()} on the page`);
    return `${before}${mark}${table}\n${after.replace(/^(\|.*\n)*/, "")}`;
  }, page);
}

function limitsTable(runs: readonly Results[]): string {
  const rows = (runs[0] === undefined ? [] : limitsOf(runs[0])).map(({ id, name }) => {
    const cells = runs.map((run) => {
      const limit = limitsOf(run).find((one) => one.id === id);
      if (limit?.measured === undefined) return "not measured";
      const { measured } = limit;
      const result = isMet({ ...limit, measured }) ? "met" : "**not met**";
      return `${spreadText(measured)}, ${allowedText(limit)}: ${result}`;
    });
    return [name, ...cells];
  });
  return markdown(["", ...runs.map(({ node }) => `Node ${node}`)], rows);
}

function getTable(runs: readonly Results[], concurrency: number): string {
  const names = runs[0]?.get.find((one) => one.concurrency === concurrency)?.ways.map(({ name }) => name) ?? [];
  const heads = runs.flatMap(({ node }) => [`CPU, ${node}`, "relative to `fetch`", "calls per second"]);
  const rows = names.map((name) => [
    name,
    ...runs.flatMap((run) => {
      const figures = way(run, concurrency, name);
      if (figures === undefined) return ["", "", ""];
      const { cpuUs, cpuRatio, perSecond } = figures;
      return [`${Math.round(cpuUs.median)} µs`, spreadText(cpuRatio), String(Math.round(perSecond.median))];
    }),
  ]);
  return markdown(["client", ...heads], rows);
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function spreadText({ median, low, high }: Spread): string {
  const short = (value: number) => String(Number(value.toPrecision(3)));
  return low === high ? short(median) : `${short(median)} (${short(low)} to ${short(high)})`;
}

/** Updates the charts and tables of docs/performance.md with the results of the last full run. */
export async function drawDocs(root: string): Promise<void> {
  const runs = await savedResults(root);
  const folder = join(root, "docs/performance");
  await mkdir(folder, { recursive: true });
  for (const [name, svg] of Object.entries(chartsOf(runs))) await writeFile(join(folder, name), svg);
  const page = join(root, "docs/performance.md");
  await writeFile(page, withTables(await readFile(page, "utf8"), runs));
}

/** The results of the last full run, oldest Node first. */
async function savedResults(root: string): Promise<Results[]> {
  const folder = join(root, "reports/bench");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  // The benchmark writes this shape.
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Results));
}
