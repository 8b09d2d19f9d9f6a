import type { ActiveFault, Seed } from "content-service-sandbox";
import { percentile } from "../support/figures.js";
import type { Sample } from "./callers.js";
import type { FileState } from "./calls.js";
import { type Creation, type Measures, NO_TOKEN, OUTLIVED, type Tally, total } from "./measures.js";
import { FAULT_SHARE, TOKEN_LIFE_MS } from "./plan.js";

export interface SoakRun {
  readonly minutes: number;
  /** Callers of each process. */
  readonly callers: number;
  /** The heap of each process, at each sample. */
  readonly heaps: readonly (readonly number[])[];
  /** Each process after some idle seconds. */
  readonly atRest: readonly Sample[];
  /** Sums over all callers. */
  readonly totals: Measures;
  readonly files: readonly FileState[];
  /** The final state of the sandbox. */
  readonly records: Seed;
  readonly faults: readonly ActiveFault[];
  /** By operation and status. */
  readonly requests: Tally;
  /** Failures of the sandbox itself. */
  readonly failures: readonly string[];
}

/** Allowed growth of a heap from the second to the last quarter: finds a leak of 100 bytes a call in ten minutes. */
const HEAP = { share: 0.1, bytes: 3e6 };
/** Above these limits the machine is too busy: attempts time out and tokens expire on their way. */
const MOST_MEDIAN_MS = 250;
const MOST_OUTLIVED = 0.001;

/** The problems that each check found. */
export function checksOf(run: SoakRun): Record<string, readonly string[]> {
  const { totals, files, faults, requests } = run;
  const percent = (100 * faults.reduce((sum, one) => sum + one.happened, 0)) / total(requests);
  const isBusy =
    percentile(totals.latenciesMs, 0.5) > MOST_MEDIAN_MS ||
    total(endingWith(totals.failures, OUTLIVED)) > MOST_OUTLIVED * total(totals.calls);
  return {
    "no task is lost or duplicated": settleTasks(totals.creations, run.records, files),
    "files are as their callers know them": settleFiles(files, run.records),
    "complete lists, no unhandled rejection, no Node warning": totals.problems,
    "a fault explains every failed call": unexplained(totals.failures, faults, run.callers),
    "a tenth of the requests has a fault":
      Math.abs(percent - 100 * FAULT_SHARE) > 2 ? [`expected ${100 * FAULT_SHARE}%; received ${percent}%`] : [],
    "no missing and no duplicated refresh": refreshProblems(run),
    "the heap is flat": run.heaps.flatMap((heap, process) => growth(heap).map((one) => `process ${process} ${one}`)),
    "sockets are closed at the end": run.atRest.flatMap(({ sockets }, process) =>
      sockets > 0 ? [`process ${process} has ${sockets}`] : [],
    ),
    "the machine kept up": isBusy ? ["it is too busy to attribute failures to faults"] : [],
    "the sandbox did not fail": run.failures,
  };
}

function refreshProblems({ minutes, requests, totals }: SoakRun): string[] {
  const issued = requests["refreshAccessToken 200"] ?? 0;
  const rejected = requests["refreshAccessToken 400"] ?? 0;
  const received = totals.events["refreshes"] ?? 0;
  const needed = Math.floor((minutes * 60_000) / TOKEN_LIFE_MS);
  return [
    ...(rejected > 0 ? [`${rejected} refreshes were rejected: a refresh token was used twice`] : []),
    // A fault delays a refresh by at most one lifetime.
    ...(issued < needed * 0.8 ? [`expected at least ${needed} refreshes; received ${issued}`] : []),
    ...(received === issued ? [] : [`a token was lost: ${issued} were issued, ${received} received`]),
  ];
}

/** Compares the medians of the second and of the last quarter; the first is the warm-up. Returns what is wrong. */
export function growth(heap: readonly number[]): string[] {
  const quarter = Math.floor(heap.length / 4);
  if (quarter === 0) return ["has too few samples"];
  const before = percentile(heap.slice(quarter, 2 * quarter), 0.5);
  const after = percentile(heap.slice(-quarter), 0.5);
  return after - before <= Math.max(HEAP.bytes, HEAP.share * before) ? [] : [`grew from ${before} to ${after}`];
}

/** Compares all creations with the stored tasks of the callers' files: none is lost, duplicated or unknown. */
export function settleTasks(
  creations: readonly Creation[],
  { tasks = [] }: Seed,
  files: readonly Pick<FileState, "id">[],
): string[] {
  const own = new Set(files.map(({ id }) => id));
  const found = new Map<string, string[]>();
  for (const { id, file_id, message = "" } of tasks)
    if (own.has(file_id)) found.set(message, [...(found.get(message) ?? []), id]);
  const created = new Set(creations.map(({ name }) => name));
  return [
    ...creations.flatMap(({ name, outcome, id }) => {
      const ids = found.get(name) ?? [];
      if (ids.length > 1) return [`task ${name} exists ${ids.length} times`];
      if (outcome === "done" && ids.length === 0) return [`task ${name} was acknowledged and does not exist`];
      if (outcome === "done" && ids[0] !== id) return [`task ${name}: expected id ${id}; received ${ids[0]}`];
      return outcome === "rejected" && ids.length > 0 ? [`task ${name} was rejected and exists`] : [];
    }),
    ...[...found.keys()].flatMap((name) => (created.has(name) ? [] : [`task ${name} exists and no caller created it`])),
  ];
}

/** Compares each file as its caller knows it with the stored record. */
export function settleFiles(known: readonly FileState[], { files = [] }: Seed): string[] {
  return known.flatMap(({ id, ...mine }) => {
    const { name, etag, lock } = files.find((file) => file.id === id) ?? {};
    const [expected, received] = [mine, { name, etag, isLocked: lock != null }].map((one) => JSON.stringify(one));
    return expected === received ? [] : [`file ${id}: expected ${expected}; received ${received}`];
  });
}

type Kind = ActiveFault["fault"]["kind"];

/** The fault kinds that explain a failed call. Other failures are problems. */
const REASONS: Readonly<Record<string, readonly Kind[]>> = {
  NetworkError: ["reset", "cut_body"],
  "TimeoutError of the attempt": ["delay"],
  "ApiError 429": ["status"],
  "ApiError 500": ["status"],
  "ApiError 503": ["status"],
  "ApiError 502": ["html"],
  "ApiError 200: not JSON": ["broken_body"],
  "ApiError 201: not JSON": ["broken_body"],
  "ApiError 200: empty response": ["empty_body"],
  "ApiError 201: empty response": ["empty_body"],
  "ApiError 200: the same marker came twice": ["repeated_marker"],
  // An earlier attempt made the change, and its response was lost.
  "ApiError 412 in a retry": ["reset", "cut_body", "delay"],
};

/** Lists failures that outnumber their faults. A failed refresh fails the calls of every caller in the process. */
export function unexplained(failures: Tally, faults: readonly ActiveFault[], callersOfProcess: number): string[] {
  const happened = (operation: string, kinds: readonly Kind[]) =>
    faults
      .filter(({ fault }) => fault.operation === operation && kinds.includes(fault.kind))
      .reduce((sum, one) => sum + one.happened, 0);
  const spared = happened("refreshAccessToken", ["status", "html", "reset", "delay"]) * callersOfProcess;
  const withoutToken = total(endingWith(failures, NO_TOKEN));
  const others = Object.entries(failures).filter(([name]) => !name.endsWith(NO_TOKEN) && !name.endsWith(OUTLIVED));
  return [
    ...(withoutToken > spared ? [`${withoutToken} calls had no token; faults explain ${spared}`] : []),
    ...others.flatMap(([name, times]) => {
      const [, operation = "", failure = ""] = /^(\S+) (.*)$/s.exec(name) ?? [];
      const explained = happened(operation, REASONS[failure] ?? []);
      return times > explained ? [`${name}: ${times} times; faults explain ${explained}`] : [];
    }),
  ];
}

/** The failures of one kind, of all operations. */
function endingWith(failures: Tally, failure: string): Tally {
  return Object.fromEntries(Object.entries(failures).filter(([name]) => name.endsWith(failure)));
}
