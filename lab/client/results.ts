import { type Figure, isWithin, limitText, markdownTable } from "../support/figures.js";
import { pairedRatios, type Spread, spread, spreadText, type Took } from "../support/rounds.js";
import { BARE, CLIENT, FAST, FAST_LIMITED, LOOP, type Task, UNDICI } from "./ways.js";

/** The rounds of each task, by its name. */
export type Measured = ReadonlyMap<string, readonly Took[]>;

/** The results of a run on one version of Node. */
export interface Results {
  readonly node: string;
  readonly commit: string;
  readonly date: string;
  readonly processors: number;
  /** Load average at the start. */
  readonly load: number;
  readonly versions: Readonly<Record<string, string>>;
  /** A GET by each task, by the number of calls at once. */
  readonly gets: Readonly<Record<number, Measured>>;
  readonly lists: Measured;
  /** The heap at the end of a list relative to a quarter of it. */
  readonly heapRatio: number;
}

/** One task relative to another, round by round. */
export function ratio(measured: Measured, one: string, other: string, key: keyof Took = "cpuUs"): Spread {
  const of = (name: string) => (measured.get(name) ?? []).map((round) => round[key]);
  return spread(pairedRatios(of(one), of(other)));
}

/** A limit on the median of a ratio. */
export interface Limit extends Figure {
  readonly spread: Spread;
}

export function limitsOf({ gets, lists, heapRatio }: Results): Limit[] {
  const [one, fifty] = [gets[1] ?? new Map(), gets[50] ?? new Map()] as const;
  const limit = (name: string, measured: Spread, allowed: NonNullable<Figure["allowed"]>): Limit => {
    return { name, value: measured.median, unit: "times", allowed, spread: measured };
  };
  return [
    limit("CPU of a GET", ratio(one, CLIENT, LOOP), { atMost: 1.05 }),
    limit("CPU of a GET, 50 at once", ratio(fifty, CLIENT, LOOP), { atMost: 1.05 }),
    limit("CPU with the Node transport", ratio(one, FAST_LIMITED, UNDICI), { atMost: 1.25 }),
    limit("CPU with the Node transport, 50 at once", ratio(fifty, FAST_LIMITED, UNDICI), { atMost: 1.25 }),
    limit("calls per second, Node transport, 50 at once", ratio(fifty, BARE, FAST, "wallUs"), { atLeast: 3 }),
    limit("CPU of a long list", ratio(lists, "paginate", "list by hand"), { atMost: 1.05 }),
    limit("heap while paging", spread([heapRatio]), { atMost: 1.1 }),
    limit("time with prefetch", ratio(lists, "prefetch", "no prefetch", "wallUs"), { atMost: 0.6 }),
  ];
}

/** A GET by each task, relative to `fetch` and to what it replaces, or to the same way at an earlier commit. */
export function getTable(measured: Measured, rivals: Readonly<Record<string, readonly string[]>>): string {
  const rows = [...measured].map(([name, rounds]) => {
    const others = (rivals[name] ?? []).map(
      // Of the same way at another commit, the commit says enough.
      (rival) => `${spreadText(ratio(measured, name, rival))} of ${rival.split(", ").at(-1)}`,
    );
    const { median } = spread(rounds.map(({ cpuUs }) => cpuUs));
    const perSecond = spread(rounds.map(({ wallUs }) => 1e6 / wallUs)).median;
    const toFetch = name === BARE ? "1" : spreadText(ratio(measured, name, BARE));
    return [name, `${Math.round(median)} µs`, toFetch, others.join("; "), Math.round(perSecond)];
  });
  return markdownTable(["a GET by", "CPU", "relative to `fetch`", "relative to others", "calls per second"], rows);
}

/** What the tasks are compared with, besides `fetch`. */
export function rivalsOf(tasks: readonly Task[], replaced: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(
    tasks.map(({ name, way }) => {
      const first = tasks.find((one) => one.way === way)?.name ?? name;
      return [name, [replaced[way] ?? [], first === name ? [] : first].flat()];
    }),
  );
}

export function limitsTable(runs: readonly Results[]): string {
  const columns = runs.map(limitsOf);
  const rows = (columns[0] ?? []).map(({ name }, row) => [
    name,
    ...columns
      .flatMap((limits) => limits[row] ?? [])
      .map((one) => `${spreadText(one.spread)}, ${limitText(one)}: ${isWithin(one) ? "met" : "**not met**"}`),
  ]);
  return markdownTable(["", ...runs.map(({ node }) => `Node ${node}`)], rows);
}

/** The figures of docs/performance.md. */
export function pageFigures(runs: readonly Results[], rivals: Readonly<Record<string, readonly string[]>>) {
  const gets = (concurrency: number) =>
    runs.map(({ node, gets }) => `Node ${node}:\n\n${getTable(gets[concurrency] ?? new Map(), rivals)}`).join("\n\n");
  const versions = Object.entries(runs[0]?.versions ?? {}).map(([name, version]) => [`\`${name}\``, version]);
  const machine = runs.map(({ node, commit, processors, load, gets, date }) => {
    return [node, commit, processors, load, gets[1]?.get(BARE)?.length ?? 0, date];
  });
  return {
    "get-1": gets(1),
    "get-50": gets(50),
    limits: limitsTable(runs),
    versions: markdownTable(["peer", "version"], versions),
    machine: markdownTable(["Node", "commit", "processors", "load at the start", "rounds of a GET", "date"], machine),
  };
}
