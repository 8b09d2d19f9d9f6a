import type { TokenStore } from "content-service-client/refreshing-auth";
import { createFleet, type Figures, type Fleet, type FleetOptions } from "./fleet.js";

/** Something that happens to a fleet. */
interface Scenario {
  readonly title: string;
  readonly options?: Omit<FleetOptions, "workers">;
  run(fleet: Fleet): Promise<void>;
}

const SECOND_MS = 1000;

/** Works through the end of a token: from a minute and a half before it until some seconds after it. */
async function rotate(fleet: Fleet): Promise<void> {
  const endMs = fleet.endMs();
  await fleet.rest(endMs - 90 * SECOND_MS);
  await fleet.work(endMs + 15 * SECOND_MS);
}

/** Sleeps past the end of the token; then every worker calls at the same moment. */
async function wakeAtOnce(fleet: Fleet): Promise<void> {
  await fleet.rest(fleet.endMs() + 600 * SECOND_MS);
  await fleet.callAtOnce();
}

/** Works while the token server is out of order for a minute, from some time before or after the token's end. */
function outage(condition: "rejects" | "silent", fromMs: number): Scenario["run"] {
  return async (fleet) => {
    const startMs = fleet.endMs() + fromMs;
    await fleet.rest(startMs);
    fleet.service.become(condition);
    fleet.at(startMs + 60 * SECOND_MS, () => fleet.service.become("up"));
    await fleet.work(startMs + 90 * SECOND_MS);
  };
}

/** What is simulated, by the letter that the page about fleets gives it. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  a: { title: "busy, through the end of a token", run: rotate },
  a3: {
    title: "the same, three times",
    async run(fleet) {
      for (let count = 0; count < 3; count += 1) await rotate(fleet);
    },
  },
  b: { title: "busy, and all draw the same moment", options: { jitter: false }, run: rotate },
  c: { title: "idle, all wake after the end", run: wakeAtOnce },
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
  e: { title: "a minute of rejections before the end", run: outage("rejects", -65 * SECOND_MS) },
  e1: { title: "a minute of silence before the end", run: outage("silent", -65 * SECOND_MS) },
  f: { title: "a minute of rejections after the end", run: outage("rejects", 0) },
  f1: { title: "a minute of silence after the end", run: outage("silent", 0) },
  g: {
    title: "an early refresher is killed",
    async run(fleet) {
      fleet.killNextHolder("before");
      await rotate(fleet);
    },
  },
  g1: {
    title: "a late refresher is killed",
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
    title: "if there were no lock",
    options: { store: ({ load, save }) => ({ load, save }) },
    run: wakeAtOnce,
  },
  h1: { title: "if nobody looked while waiting", options: { store: withoutLooking }, run: wakeAtOnce },
};

/** Shows what is in a store to the holder of its lock only. */
function withoutLooking(store: TokenStore): TokenStore {
  let holds = false;
  return {
    ...store,
    load: async () => (holds ? store.load() : undefined),
    async tryLock() {
      const lock = await store.tryLock?.();
      holds = lock !== undefined;
      return lock;
    },
  };
}

/** Makes a fleet, lets a scenario happen to it, and gives the figures: the same ones each time. */
export async function runScenario({ run, options }: Scenario, workers: number): Promise<Figures> {
  const fleet = await createFleet({ ...options, workers });
  await run(fleet);
  return fleet.figures();
}
