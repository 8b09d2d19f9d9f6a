import { percentile } from "../support/figure.js";
import { matching, OUTLIVED, total, unexplained } from "./explain.js";
import { type Creation, settleFiles, settleTasks } from "./ledger.js";
import type { Usage } from "./meter.js";
import { FAULT_SHARE, TOKEN_LIFE_MS } from "./plan.js";
import type { SoakRun } from "./run.js";

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

/** Above these limits the machine is too busy: attempts time out and tokens expire on their way. */
const MOST_MEDIAN_MS = 250;
const MOST_OUTLIVED = 0.001;

/** The results of all checks. */
export function checksOf(run: SoakRun): Check[] {
  const { options, totals, files, faults, failures, records, atRest } = run;
  const outcome = (wanted: Creation["outcome"]) => totals.creations.filter((one) => one.outcome === wanted).length;
  const happened = faults.reduce((sum, one) => sum + one.happened, 0);
  const percent = (100 * happened) / total(run.requests);
  const medianMs = percentile(totals.latenciesMs, 0.5);
  const outlived = total(matching(totals.failures, OUTLIVED));
  return [
    {
      name: "no task is lost or duplicated",
      found: `${outcome("done")} acknowledged, ${outcome("rejected")} rejected, ${outcome("unknown")} unknown`,
      problems: settleTasks(totals.creations, records, files),
    },
    {
      name: "files are as their callers know them",
      found: `${files.length} files, ${files.reduce((sum, { etag }) => sum + Number(etag), 0)} changes`,
      problems: settleFiles(files, records),
    },
    {
      name: "complete lists, no unhandled rejection, no Node warning",
      found: `${totals.problems.length} problems`,
      problems: totals.problems,
    },
    {
      name: "a fault explains every failed call",
      found: `${total(totals.failures)} of ${total(totals.calls)} calls failed`,
      problems: unexplained(totals.failures, faults, options.callers),
    },
    {
      name: "a tenth of the requests has a fault",
      found: `${happened} faults, ${percent.toFixed(1)}% of ${total(run.requests)} requests`,
      problems: Math.abs(percent - 100 * FAULT_SHARE) > 2 ? [`expected ${100 * FAULT_SHARE}%`] : [],
    },
    tokenCheck(run),
    flatCheck("heap in bytes", run, HEAP, ({ heapBytes }) => heapBytes),
    flatCheck("memory of the processes in bytes", run, RSS, ({ rssBytes }) => rssBytes),
    flatCheck("number of sockets", run, SOCKETS, ({ sockets }) => sockets),
    {
      name: "sockets are closed at the end",
      found: `${atRest.map(({ sockets }) => sockets).join(", ")} sockets at rest`,
      problems: atRest.flatMap(({ sockets }, process) => (sockets > 0 ? [`process ${process} has ${sockets}`] : [])),
    },
    {
      name: "the machine kept up",
      found: `median latency ${medianMs} ms; ${outlived} calls outlived their tokens`,
      problems:
        medianMs > MOST_MEDIAN_MS || outlived > MOST_OUTLIVED * total(totals.calls)
          ? ["the machine is too busy to attribute failures to faults"]
          : [],
    },
    { name: "the sandbox did not fail", found: `${failures.length} failures`, problems: failures },
  ];
}

function tokenCheck({ options, requests, totals }: SoakRun): Check {
  const issued = requests["refreshAccessToken 200"] ?? 0;
  const rejected = requests["refreshAccessToken 400"] ?? 0;
  const needed = Math.floor((options.minutes * 60_000) / TOKEN_LIFE_MS);
  return {
    name: "no missing and no duplicated refresh",
    found: `${issued} tokens issued, ${totals.refreshes} received`,
    problems: [
      ...(rejected > 0 ? [`${rejected} refreshes were rejected: a refresh token was used twice`] : []),
      // A fault delays a refresh by at most one lifetime.
      ...(issued < needed * 0.8 ? [`expected at least ${needed} refreshes; received ${issued}`] : []),
      ...(totals.refreshes === issued ? [] : ["a token was lost"]),
    ],
  };
}

function flatCheck(
  what: string,
  { seconds, options }: SoakRun,
  allowed: { readonly share: number; readonly amount: number },
  read: (usage: Usage) => number | undefined,
): Check {
  const grown = Array.from({ length: options.processes }, (_, process) =>
    growth(seconds.map((usages) => usages[process] && read(usages[process]))),
  );
  const sum = (part: keyof Growth) => Math.round(grown.reduce((all, one) => all + (one?.[part] ?? 0), 0));
  return {
    name: `the ${what} is flat`,
    found: `${sum("before")} in the second quarter, ${sum("after")} in the last, of all callers`,
    problems: grown.flatMap((one, process) => {
      if (one === undefined) return [`the run is too short to compare the ${what}`];
      return isFlat(one, allowed) ? [] : [`process ${process} grew from ${one.before} to ${one.after}`];
    }),
  };
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
