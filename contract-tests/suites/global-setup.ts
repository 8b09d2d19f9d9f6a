import type { TestProject } from "vitest/node";
import { loadContract } from "../src/index.js";
import { startMock, startSandbox, type TargetAddress } from "./targets.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The target of the suites. */
    target: TargetAddress;
  }
}

/** Starts the target before the suites: a sandbox for the project of that name, otherwise a mock. Stops it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...address } = await (project.name === "sandbox"
    ? startSandbox()
    : startMock(loadContract().document));
  project.provide("target", address);
  return close;
}
