import type { NegativeCase } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/** Something that the mock cannot show. */
export interface MockLimit {
  readonly name: string;
  /** Why, for the table. */
  readonly reason: string;
  /** What the mock does instead: it takes the request, or refuses it in a form of its own. */
  readonly instead: "takes it" | "own form";
  /** Whether a request meets this limit. */
  readonly meets: (negative: NegativeCase) => boolean;
}

/** Everything that a mock made by Prism cannot show, each with the reason. `checkExchange` sees all of it. */
export const mockLimits: readonly MockLimit[] = [
  {
    name: "undocumented query parameter",
    reason: "Prism looks only at the parameters that the contract has",
    instead: "takes it",
    meets: ({ kind, at }) => kind === "undocumented" && at.startsWith("/request/query/"),
  },
  {
    name: "undocumented form field",
    reason: "Prism reads from a form only the fields that the contract has",
    instead: "takes it",
    meets: ({ kind, at, operation }) =>
      kind === "undocumented" && at.startsWith("/request/body") && sendsForm(operation),
  },
  {
    name: "empty query parameter or header",
    reason: "Prism treats an empty value as none",
    instead: "takes it",
    meets: ({ kind, at, operation }) => kind === "too short" && isOptional(operation, at),
  },
  {
    name: "number beyond 64 bits",
    reason: "Prism takes any whole number for int64, and a limit has no maximum that would refuse it",
    instead: "takes it",
    meets: ({ kind, at }) => kind === "beyond 64 bits" && at === "/request/query/limit",
  },
  {
    name: "token too many",
    reason: "Prism does not look for a token where none is asked for",
    instead: "takes it",
    meets: ({ kind }) => kind === "a token too many",
  },
  {
    name: "unknown path",
    reason: "Prism has no operation whose error it could give, and answers 404 as problem+json",
    instead: "own form",
    meets: ({ kind }) => kind === "an unknown path",
  },
  {
    name: "another method",
    reason: "Prism answers 405 as problem+json, to HEAD without a body",
    instead: "own form",
    meets: ({ kind }) => kind.startsWith("the method "),
  },
  {
    name: "broken JSON",
    reason: "Prism fails before it knows the operation, and answers 400 with a body of its own",
    instead: "own form",
    meets: ({ kind }) => kind === "broken JSON",
  },
];

/** The limit of the target that a request meets. Only a mock has limits: a sandbox and a service are held to everything. */
export function limitFor(kind: TargetAddress["kind"], negative: NegativeCase): MockLimit | undefined {
  return kind === "mock" ? mockLimits.find(({ meets }) => meets(negative)) : undefined;
}

/** What no request to a mock can show, since it keeps no state. The client's own tests and the sandbox do. */
export const statelessLimits: readonly string[] = [
  "that a change is there afterwards: Prism keeps no state and answers from examples",
  "that a spent refresh token is refused: Prism accepts one that was never issued",
  "that pages follow one another: each request gets the page that it asks for by name",
  "locks, conflicts, permissions and rate limits as they come about: the error is asked for by name",
];

function isOptional({ parameters }: NegativeCase["operation"], at: string): boolean {
  const [, , place, name] = at.split("/");
  const parameter = parameters.find((one) => one.name.toLowerCase() === name?.toLowerCase());
  return (place === "query" || place === "headers") && parameter?.required === false;
}

function sendsForm({ requestBody }: NegativeCase["operation"]): boolean {
  return requestBody?.content[0]?.type === "application/x-www-form-urlencoded";
}
