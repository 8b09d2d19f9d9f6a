import type { CheckTarget } from "./session/check.js";

/**
 * What a target has to be given so that no check is skipped on a sandbox with the default seed. It comes as a copy of
 * its own; the refresh token can be spent once.
 *
 * @example
 * const sandbox = await createSandbox();
 * const { baseUrl, authUrl, fetch } = sandbox;
 * const report = await runChecks({ ...sandboxTarget(), baseUrl, authUrl, fetch }, { effects: "lasting" });
 */
export function sandboxTarget() {
  return {
    token: "token-admin",
    // The file lies in another folder, so that it can be moved, and has no lock, no link and no custom metadata.
    workspace: { folderId: "3006", fileId: "10001" },
    refresh: { clientId: "sandbox-client", clientSecret: "sandbox-secret", refreshToken: "refresh-admin" },
    parameters: {
      file_id: "4001",
      scope: "enterprise_7001",
      template_key: "contract",
      ServiceApi: "shared_link=https%3A%2F%2Fcontent.example%2Fs%2Flease&shared_link_password=correct-horse",
      from: "enterprise_7001.contract",
      ancestor_folder_id: "0",
      task_assignment_id: "9201",
      legal_hold_policy_assignment_id: "8102",
      policy_id: "8002",
      "listFileVersionRetentions.policy_id": "8502",
      "assignLegalHoldPolicy.policy_id": "8001",
      user_id: "1004",
      collaborator_id: "1004",
      login: "contract-check@example.org",
      email: "contract-check@example.com",
      folder_id: "3003",
      other_folder_id: "3008",
      "deleteUser.user_id": "1005",
    },
  } satisfies Partial<CheckTarget>;
}
