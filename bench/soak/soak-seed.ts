import { defaultSeed, type Seed } from "content-service-sandbox";

/** Who all callers are: an admin, who may see and change everything of the enterprise. */
export const USER_ID = "1001";
/** Where the files of the callers are. */
export const FILES_FOLDER = "3051";
/** Where callers create web links. */
export const LINKS_FOLDER = "3052";
/** The application that the tokens are for. */
export const CLIENT = { clientId: "sandbox-client", clientSecret: "sandbox-secret" };

/** The default world, with a folder for web links and a file for each caller. */
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

/** The name that the file of a caller has at the start. */
export function firstNameOf(fileId: string): string {
  return `file-${fileId}-0.txt`;
}

/** The ids that each list must give, in its order. */
export interface KnownLists {
  readonly retentions: readonly string[];
  readonly assignments: readonly string[];
  readonly invoices: readonly string[];
}

/** The lists that nobody changes: retentions and assignments of a policy, and the files that a query finds. */
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
