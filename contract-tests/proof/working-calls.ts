import { requestMedia } from "../src/cases/call-input.js";
import { type CallInput, type Contract, inputRequest } from "../src/index.js";
import type { PlainRequest } from "./defect.js";
import { type DefectServer, TOKEN } from "./defect-server.js";

const inMetadata = (file_id: string) => ({ file_id, scope: "enterprise_7001", template_key: "contract" });
const ofPolicy = { query: { policy_id: "8002" } };
const ofAssignment = { path: { legal_hold_policy_assignment_id: "8102" } };
const LINK = "shared_link=https%3A%2F%2Fcontent.example%2Fs%2Flease&shared_link_password=correct-horse";

/**
 * One call of each operation that succeeds on a fresh sandbox, by operation. What is left out of a body comes from the
 * first example of the contract.
 */
export const workingCalls: Readonly<Record<string, CallInput>> = {
  refreshAccessToken: {
    body: {
      grant_type: "refresh_token",
      client_id: "sandbox-client",
      client_secret: "sandbox-secret",
      refresh_token: "refresh-owner",
    },
  },
  getCurrentUser: {},
  deleteUser: { path: { user_id: "1005" } },
  addEmailAlias: { path: { user_id: "1003" }, body: { email: "new.alias@example.com" } },
  updateFile: { path: { file_id: "4009" }, body: { description: "What was found" } },
  restoreFolder: { path: { folder_id: "3003" }, body: {} },
  findSharedItem: { header: { ServiceApi: LINK } },
  createWebLink: {
    body: { url: "https://register.example.com/", parent: { id: "3001" }, name: "Register", description: "Of land" },
  },
  createCollaboration: {
    body: { item: { type: "folder", id: "3001" }, accessible_by: { type: "user", id: "1004" }, role: "viewer" },
  },
  listCollaborationAllowlistEntries: {},
  createMetadataTemplate: {
    body: {
      scope: "enterprise",
      displayName: "Check",
      templateKey: "check",
      fields: [{ type: "string", key: "result", displayName: "Result" }],
    },
  },
  listEnterpriseMetadataTemplates: {},
  getFileMetadata: { path: inMetadata("4001") },
  createFileMetadata: { path: inMetadata("4002") },
  deleteFileMetadata: { path: inMetadata("4001") },
  queryMetadata: { body: { from: "enterprise_7001.contract", ancestor_folder_id: "0" } },
  createTask: {},
  getTaskAssignment: { path: { task_assignment_id: "9201" } },
  listLegalHoldPolicyAssignments: ofPolicy,
  assignLegalHoldPolicy: { body: { policy_id: "8001", assign_to: { type: "file", id: "4002" } } },
  listFilesOnHold: ofAssignment,
  listFileVersionsOnHold: ofAssignment,
  listFileVersionLegalHolds: ofPolicy,
  listFileVersionRetentions: {},
  createTermsOfService: {},
};

/** The input of the working call of an operation, with a body where there must be one. */
export function workingInput(contract: Contract, id: string): CallInput {
  const input = workingCalls[id];
  if (input === undefined) throw new Error(`There is no working call of ${id}`);
  const body = input.body ?? requestMedia(contract.operation(id))?.examples[0]?.value;
  return body === undefined ? input : { ...input, body };
}

/** A call as it is sent to a server. */
export function requestTo(
  server: Pick<DefectServer, "baseUrl" | "authUrl">,
  contract: Contract,
  id: string,
  input: CallInput,
) {
  const operation = contract.operation(id);
  const { method, path, headers, body } = inputRequest(operation, input, TOKEN);
  const url = `${operation.server === "auth" ? server.authUrl : server.baseUrl}${path}`;
  return { method, url, headers: Object.fromEntries(new Headers(headers)), body } satisfies PlainRequest;
}
