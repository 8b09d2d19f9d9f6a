import { type CallInput, callInput, requestMedia } from "../cases/call-input.js";
import type { Contract } from "../contract/contract.js";
import { isJsonObject } from "../contract/json.js";
import { loadContract } from "../contract/load-contract.js";
import type { CheckTarget } from "./session/check.js";
import { exampleParameters } from "./session/target-input.js";

/**
 * A call of an operation that succeeds on a fresh sandbox with the default seed, for an admin. The body is an example of
 * the contract: the named one, or the first.
 *
 * @example
 * const input = workingCall(contract, "updateFile", "unlock");
 */
export function workingCall(contract: Contract, operationId: string, exampleName?: string): CallInput {
  const operation = contract.operation(operationId);
  const examples = requestMedia(operation)?.examples ?? [];
  const requestExample = examples.find(({ name }) => name === exampleName) ?? examples[0];
  const input = callInput(operation, { requestExample, optional: false });
  const { path, body } = changes[[operationId, requestExample?.name].join(" ").trim()] ?? {};
  return {
    ...input,
    ...(path === undefined ? {} : { path: { ...input.path, ...path } }),
    ...(isJsonObject(input.body) && isJsonObject(body) ? { body: { ...input.body, ...body } } : {}),
  };
}

/** What an example needs to succeed on the default seed: another record, or the credentials of the seed. */
const changes: Readonly<Record<string, CallInput>> = {
  "refreshAccessToken refresh": {
    body: { client_id: "sandbox-client", client_secret: "sandbox-secret", refresh_token: "refresh-owner" },
  },
  // The user of the example owns content.
  deleteUser: { path: { user_id: "1005" } },
  "updateFile unlock": { path: { file_id: "4005" } },
  "updateFile share": { path: { file_id: "4004" } },
  "restoreFolder restore_elsewhere": { path: { folder_id: "3008" } },
  "createFileMetadata apply": { path: { file_id: "4002" } },
  "createFileMetadata apply_global_properties": {
    path: { file_id: "4002", scope: "global", template_key: "properties" },
  },
};

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
