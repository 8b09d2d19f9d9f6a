import { createFleet, type Figures, type Fleet, type FleetOptions } from "./fleet.js";

/** A scenario of a fleet. */
interface Scenario {
  readonly title: string;
  readonly options?: Omit<FleetOptions, "workers">;
  run(fleet: Fleet): Promise<void>;
}

const SECOND_MS = 1000;

/** Works from 90 seconds before a token expires until 15 seconds after. */
async function rotate(fleet: Fleet): Promise<void> {
  const endMs = fleet.endMs();
  await fleet.rest(endMs - 90 * SECOND_MS);
  await fleet.work(endMs + 15 * SECOND_MS);
}

/** Idles until the token has expired. Then all workers call at once. */
async function wakeAtOnce(fleet: Fleet): Promise<void> {
  await fleet.rest(fleet.endMs() + 600 * SECOND_MS);
  await fleet.callAtOnce();
}

/** Works while the token server fails for a minute, from `fromMs` after the token expires. */
function outage(condition: "rejects" | "silent", fromMs: number): Scenario["run"] {
  return async (fleet) => {
    const startMs = fleet.endMs() + fromMs;
    await fleet.rest(startMs);
    fleet.service.become(condition);
    fleet.at(startMs + 60 * SECOND_MS, () => fleet.service.become("up"));
    await fleet.work(startMs + 90 * SECOND_MS);
  };
}

/** The scenarios, by their id in docs/decisions.md. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  a: { title: "busy, until a token expires", run: rotate },
  a3: {
    title: "the same, three times",
    async run(fleet) {
      for (let count = 0; count < 3; count += 1) await rotate(fleet);
    },
  },
  b: { title: "busy, without random times", options: { jitter: false }, run: rotate },
  c: { title: "idle, all call after the token expired", run: wakeAtOnce },
  c1: {
    title: "the same, one connection is refused",
    run(fleet) {
      fleet.service.become("rejects one");
      return wakeAtOnce(fleet);
    },
  },
  d: {
    title: "401 for all at once",
    async run(fleet) {
      fleet.service.revoke();
      await fleet.callAtOnce();
    },
  },
  e: { title: "a minute of failures before the end", run: outage("rejects", -65 * SECOND_MS) },
  e1: { title: "a minute of silence before the end", run: outage("silent", -65 * SECOND_MS) },
  f: { title: "a minute of failures after the end", run: outage("rejects", 0) },
  f1: { title: "a minute of silence after the end", run: outage("silent", 0) },
  g: {
    title: "killed during an early refresh",
    async run(fleet) {
      fleet.killNextHolder("before");
      await rotate(fleet);
    },
  },
  g1: {
    title: "killed during a late refresh",
    async run(fleet) {
      fleet.killNextHolder("before");
      await wakeAtOnce(fleet);
    },
  },
  g2: {
    title: "the same, with its token spent",
    async run(fleet) {
      fleet.killNextHolder("after");
      await wakeAtOnce(fleet);
    },
  },
  h: {
    title: "without the lock",
    options: { store: ({ load, save }) => ({ load, save }) },
    run: wakeAtOnce,
  },
};

/** Runs a scenario on a new fleet. Deterministic. */
export async function runScenario({ run, options }: Scenario, workers: number): Promise<Figures> {
  const fleet = await createFleet({ ...options, workers });
  await run(fleet);
  return fleet.figures();
}
