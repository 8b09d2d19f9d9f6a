import { loadContract } from "content-service-contract";
import type { CallerFacts, CheckTarget, KnownCaller } from "./session/check.js";
import { exampleParameters } from "./session/target-input.js";

/** Another enterprise, and users of this one without access, as `docs/sandbox-data.md` lists them. */
const foreign = {
  user: ["1900"],
  file: ["4900"],
  folder: ["3900"],
  metadata_template: ["enterprise_7002.partnership"],
};
const board = { file: ["4004"], folder: ["3005"], task_assignment: ["9202"] };
const own = { tenant: "7001" } as const;

const sandboxCallers: KnownCaller[] = [
  caller("admin", { ...own, id: "1001", roles: ["admin"], hidden: { ...foreign, legal_hold_policy: ["8900"] } }),
  caller("owner", { ...own, id: "1003", roles: ["member"], hidden: board }),
  caller("co-admin", { ...own, id: "1002", roles: ["co-admin"], hidden: foreign }),
  caller("reviewer", {
    ...{ ...own, id: "1004", roles: ["member"], hidden: board },
    // By the roles of a group, and of the user.
    groups: { "2001": { editor: { file: "10017" }, viewer: { file: "10018" } } },
    ...{ visible: { file: ["10002"] }, grants: { viewer: { folder: "3002" }, "co-owner": { file: "4009" } } },
  }),
  { ...caller("service", { ...own, id: "1009", roles: ["service"], hidden: board }), name: "the service account" },
  caller("member", {
    ...{ ...own, id: "1005", roles: ["member"] },
    hidden: { file: ["4001", "10001"], folder: ["3006", "3003", "3002", "3007"], task_assignment: ["9201", "9202"] },
    // The member has none of these roles before the run.
    grants: {
      ...{ "co-owner": { file: "10011" }, editor: { file: "10012" }, viewer: { file: "10013" } },
      ...{ previewer: { file: "10014" }, "previewer uploader": { file: "10015", folder: "3005" } },
      ...{ "viewer uploader": { folder: "3010" }, uploader: { folder: "3009", file: "10016" } },
    },
  }),
  caller("partner", {
    ...{ id: "1900", roles: ["admin"], tenant: "7002" },
    hidden: {
      ...{ user: ["1005", "1003"], file: ["4001", "10001"], folder: ["3001", "3003"], task_assignment: ["9201"] },
      ...{ legal_hold_policy: ["8001"], legal_hold_policy_assignment: ["8101"] },
      metadata_template: ["enterprise_7001.contract"],
    },
  }),
];

function caller(name: string, facts: CallerFacts): KnownCaller {
  return { name: `the ${name}`, token: `token-${name}`, facts };
}

/**
 * The target values with which no check is skipped on a sandbox with the default seed. The refresh token works once.
 *
 * @example
 * const sandbox = await createSandbox();
 * const { baseUrl, authUrl, fetch } = sandbox;
 * const report = await runChecks({ ...sandboxTarget(), baseUrl, authUrl, fetch }, { effects: "lasting" });
 */
export function sandboxTarget() {
  return {
    token: "token-admin",
    callers: sandboxCallers,
    expiredToken: "token-expired",
    // The file can be moved, since it is in another folder, and has no lock, no shared link and no custom metadata.
    workspace: { folderId: "3006", fileId: "10001" },
    refresh: {
      clientId: "sandbox-client",
      clientSecret: "sandbox-secret",
      refreshToken: "refresh-admin",
      expiredToken: "refresh-expired",
      otherClient: { clientId: "other-client", clientSecret: "other-secret" },
    },
    parameters: {
      ...exampleParameters(loadContract()),
      // These lists have several pages.
      legal_hold_policy_assignment_id: "8102",
      policy_id: "8002",
      "listFileVersionRetentions.policy_id": "8502",
      "listFileVersionLegalHolds.other_policy_id": "8001",
      "listLegalHoldPolicyAssignments.other_policy_id": "8001",
      "assignLegalHoldPolicy.policy_id": "8001",
      // This user has no access to the file of the workspace.
      "addEmailAlias.user_id": "1009",
      "addEmailAlias.email": "contract-check@example.com",
      "createCollaboration.collaborator_id": "1009",
      "createCollaboration.group_id": "2001",
      "createCollaboration.login": "contract-check@example.org",
      // Its domain may only invite.
      "createCollaboration.denied_login": "contract-check@example.net",
      "findSharedItem.other_ServiceApi": "shared_link=https://content.example/s/leases",
      "getCurrentUser.other_enterprise_user_id": "1900",
      "refreshAccessToken.user_id": "1001",
      "restoreFolder.other_folder_id": "3008",
      "restoreFolder.taken_name": "Leases",
      "deleteUser.user_id": "1005",
      "deleteUser.owner_id": "1003",
      "deleteUser.folder_owner_id": "1009",
      "deleteUser.held_user_id": "1003",
    },
  } satisfies Partial<CheckTarget>;
}
