import type { Fault } from "content-service-sandbox";

/** How many of all requests a fault happens to. */
export const FAULT_SHARE = 0.1;
/** How long an attempt may take. */
export const TIMEOUT_MS = 10_000;

/** Everything that callers do, and the faults that each of it can meet. */
export const OPERATIONS = [
  "getCurrentUser",
  "findSharedItem",
  "listFileVersionRetentions",
  "listLegalHoldPolicyAssignments",
  "queryMetadata",
  "createWebLink",
  "createTask",
  "updateFile",
  "getFileMetadata",
  "createFileMetadata",
  "deleteFileMetadata",
] as const;
export type SoakOperation = (typeof OPERATIONS)[number];

/** The faults of a soak. Each has a share of the requests, and random numbers of its own. */
export function faultPlan(): Fault[] {
  const service = OPERATIONS.flatMap((operation) => ofOperation(operation, [...ANYWHERE, ...alsoFor(operation)]));
  return [...service, ...ofOperation("refreshAccessToken", TOKENS)].map((fault, index) => ({
    ...fault,
    times: null,
    seed: index + 1,
  }));
}

/** The faults of one kind, which share what is the kind's. */
type Kind = readonly Fault[];

/** The four answers differ in what a client may repeat. */
const status: Kind = [
  { kind: "status", status: 429, retry_after: 1 },
  { kind: "status", status: 503, retry_after: 1 },
  { kind: "status", status: 503 },
  { kind: "status", status: 500 },
];
const html: Kind = [{ kind: "html", status: 502 }];
const short = { kind: "delay", delay_ms: 300 } as const;
/** One delay in eight is too long for an attempt. */
const delay: Kind = [short, short, short, short, short, short, short, { ...short, delay_ms: TIMEOUT_MS + 2000 }];
const reset: Kind = [
  { kind: "reset", when: "before" },
  { kind: "reset", when: "during" },
  { kind: "reset", when: "after" },
];
const bodies: readonly Kind[] = [[{ kind: "cut_body" }], [{ kind: "broken_body" }], [{ kind: "empty_body" }]];
const strange: readonly Kind[] = [[{ kind: "unknown_field" }], [{ kind: "unknown_enum_value" }]];

const ANYWHERE: readonly Kind[] = [status, html, delay, reset];
/** A list that may come in any order, and one whose marker may lead to itself. */
const PAGES: readonly Kind[] = [[{ kind: "empty_page" }], [{ kind: "lowered_limit", limit: 10 }]];
const SHUFFLED: Kind = [{ kind: "shuffled_order" }];
const REPEATED: Kind = [{ kind: "repeated_marker" }];

/**
 * What leaves the refresh token as it was, or lets the answer through. An answer that is lost would spend the only
 * token: with tokens that work once, no client can go on after that.
 */
const TOKENS: readonly Kind[] = [
  [{ kind: "status", status: 503 }],
  html,
  [{ kind: "reset", when: "before" }],
  [short],
  ...strange,
];

function alsoFor(operation: SoakOperation): readonly Kind[] {
  switch (operation) {
    // Its answer has no body.
    case "deleteFileMetadata":
      return [];
    case "listFileVersionRetentions":
      return [...bodies, ...strange, ...PAGES];
    case "listLegalHoldPolicyAssignments":
      return [...bodies, ...strange, ...PAGES, REPEATED];
    case "queryMetadata":
      return [...bodies, ...strange, ...PAGES, SHUFFLED];
    default:
      return [...bodies, ...strange];
  }
}

function ofOperation(operation: string, kinds: readonly Kind[]): Fault[] {
  return kinds.flatMap((kind) =>
    kind.map((fault) => ({ ...fault, operation, probability: FAULT_SHARE / kinds.length / kind.length })),
  );
}
