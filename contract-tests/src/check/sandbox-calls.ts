import { loadContract } from "../contract/load-contract.js";
import type { CheckTarget } from "./session/check.js";
import { exampleParameters } from "./session/target-input.js";

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
    secondToken: "token-owner",
    expiredToken: "token-expired",
    // The file can be moved, since it is in another folder, and has no lock, no shared link and no custom metadata.
    workspace: { folderId: "3006", fileId: "10001" },
    refresh: {
      clientId: "sandbox-client",
      clientSecret: "sandbox-secret",
      refreshToken: "refresh-admin",
      otherClient: { clientId: "other-client", clientSecret: "other-secret" },
    },
    parameters: {
      ...exampleParameters(loadContract()),
      // These lists have several pages.
      legal_hold_policy_assignment_id: "8102",
      policy_id: "8002",
      "listFileVersionRetentions.policy_id": "8502",
      "assignLegalHoldPolicy.policy_id": "8001",
      // This user has no access to the file of the workspace.
      "addEmailAlias.user_id": "1009",
      "addEmailAlias.email": "contract-check@example.com",
      "createCollaboration.collaborator_id": "1009",
      "createCollaboration.group_id": "2001",
      "createCollaboration.login": "contract-check@example.org",
      "findSharedItem.other_ServiceApi": "shared_link=https://content.example/s/leases",
      "getCurrentUser.other_enterprise_user_id": "1900",
      "refreshAccessToken.user_id": "1001",
      "restoreFolder.other_folder_id": "3008",
      "deleteUser.user_id": "1005",
      "deleteUser.owner_id": "1003",
    },
  } satisfies Partial<CheckTarget>;
}
