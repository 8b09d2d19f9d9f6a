/** The results of a fleet's calls. */
export interface CallFigures {
  readonly calls: number;
  /** Calls that waited for a token. */
  readonly waited: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Failed calls by error code. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Counts calls and the time that each waited for its token. */
export function callTally() {
  let calls = 0;
  // Few calls wait, so only their times are kept.
  let waitsMs: number[] = [];
  let failed: Record<string, number> = {};

  /** The wait that a share of all calls does not exceed. */
  function percentile(sorted: readonly number[], share: number): number {
    const place = Math.max(0, Math.ceil(share * calls) - 1) - (calls - sorted.length);
    return place < 0 ? 0 : (sorted[place] ?? 0);
  }

  return {
    add(waitMs: number, failure?: string) {
      calls += 1;
      if (waitMs > 0) waitsMs.push(waitMs);
      if (failure !== undefined) failed[failure] = (failed[failure] ?? 0) + 1;
    },
    figures(): CallFigures {
      const sorted = waitsMs.toSorted((left, right) => left - right);
      return {
        calls,
        waited: sorted.length,
        medianMs: percentile(sorted, 0.5),
        p99Ms: percentile(sorted, 0.99),
        maxMs: sorted.at(-1) ?? 0,
        failed,
      };
    },
    recount() {
      calls = 0;
      waitsMs = [];
      failed = {};
    },
  };
}

export type CallTally = ReturnType<typeof callTally>;
