import type { Seed } from "content-service-sandbox";
import { afterAll } from "vitest";
import { startSandbox } from "./start-sandbox.js";
import type { TargetAddress } from "./targets.js";

/**
 * The target of a suite that changes it. Where the run has a sandbox, the suite gets one of its own, with its own seed
 * if it has one, since suites run at the same time and would meet in one world. A mock keeps no state, so it is shared.
 */
export async function ownTarget(shared: TargetAddress, seed?: Seed): Promise<TargetAddress> {
  if (shared.kind !== "sandbox") return shared;
  const { close, ...own } = await startSandbox(seed);
  afterAll(close);
  return own;
}
