import { setTimeout } from "node:timers/promises";
import type { Exchange, Operation } from "content-service-contract";
import { counted } from "content-service-contract/text";

export type Pace = ReturnType<typeof createPace>;

export interface PaceOptions {
  readonly now: () => number;
  readonly wait: (delayMs: number) => Promise<void>;
  /** The statuses that are no finding while they are rare. */
  readonly tolerate: readonly number[];
}

/** A 429 stops all requests for the time that it tells, and makes the run slower; many other responses make it faster again. */
export function createPace({ now, wait, tolerate }: PaceOptions) {
  let [resumeMs, lastMs, gapMs] = [0, 0, 0];
  let [limits, fruitless, fruitlessMs, waitedMs] = [0, 0, 0, 0];
  let [responses, tolerated] = [0, 0];
  const waitedFor = new Map<string, number>();
  return {
    async turn() {
      // While a check computes, the server can close an idle connection. A request on it would fail before that is known.
      if (now() - lastMs > COMPUTED_MS) await setTimeout(CLOSING_MS);
      // Another request can have been limited in the meantime.
      for (let seenMs = -1; seenMs !== resumeMs; ) {
        seenMs = resumeMs;
        const atMs = Math.max(now(), resumeMs, lastMs + gapMs);
        const delayMs = atMs - now();
        lastMs = atMs;
        waitedMs += delayMs;
        if (delayMs > 0) await wait(delayMs);
      }
    },
    /** Whether the service limits the rate (429), so that the request is sent again. Throws when waiting does not help. */
    isLimited({ id }: Operation, { response }: Exchange): boolean {
      if (response.status !== 429 || isQuota(response)) {
        responses += 1;
        [fruitless, fruitlessMs] = [0, 0];
        if (responses % FASTER_AFTER === 0) gapMs = gapMs > MIN_GAP_MS ? gapMs * 0.8 : 0;
        return false;
      }
      // Requests that were on their way are limited together.
      if (now() < resumeMs) return true;
      const seconds = retryAfterSeconds(new Headers(response.headers)) ?? 2 ** Math.min(fruitless, 5);
      if (seconds > LONGEST_SECONDS) throw new Error(`The service limits the rate: retry after ${seconds} seconds`);
      const isHopeless =
        fruitless >= MOST_FRUITLESS || (fruitless > 0 && fruitlessMs + seconds * 1000 > MOST_FRUITLESS_MS);
      if (isHopeless) throw new Error(`The service limits the rate, after ${fruitless} waits too`);
      fruitless += 1;
      fruitlessMs += seconds * 1000;
      limits += 1;
      waitedFor.set(id, (waitedFor.get(id) ?? 0) + seconds * 1000);
      resumeMs = now() + seconds * 1000;
      gapMs = Math.min(MAX_GAP_MS, Math.max(MIN_GAP_MS, gapMs * 2));
      return true;
    },
    /** Why an operation is not called any more: it has a limit of its own, such as one attempt a minute. */
    usedUp(operation: string): string | undefined {
      const own = waitedFor.get(operation) ?? 0;
      // A limit of all operations makes many of them wait.
      const others = [...waitedFor.values()].filter((one) => one <= MOST_OWN_MS);
      if (own <= MOST_OWN_MS || own < others.reduce((sum, one) => sum + one, 0)) return undefined;
      return `The service limits the rate of ${operation} alone: the run waited ${own / 1000} seconds for it, and waits no longer`;
    },
    isTolerated({ response }: Exchange): boolean {
      if (!tolerate.includes(response.status)) return false;
      tolerated += 1;
      return tolerated <= Math.max(RARE, responses * RARE_SHARE);
    },
    waitedMs: () => waitedMs,
    notes() {
      const waited = counted(Math.ceil(waitedMs / 1000), "second");
      const limited = `The service limited the rate (429) ${counted(limits, "time")}; the run waited ${waited}`;
      const accepted = `Tolerated ${counted(tolerated, "response")} with ${tolerate.join(" or ")}`;
      return [...(limits === 0 ? [] : [limited]), ...(tolerated === 0 ? [] : [accepted])];
    },
  };
}

/** Whether a 429 is about a number of records and not of requests: it names no time, and its text says nothing of requests. */
function isQuota({ headers, body }: Exchange["response"]): boolean {
  return !new Headers(headers).has("retry-after") && /"[^"]+ [^"]+"/.test(body ?? "") && !RATE.test(body ?? "");
}

const RATE = /\b(rate|requests?|calls?|throttl\w*|slow down|retry|try again|wait|per (second|minute|hour|day))\b/i;

/** The time between two requests after a limit. */
const MIN_GAP_MS = 20;
const MAX_GAP_MS = 2000;
const COMPUTED_MS = 1000;
const CLOSING_MS = 10;
const FASTER_AFTER = 100;
const LONGEST_SECONDS = 300;
const MOST_FRUITLESS = 10;
const MOST_FRUITLESS_MS = 120_000;
const MOST_OWN_MS = 120_000;
/** More responses than these are no longer rare. */
const RARE = 3;
const RARE_SHARE = 0.02;

/** Whether a request can be sent again after a failure that may have been applied (RFC 9110, section 9.2.2). */
export function isRepeatable({ isSafe, method }: Operation): boolean {
  return isSafe || method === "put" || method === "delete";
}

/** RFC 9110, section 10.2.3: seconds, or a date by the clock of the service. The rule of the header reports an invalid one. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const untilMs = Date.parse(text);
  if (Number.isNaN(untilMs) || !/[a-z]/i.test(text)) return undefined;
  const nowMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, Math.ceil((untilMs - (Number.isNaN(nowMs) ? Date.now() : nowMs)) / 1000));
}
