import type { NegativeCase } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/** A limit of the mock. */
export interface MockLimit {
  readonly name: string;
  /** The reason, for the table. */
  readonly reason: string;
  /** What the mock does instead: it accepts the request, or rejects it with an error of its own form. */
  readonly instead: "accepts it" | "own form";
  /** Whether a request meets this limit. */
  readonly meets: (negative: NegativeCase) => boolean;
}

/** The limits of Prism, with reasons. `checkExchange` reports all of these violations. */
export const mockLimits: readonly MockLimit[] = [
  {
    name: "undocumented query parameter",
    reason: "Prism validates only documented parameters",
    instead: "accepts it",
    meets: ({ kind, at }) => kind === "undocumented" && at.startsWith("/request/query/"),
  },
  {
    name: "empty query parameter or header",
    reason: "Prism treats an empty value as missing",
    instead: "accepts it",
    meets: ({ kind, at, operation }) => kind === "too short" && isOptional(operation, at),
  },
  {
    name: "number beyond 64 bits",
    reason: "Prism accepts any integer for int64, and a limit has no maximum",
    instead: "accepts it",
    meets: ({ kind, at }) => kind === "beyond 64 bits" && at.endsWith("/limit"),
  },
  {
    name: "unknown path",
    reason: "Prism responds 404 with problem+json",
    instead: "own form",
    meets: ({ kind }) => kind === "an unknown path",
  },
  {
    name: "another method",
    reason: "Prism responds 405 with problem+json, to HEAD without a body",
    instead: "own form",
    meets: ({ kind }) => kind.startsWith("the method "),
  },
  {
    name: "broken JSON",
    reason: "Prism fails before routing, and responds 400 with a body of its own",
    instead: "own form",
    meets: ({ kind }) => kind === "broken JSON",
  },
];

/** The limit of the target that a request meets. Only a mock has limits. */
export function limitFor(kind: TargetAddress["kind"], negative: NegativeCase): MockLimit | undefined {
  return kind === "mock" ? mockLimits.find(({ meets }) => meets(negative)) : undefined;
}

/** Behavior that a mock cannot have without state. The client's own tests and the sandbox cover it. */
export const statelessLimits: readonly string[] = [
  "changes that last: Prism keeps no state and responds with examples",
  "rejection of a spent refresh token: Prism accepts any refresh token",
  "consecutive pages: each request names the example page",
  "locks, conflicts, permissions and rate limits: each request names the example error",
];

function isOptional({ parameters }: NegativeCase["operation"], at: string): boolean {
  const [, , place, name] = at.split("/");
  const parameter = parameters.find((one) => one.name.toLowerCase() === name?.toLowerCase());
  return (place === "query" || place === "headers") && parameter?.required === false;
}
