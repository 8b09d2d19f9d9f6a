import { createFleet, type Figures } from "./fleet.js";
import type { Scenario } from "./scenarios.js";

/** Makes a fleet, lets a scenario happen to it, and gives the figures: the same ones each time. */
export async function runScenario({ run, options }: Scenario, workers: number): Promise<Figures> {
  const fleet = await createFleet({ ...options, workers });
  await run(fleet);
  return fleet.figures();
}
