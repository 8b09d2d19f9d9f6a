import { percentile } from "../support/figure.js";
import { OUTLIVED, unexplained, unmatched } from "./explain.js";
import { settleFiles, settleItems } from "./ledger.js";
import { total, type Usage } from "./measures.js";
import { FAULT_SHARE } from "./plan.js";
import type { SoakRun } from "./run.js";
import { TOKEN_LIFE_MS } from "./token-server.js";

export interface Check {
  readonly name: string;
  /** A summary. */
  readonly found: string;
  readonly problems: readonly string[];
}

/** Allowed growth of a heap from the second to the last quarter: finds a leak of 100 bytes a call in ten minutes. */
const HEAP = { share: 0.1, amount: 3e6 };
/** V8 alone may grow its young generation to 48 MB. Finds leaks outside the heap. */
const RSS = { share: 0.25, amount: 32e6 };
/** Node closes idle sockets after four seconds, so their number follows the load. The check at rest finds leaks. */
const SOCKETS = { share: 0.25, amount: 6 };
/** A caller that continues at once cannot reuse its connection yet. Four more: the token server and timed-out attempts. */
const maxSockets = (callers: number) => 2 * callers + 4;

/** Above these limits the machine is too busy: attempts time out and tokens expire on their way. */
const MOST_MEDIAN_MS = 250;
const MOST_OUTLIVED = 0.001;

/** The results of all checks. */
export function checksOf(run: SoakRun): Check[] {
  const { options, totals, sandbox, files, seconds } = run;
  const items = settleItems(totals.creations, sandbox.records);
  const faults = sandbox.faults.reduce((sum, { happened }) => sum + happened, 0);
  const requests = total(sandbox.requests);
  const percent = (100 * faults) / requests;
  const kinds = new Set(sandbox.faults.filter(({ happened }) => happened > 0).map(({ fault }) => fault.kind));
  const missing = [...new Set(sandbox.faults.map(({ fault }) => fault.kind))].filter((kind) => !kinds.has(kind));
  const medianMs = Math.round(percentile(totals.latenciesMs, 0.5));
  const outlived = total(
    Object.fromEntries(Object.entries(totals.failures).filter(([name]) => name.endsWith(OUTLIVED))),
  );
  const repetitions = sandbox.faults.filter(({ fault }) => fault.kind === "repeated_marker");
  const repeated = repetitions.reduce((sum, { happened }) => sum + happened, 0);
  return [
    {
      name: "no record is lost or duplicated",
      found: `${items.done} acknowledged, ${items.rejected} rejected, ${items.unknown} unknown (${items.unknownButDone} of them exist)`,
      problems: items.problems,
    },
    {
      name: "files and metadata are as their callers know them",
      found: `${files.length} files, ${files.reduce((sum, { etag }) => sum + Number(etag), 0)} changes`,
      problems: settleFiles(files, sandbox.records),
    },
    {
      name: "complete lists, no unhandled rejection, no Node warning",
      found: `${totals.problems.length} problems`,
      problems: totals.problems,
    },
    {
      name: "a fault explains every failed call",
      found: `${total(totals.failures)} of ${total(totals.calls)} calls failed`,
      problems: [
        ...unexplained(totals.failures, sandbox.faults, options.callers),
        ...(totals.repeatedPages > repeated ? [`${totals.repeatedPages} first pages came twice`] : []),
      ],
    },
    {
      name: "failed attempts match the faults",
      found: `${total(totals.attempts)} failed attempts, ${totals.retries} retries`,
      problems: unmatched(totals.attempts, sandbox.faults),
    },
    {
      name: "every kind of fault, in a tenth of the requests",
      found: `${faults} faults of ${kinds.size} kinds, ${percent.toFixed(1)}% of ${requests} requests`,
      problems: [
        ...missing.map((kind) => `no fault of kind ${kind} happened`),
        ...(Math.abs(percent - 100 * FAULT_SHARE) > 2
          ? [`expected faults in ${100 * FAULT_SHARE}% of the requests; received ${percent.toFixed(1)}%`]
          : []),
      ],
    },
    tokenCheck(run),
    flatCheck("heap", run, HEAP, ({ heapBytes }) => heapBytes),
    flatCheck("memory of the processes", run, RSS, ({ rssBytes }) => rssBytes),
    socketCheck(run),
    {
      name: "the machine kept up",
      found: `median latency ${medianMs} ms; ${outlived} calls outlived their tokens`,
      problems:
        medianMs > MOST_MEDIAN_MS || outlived > MOST_OUTLIVED * total(totals.calls)
          ? ["the machine is too busy to attribute failures to faults"]
          : [],
    },
    {
      name: "the sandbox did not fail",
      found: `${seconds.at(-1)?.sandbox.sockets ?? 0} connections, ${megabytes(seconds.at(-1)?.sandbox.rssBytes ?? 0)}`,
      problems: sandbox.failures,
    },
  ];
}

function tokenCheck({ options, sandbox: { tokens }, totals }: SoakRun): Check {
  const { requests, issued, rejected, faulted, needless, longestGapMs } = tokens;
  const needed = Math.floor((options.minutes * 60_000) / TOKEN_LIFE_MS);
  const problems = [
    ...(rejected > 0 ? [`${rejected} refreshes were rejected: a refresh token was used twice`] : []),
    ...(needless > 0 ? [`${needless} refreshes before half of the token lifetime`] : []),
    // A fault delays a refresh by at most one lifetime.
    ...(issued < needed * 0.8 ? [`expected at least ${needed} refreshes; received ${issued}`] : []),
    ...(totals.refreshes["renewed"] === issued
      ? []
      : [`${issued} tokens issued, ${totals.refreshes["renewed"]} received`]),
  ];
  const gap = `longest time without a token ${Math.max(0, Math.round(longestGapMs))} ms`;
  return {
    name: "no missing and no duplicated refresh",
    found: `${issued} tokens in ${requests} requests (${faulted} with a fault), ${totals.refreshes["adopted"] ?? 0} adopted, ${gap}`,
    problems,
  };
}

function flatCheck(
  what: string,
  { seconds, options }: SoakRun,
  allowed: { share: number; amount: number },
  read: (usage: Usage) => number | undefined,
): Check {
  const grown = Array.from({ length: options.processes }, (_, process) =>
    growth(seconds.map(({ callers }) => (callers[process] === undefined ? undefined : read(callers[process])))),
  );
  const sum = (part: keyof Growth) => grown.reduce((all, one) => all + (one?.[part] ?? 0), 0);
  return {
    name: `${what} is flat`,
    found: `${megabytes(sum("before"))} in the second quarter, ${megabytes(sum("after"))} in the last, of all callers`,
    problems: grown.flatMap((one, process) => {
      if (one === undefined) return [`the run is too short to compare ${what}`];
      if (isFlat(one, allowed)) return [];
      return [`process ${process} grew from ${megabytes(one.before)} to ${megabytes(one.after)}`];
    }),
  };
}

function socketCheck({ seconds, options, atRest }: SoakRun): Check {
  const most = maxSockets(options.callers);
  const problems = Array.from({ length: options.processes }, (_, process) => {
    const values = seconds.map(({ callers }) => callers[process]?.sockets ?? 0);
    const grown = growth(values);
    const rest = atRest[process]?.sockets ?? 0;
    return [
      ...(grown === undefined || isFlat(grown, SOCKETS)
        ? []
        : [`process ${process} grew from ${grown.before} sockets to ${grown.after}`]),
      ...(Math.max(...values) > most
        ? [`process ${process} had ${Math.max(...values)} sockets; expected at most ${most}`]
        : []),
      ...(rest > 0 ? [`process ${process} had ${rest} sockets at rest; expected 0`] : []),
    ];
  }).flat();
  const highest = Math.max(...seconds.map(({ callers }) => callers.reduce((sum, { sockets }) => sum + sockets, 0)));
  return {
    name: "sockets are flat and closed at the end",
    found: `at most ${highest} at once, ${atRest.reduce((sum, { sockets }) => sum + sockets, 0)} at the end`,
    problems,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The medians of the second and of the last quarter. */
interface Growth {
  readonly before: number;
  readonly after: number;
}

/** Compares the second and the last quarter; the first is the warm-up. Undefined for too few values. */
export function growth(values: readonly (number | undefined)[]): Growth | undefined {
  const known = values.filter((value) => value !== undefined);
  const quarter = Math.floor(known.length / 4);
  if (quarter === 0) return undefined;
  return {
    before: percentile(known.slice(quarter, 2 * quarter), 0.5),
    after: percentile(known.slice(-quarter), 0.5),
  };
}

/** Whether the growth is within a share or an absolute amount, whichever is larger. */
export function isFlat(
  { before, after }: Growth,
  allowed: { readonly share: number; readonly amount: number },
): boolean {
  return after - before <= Math.max(allowed.amount, allowed.share * before);
}
