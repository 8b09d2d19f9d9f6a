import { defaultSeed, type Fault, type Seed } from "content-service-sandbox";

/** The user of all callers, an admin. */
export const USER_ID = "1001";
export const FILES_FOLDER = "3051";
export const LINKS_FOLDER = "3052";
export const CLIENT = { clientId: "sandbox-client", clientSecret: "sandbox-secret" };

/** The default seed, with a folder for web links and a file for each caller. */
export function soakSeed(callers: number): Seed {
  const seed = defaultSeed();
  seed.folders?.push(
    { id: FILES_FOLDER, name: "Soak files", owner_id: "1003" },
    { id: LINKS_FOLDER, name: "Soak links", owner_id: "1003" },
  );
  for (let caller = 0; caller < callers; caller += 1) {
    seed.files?.push({
      id: fileIdOf(caller),
      name: firstNameOf(fileIdOf(caller)),
      parent_id: FILES_FOLDER,
      etag: "0",
      versions: [{ id: String(70_001 + caller), size: 1000 }],
    });
  }
  return seed;
}

/** The file that only one caller changes. */
export function fileIdOf(caller: number): string {
  return String(60_001 + caller);
}

export function firstNameOf(fileId: string): string {
  return `file-${fileId}-0.txt`;
}

export interface KnownLists {
  readonly retentions: readonly string[];
  readonly assignments: readonly string[];
  readonly invoices: readonly string[];
}

/** The expected ids of lists that no caller changes. */
export function knownLists(seed: Seed = defaultSeed()): KnownLists {
  const { file_version_retentions = [], legal_hold_policy_assignments = [], files = [] } = seed;
  const policyIds = ({ policy_id }: { policy_id: string }) =>
    policy_id === RETENTION_POLICY || policy_id === HOLD_POLICY;
  return {
    retentions: file_version_retentions.filter(policyIds).map(({ id }) => id),
    assignments: legal_hold_policy_assignments.filter(policyIds).map(({ id }) => id),
    invoices: files.filter(({ parent_id }) => parent_id === INVOICES_FOLDER).map(({ id }) => id ?? ""),
  };
}

export const RETENTION_POLICY = "8502";
export const HOLD_POLICY = "8002";
export const INVOICES_FOLDER = "3007";

/** Share of the requests with a fault. */
export const FAULT_SHARE = 0.1;
/** Timeout of an attempt. */
export const TIMEOUT_MS = 10_000;

/** The operations that callers use. */
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
type SoakOperation = (typeof OPERATIONS)[number];

/** The injected faults. Each has its own share of the requests and its own random seed. */
export function faultPlan(): Fault[] {
  const service = OPERATIONS.flatMap((operation) => ofOperation(operation, [...ANYWHERE, ...alsoFor(operation)]));
  return [...service, ...ofOperation("refreshAccessToken", TOKENS)].map((fault, index) => ({
    ...fault,
    times: null,
    seed: index + 1,
  }));
}

/** Faults that divide the share of one kind. */
type Kind = readonly Fault[];

/** The four differ in what a client may retry. */
const status: Kind = [
  { kind: "status", status: 429, retry_after: 1 },
  { kind: "status", status: 503, retry_after: 1 },
  { kind: "status", status: 503 },
  { kind: "status", status: 500 },
];
const html: Kind = [{ kind: "html", status: 502 }];
const short = { kind: "delay", delay_ms: 300 } as const;
/** One delay in eight exceeds the timeout. */
const delay: Kind = [short, short, short, short, short, short, short, { ...short, delay_ms: TIMEOUT_MS + 2000 }];
const reset: Kind = [
  { kind: "reset", when: "before" },
  { kind: "reset", when: "during" },
  { kind: "reset", when: "after" },
];
const bodies: readonly Kind[] = [[{ kind: "cut_body" }], [{ kind: "broken_body" }], [{ kind: "empty_body" }]];
const strange: readonly Kind[] = [[{ kind: "unknown_field" }], [{ kind: "unknown_enum_value" }]];

const ANYWHERE: readonly Kind[] = [status, html, delay, reset];
const PAGES: readonly Kind[] = [[{ kind: "empty_page" }], [{ kind: "lowered_limit", limit: 10 }]];
const SHUFFLED: Kind = [{ kind: "shuffled_order" }];
const REPEATED: Kind = [{ kind: "repeated_marker" }];

/** Only faults that do not spend the refresh token: no client can recover from a lost single-use token. */
const TOKENS: readonly Kind[] = [
  [{ kind: "status", status: 503 }],
  html,
  [{ kind: "reset", when: "before" }],
  [short],
  ...strange,
];

function alsoFor(operation: SoakOperation): readonly Kind[] {
  switch (operation) {
    // The response has no body.
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
