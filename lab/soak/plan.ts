import { defaultSeed, type Fault, type Seed } from "content-service-sandbox";

/** The user of all callers, an admin. */
export const USER_ID = "1001";
export const REFRESH_TOKEN = "refresh-admin";
export const CLIENT = { clientId: "sandbox-client", clientSecret: "sandbox-secret" };
export const RETENTION_POLICY = "8502";
export const HOLD_POLICY = "8002";
export const INVOICES_FOLDER = "3007";
const FILES_FOLDER = "3051";

/** How often all access tokens expire. The token response says the same. */
export const TOKEN_LIFE_MS = 5000;
export const FAULT_SHARE = 0.1;
/** Timeout of an attempt. */
export const TIMEOUT_MS = 10_000;

/** The default seed, with a file for each caller. */
export function soakSeed(callers: number): Seed {
  const seed = defaultSeed();
  seed.folders?.push({ id: FILES_FOLDER, name: "Soak files", owner_id: "1003" });
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

/** The expected ids of lists that no caller changes. */
export function knownLists() {
  const { file_version_retentions = [], legal_hold_policy_assignments = [], files = [] } = defaultSeed();
  return {
    retentions: idsOf(file_version_retentions.filter(({ policy_id }) => policy_id === RETENTION_POLICY)),
    assignments: idsOf(legal_hold_policy_assignments.filter(({ policy_id }) => policy_id === HOLD_POLICY)),
    invoices: idsOf(files.filter(({ parent_id }) => parent_id === INVOICES_FOLDER)),
  };
}

function idsOf(records: readonly { readonly id?: string | undefined }[]): string[] {
  return records.map(({ id = "" }) => id);
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
const delay: Kind = [...Array<Fault>(7).fill(short), { ...short, delay_ms: TIMEOUT_MS + 2000 }];
const reset: Kind = (["before", "during", "after"] as const).map((when) => ({ kind: "reset", when }));
const unknownField: Kind = [{ kind: "unknown_field" }];
const anywhere: readonly Kind[] = [
  ...[status, html, delay, reset],
  ...([[{ kind: "cut_body" }], [{ kind: "broken_body" }], [{ kind: "empty_body" }]] satisfies readonly Kind[]),
  unknownField,
];
const anyWithEnum: readonly Kind[] = [...anywhere, [{ kind: "unknown_enum_value" }]];
const pages: readonly Kind[] = [...anyWithEnum, [{ kind: "empty_page" }], [{ kind: "lowered_limit", limit: 10 }]];

/** The kinds of faults of each operation that callers use. */
export const faultKinds: Readonly<Record<string, readonly Kind[]>> = {
  getCurrentUser: anywhere,
  createTask: anyWithEnum,
  updateFile: anyWithEnum,
  listFileVersionRetentions: pages,
  listLegalHoldPolicyAssignments: [...pages, [{ kind: "repeated_marker" }]],
  queryMetadata: [...pages, [{ kind: "shuffled_order" }]],
  // Only faults that do not spend the refresh token: no client can recover from a lost single-use token.
  refreshAccessToken: [
    [{ kind: "status", status: 503 }],
    html,
    [{ kind: "reset", when: "before" }],
    [short],
    unknownField,
  ],
};

/** The injected faults. Each has its own share of the requests and its own random seed. */
export function faultPlan(): Fault[] {
  return Object.entries(faultKinds)
    .flatMap(([operation, kinds]) =>
      kinds.flatMap((kind) =>
        kind.map((fault) => ({ ...fault, operation, probability: FAULT_SHARE / kinds.length / kind.length })),
      ),
    )
    .map((fault, index) => ({ ...fault, times: null, seed: index + 1 }));
}
