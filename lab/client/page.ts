import { markdownTable } from "../support/figures.js";
import { BARE } from "./constants.js";
import { allowedText, isMet, limitsOf } from "./limits.js";
import { type GetResults, type Results, spreadText } from "./results.js";

/** The figures of docs/performance.md. */
export function pageFigures(runs: readonly Results[]): Record<string, string> {
  const [first] = runs;
  return {
    ...Object.fromEntries([1, 50].map((concurrency) => [`get-${concurrency}`, getTables(runs, concurrency)])),
    limits: limitsTable(runs),
    versions: markdownTable(
      ["peer", "version"],
      Object.entries(first?.versions ?? {}).map(([name, version]) => [`\`${name}\``, version]),
    ),
    machine: markdownTable(
      ["Node", "commit", "processors", "load at the start", "rounds of a GET", "date"],
      runs.map(({ node, commit, processors, load, get, date }) => {
        return [node, commit.slice(0, 7), processors, load, get[0]?.rounds ?? 0, date];
      }),
    ),
  };
}

function getTables(runs: readonly Results[], concurrency: number): string {
  return runs
    .flatMap(({ node, get }) =>
      get.filter((one) => one.concurrency === concurrency).map((one) => `Node ${node}:\n\n${getTable(one)}`),
    )
    .join("\n\n");
}

/** A GET by each contender. */
export function getTable({ ways }: GetResults): string {
  return markdownTable(
    ["a GET by", "CPU", "relative to `fetch`", "relative to others", "calls per second"],
    ways.map(({ name, cpuUs, cpuRatios, perSecond }) => {
      const { [BARE]: toFetch, ...others } = cpuRatios;
      // Of the same way at another commit, the commit says enough.
      const texts = Object.entries(others).map(
        ([other, ratio]) => `${spreadText(ratio)} of ${other.split(", ").at(-1)}`,
      );
      const ratio = toFetch === undefined ? "1" : spreadText(toFetch);
      return [name, `${Math.round(cpuUs.median)} µs`, ratio, texts.join("; "), Math.round(perSecond.median)];
    }),
  );
}

/** Every limit, with the result on each version of Node. */
export function limitsTable(runs: readonly Results[]): string {
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
  return markdownTable(["", ...runs.map(({ node }) => `Node ${node}`)], rows);
}
