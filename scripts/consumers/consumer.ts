import type { Listening } from "content-service-sandbox";
import type { Project, ProjectPlan } from "./project.js";

/** Somebody who uses the packages: a runtime, a compiler or a bundler, in one version. */
export interface Consumer {
  readonly name: string;
  readonly version: string;
  /** What is in the temporary project. */
  readonly project: ProjectPlan;
  readonly checks: readonly Check[];
}

/** One thing that a consumer does with the packages. */
export interface Check {
  /** What is done, for the table. */
  readonly what: string;
  /** Does it, and rejects when it goes wrong. */
  run(project: Project, service: Listening): Promise<Outcome>;
}

/** What came of a check that has not failed. */
export interface Outcome {
  /**
   * `known limit`: the consumer cannot do this with any package of the kind, and says so in the way that is known.
   * `skipped`: this machine has no program that it takes. With `CI=true` that is a failure.
   */
  readonly result: "ok" | "known limit" | "skipped";
  /** What is worth knowing, beside the result. */
  readonly detail: string;
}

/** A check that went as it should. */
export function ok(detail = ""): Outcome {
  return { result: "ok", detail };
}
