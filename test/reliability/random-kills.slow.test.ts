import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { seededRandom } from "../../sandbox/src/faults/seeded-random.js";
import type { SharedTokens, StoreKind, Worker } from "../support/shared-tokens.js";
import { lostTokensMessage, sharedStores, startSharedTokens } from "../support/shared-tokens.js";

/** `npm run lab -- crash` sets another number. */
const KILLS = Number(process.env["KILLS"] ?? 25);
/** So many at a time. */
const SETUPS = 3;
const CALLS = { rounds: 1, calls: 2 };
const served = { served: 2, failures: [] };

/** The events of a refresh after which a process is killed, at most so many milliseconds later. */
const EVENTS = { order: 60, note: 5, response: 10, "held response": 20, report: 5 };

interface KillMoment {
  readonly after: keyof typeof EVENTS;
  readonly delayMs: number;
}

/** Draws moments all over a refresh, which takes about 20 ms. The same seed draws the same moments. */
function killMoments(count: number, seed: number): KillMoment[] {
  const random = seededRandom(seed);
  const events = Object.entries(EVENTS) as [KillMoment["after"], number][];
  return Array.from({ length: count }, () => {
    const [after, upToMs] = events[Math.floor(random() * events.length)] ?? ["order", 0];
    return { after, delayMs: random() * upToMs };
  });
}

describe.each(sharedStores)(
  "processes that share tokens in $kind",
  { timeout: 60_000 + KILLS * 5000 },
  ({ kind, it }) => {
    it("rotate them 50 times, 8 processes: one exchange each time, no failed call, no lost token [AU-5]", async () => {
      const setup = await startSharedTokens(kind);
      const workers = Array.from({ length: 8 }, () => setup.fork());
      for (let rotations = 1; rotations <= 50; rotations += 1) {
        setup.expire();
        const reports = await Promise.all(workers.map((worker) => worker.do({ rounds: 1, calls: 3 })));
        expect(reports).toEqual(Array(8).fill({ served: 3, failures: [] }));
        expect(setup.tokenStatuses).toEqual(Array(rotations).fill(200));
        expect(setup.used()).toBe(rotations);
        await setup.working();
      }
    });

    it("survive the kill of one at any moment: they continue, or report the lost response and continue after a login", async () => {
      const moments = killMoments(KILLS, 4);
      const rounds = Array.from({ length: SETUPS }, () =>
        killOneByOne(kind, moments).finally(() => {
          // When one fails, the others end as well.
          moments.length = 0;
        }),
      );
      const ends = await Promise.allSettled(rounds);
      expect(ends).toEqual(Array(SETUPS).fill({ status: "fulfilled", value: undefined }));
    });
  },
);

/** Kills one process after the other in a setup of its own, as long as there are moments. */
async function killOneByOne(kind: StoreKind, moments: KillMoment[]): Promise<void> {
  const setup = await startSharedTokens(kind);
  const others = [setup.fork(), setup.fork()];
  let next = setup.fork();
  for (let moment = moments.pop(); moment; moment = moments.pop()) {
    const victim = next;
    // It uses the tokens that there are, so that only what follows is a refresh.
    expect(await victim.do(CALLS)).toEqual(served);
    next = setup.fork();
    await round(setup, victim, others, moment);
  }
}

async function round(setup: SharedTokens, victim: Worker, others: Worker[], moment: KillMoment): Promise<void> {
  const before = await setup.working();
  const responsesBefore = setup.tokenStatuses.length;
  setup.expire();
  await killedAt(setup, victim, moment);
  // What the victim had sent is responded before this.
  for (let settled = 0; settled < 3; settled += 1) await fetch(`${setup.server.url}/_sandbox`);
  const responses = setup.tokenStatuses.slice(responsesBefore);
  const isSpent = responses.length > 0;
  expect(responses).toEqual(isSpent ? [200] : []);

  const found = (await setup.store.load()) ?? expect.fail("the store is empty");
  const isSaved = found.refreshToken !== before.refreshToken;
  const isLost = isSpent && !isSaved;
  const { sentAtMs: _, ...rest } = found;
  if (isSaved) expect(await setup.working()).toEqual(rest);
  else expect(rest).toEqual(before);

  const reports = () => Promise.all(others.map((other) => other.do(CALLS)));
  const expected = isLost ? { served: 0, failures: Array(2).fill(lostTokensMessage(found)) } : served;
  await setup.endLease();
  expect(await reports(), JSON.stringify(moment)).toEqual([expected, expected]);
  if (isLost) {
    await setup.login();
    expect(await reports()).toEqual([served, served]);
  }
  await setup.working();
  expect(await setup.unfinished()).toBe(0);
}

/** Has a process refresh, and kills it at a moment. */
async function killedAt(setup: SharedTokens, victim: Worker, { after, delayMs }: KillMoment): Promise<void> {
  const hold = after === "held response";
  if (hold) setup.sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "refreshAccessToken" });
  const { refreshToken } = await setup.working();
  const response = setup.nextTokenResponse();
  // It is killed before it can report, or after that.
  const report = victim.do(CALLS).catch(() => undefined);
  if (after === "report") await report;
  if (after === "note") await noted(setup, refreshToken);
  if (after === "response") await response;
  if (hold) await expect.poll(() => setup.sandbox.faults.list(), { interval: 5, timeout: 30_000 }).toEqual([]);
  // What matters is where this ends in the work of the victim, and any end will do.
  await delay(delayMs);
  await victim.kill();
  if (hold) setup.sandbox.clock.advance(1000);
}

/** Waits until somebody has noted that a refresh token is sent, or is done with it already. */
async function noted({ store }: SharedTokens, refreshToken: string): Promise<void> {
  let now = await store.load();
  while (now?.refreshToken === refreshToken && now.sentAtMs === undefined) now = await store.load();
}
