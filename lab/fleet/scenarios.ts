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
const outage =
  (condition: "rejects" | "silent", fromMs: number): Scenario["run"] =>
  async (fleet) => {
    const startMs = fleet.endMs() + fromMs;
    await fleet.rest(startMs);
    fleet.service.become(condition);
    fleet.at(startMs + 60 * SECOND_MS, () => fleet.service.become("up"));
    await fleet.work(startMs + 90 * SECOND_MS);
  };

/** Does something first. */
const after =
  (action: (fleet: Fleet) => void, run: Scenario["run"]): Scenario["run"] =>
  (fleet) => {
    action(fleet);
    return run(fleet);
  };

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
  d: {
    title: "401 for all at once",
    run: after(
      ({ service }) => service.revoke(),
      (fleet) => fleet.callAtOnce(),
    ),
  },
  e: { title: "a minute of failures before the end", run: outage("rejects", -65 * SECOND_MS) },
  e1: { title: "a minute of silence before the end", run: outage("silent", -65 * SECOND_MS) },
  f: { title: "a minute of failures after the end", run: outage("rejects", 0) },
  f1: { title: "a minute of silence after the end", run: outage("silent", 0) },
  g: { title: "killed during an early refresh", run: after((fleet) => fleet.killNextHolder("before"), rotate) },
  g1: { title: "killed during a late refresh", run: after((fleet) => fleet.killNextHolder("before"), wakeAtOnce) },
  g2: { title: "the same, with its token spent", run: after((fleet) => fleet.killNextHolder("after"), wakeAtOnce) },
  h: { title: "without the lock", options: { store: ({ load, save }) => ({ load, save }) }, run: wakeAtOnce },
};

/** Runs a scenario on a new fleet. Deterministic. */
export async function runScenario({ run, options }: Scenario, workers: number): Promise<Figures> {
  const fleet = await createFleet({ ...options, workers });
  await run(fleet);
  return fleet.figures();
}
