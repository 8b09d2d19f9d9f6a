import { percentile } from "../figure.js";
import { OUTLIVED, unexplained, unmatched } from "./explain.js";
import { FAULT_SHARE } from "./fault-plan.js";
import { settleFiles, settleItems } from "./ledger.js";
import type { SoakRun } from "./run.js";
import { total, type Usage } from "./second.js";
import { TOKEN_LIFE_MS } from "./token-server.js";

/** Something that must hold at the end of a soak. */
export interface Check {
  readonly name: string;
  /** What was found, in words. */
  readonly found: string;
  /** What does not hold, each as a sentence. */
  readonly problems: readonly string[];
}

/**
 * How much of its heap a process may gain from the second quarter to the last. In ten minutes a process makes some
 * 30,000 calls in between: a hundred bytes kept of each would be found.
 */
const HEAP = { share: 0.1, amount: 3e6 };
/** Of this, V8 alone may take 48 MB for what is young, and takes it step by step. It finds what is not in the heap. */
const RSS = { share: 0.25, amount: 32e6 };
/** Idle ones are closed after four seconds, so that how many there are moves with the load. A leak is seen at rest. */
const SOCKETS = { share: 0.25, amount: 6 };
/**
 * Node takes a connection again on the next turn of its loop: a caller that goes on at once opens another one. The rest
 * are to the token address, and of attempts that were just given up.
 */
const mostSockets = (callers: number) => 2 * callers + 4;

/** Beyond it requests wait so long for the machine that attempts get too late, and tokens end on the way. */
const MOST_MEDIAN_MS = 250;
const MOST_OUTLIVED = 0.001;

/** Holds what was measured against what must hold. */
export function checksOf(run: SoakRun): Check[] {
  const { options, totals, sandbox, files, seconds } = run;
  const items = settleItems(totals.asked, sandbox.world);
  const faults = sandbox.faults.reduce((sum, { happened }) => sum + happened, 0);
  const requests = total(sandbox.requests);
  const percent = (100 * faults) / requests;
  const kinds = new Set(sandbox.faults.filter(({ happened }) => happened > 0).map(({ fault }) => fault.kind));
  const missing = [...new Set(sandbox.faults.map(({ fault }) => fault.kind))].filter((kind) => !kinds.has(kind));
  const medianMs = Math.round(percentile(totals.latenciesMs, 0.5));
  const outlived = total(
    Object.fromEntries(Object.entries(totals.failures).filter(([name]) => name.endsWith(OUTLIVED))),
  );
  const repeats = sandbox.faults.filter(({ fault }) => fault.kind === "repeated_marker");
  const repeated = repeats.reduce((sum, { happened }) => sum + happened, 0);
  return [
    {
      name: "no item is lost or doubled",
      found: `${items.done} acknowledged, ${items.refused} refused, ${items.unknown} unknown (${items.unknownButDone} of them done)`,
      problems: items.problems,
    },
    {
      name: "each file and its metadata are as its caller knows them",
      found: `${files.length} files, ${files.reduce((sum, { etag }) => sum + Number(etag), 0)} changes`,
      problems: settleFiles(files, sandbox.world),
    },
    {
      name: "lists are whole, no rejection is unhandled, Node does not warn",
      found: `${totals.problems.length} problems`,
      problems: totals.problems,
    },
    {
      name: "every failed call is one of the four errors, and a fault explains it",
      found: `${total(totals.failures)} of ${total(totals.calls)} calls failed`,
      problems: [
        ...unexplained(totals.failures, sandbox.faults, options.callers),
        ...(totals.repeatedPages > repeated ? [`${totals.repeatedPages} first pages came twice`] : []),
      ],
    },
    {
      name: "every failed attempt is a fault, and every such fault a failed attempt",
      found: `${total(totals.attempts)} failed attempts, ${totals.retries} retries`,
      problems: unmatched(totals.attempts, sandbox.faults),
    },
    {
      name: "faults are of every kind, and a tenth of the requests",
      found: `${faults} faults of ${kinds.size} kinds, ${percent.toFixed(1)} % of ${requests} requests`,
      problems: [
        ...missing.map((kind) => `there was no fault of the kind ${kind}`),
        ...(Math.abs(percent - 100 * FAULT_SHARE) > 2 ? [`faults are ${percent.toFixed(1)} % of the requests`] : []),
      ],
    },
    tokenCheck(run),
    flatCheck("heap", run, HEAP, ({ heapBytes }) => heapBytes),
    flatCheck("memory of the processes", run, RSS, ({ rssBytes }) => rssBytes),
    socketCheck(run),
    {
      name: "the machine kept up",
      found: `half of the calls took ${medianMs} ms at most, and ${outlived} outlived their tokens`,
      problems:
        medianMs > MOST_MEDIAN_MS || outlived > MOST_OUTLIVED * total(totals.calls)
          ? ["it is too busy to tell what a fault did from what it did itself"]
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
  const { requests, issued, refused, faulted, needless, longestGapMs } = tokens;
  const needed = Math.floor((options.minutes * 60_000) / TOKEN_LIFE_MS);
  const problems = [
    ...(refused > 0 ? [`${refused} refreshes were refused: a refresh token was used twice`] : []),
    ...(needless > 0 ? [`${needless} refreshes came while the token had more than half of its life before it`] : []),
    // A fault can hold a refresh back by a life at most.
    ...(issued < needed * 0.8 ? [`there were ${issued} refreshes where at least ${needed} were needed`] : []),
    ...(totals.refreshes["renewed"] === issued
      ? []
      : [`${issued} tokens were issued and ${totals.refreshes["renewed"]} taken`]),
  ];
  const gap = `${Math.max(0, Math.round(longestGapMs))} ms without a token at most`;
  return {
    name: "refreshes are as many as needed, and none is double",
    found: `${issued} tokens in ${requests} requests (${faulted} met a fault), ${totals.refreshes["adopted"] ?? 0} adopted, ${gap}`,
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
      if (one === undefined) return [`the run is too short to compare the ${what}`];
      if (isFlat(one, allowed)) return [];
      return [`process ${process} went from ${megabytes(one.before)} to ${megabytes(one.after)}`];
    }),
  };
}

function socketCheck({ seconds, options, atRest }: SoakRun): Check {
  const most = mostSockets(options.callers);
  const problems = Array.from({ length: options.processes }, (_, process) => {
    const values = seconds.map(({ callers }) => callers[process]?.sockets ?? 0);
    const grown = growth(values);
    const rest = atRest[process]?.sockets ?? 0;
    return [
      ...(grown === undefined || isFlat(grown, SOCKETS)
        ? []
        : [`process ${process} went from ${grown.before} sockets to ${grown.after}`]),
      ...(Math.max(...values) > most
        ? [`process ${process} had ${Math.max(...values)} sockets, more than ${most}`]
        : []),
      ...(rest > 0 ? [`process ${process} still had ${rest} sockets after it was done`] : []),
    ];
  }).flat();
  const highest = Math.max(...seconds.map(({ callers }) => callers.reduce((sum, { sockets }) => sum + sockets, 0)));
  return {
    name: "sockets are flat, and closed at the end",
    found: `at most ${highest} at once, ${atRest.reduce((sum, { sockets }) => sum + sockets, 0)} at the end`,
    problems,
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What something was in the second quarter of a run and in the last one. */
interface Growth {
  readonly before: number;
  readonly after: number;
}

/**
 * Compares the medians of the second and of the last quarter. The first quarter is left out: in it the code gets warm.
 * Gives undefined where there are too few values.
 */
export function growth(values: readonly (number | undefined)[]): Growth | undefined {
  const known = values.filter((value) => value !== undefined);
  const quarter = Math.floor(known.length / 4);
  if (quarter === 0) return undefined;
  return {
    before: percentile(known.slice(quarter, 2 * quarter), 0.5),
    after: percentile(known.slice(-quarter), 0.5),
  };
}

/** Whether something did not grow by more than a share of what it was, or than an amount, whichever is more. */
export function isFlat(
  { before, after }: Growth,
  allowed: { readonly share: number; readonly amount: number },
): boolean {
  return after - before <= Math.max(allowed.amount, allowed.share * before);
}
