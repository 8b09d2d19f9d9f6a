import type { Contract } from "../contract/contract.js";
import { isJsonObject } from "../contract/json.js";
import { type CallInput, callInput, requestMedia } from "./call-input.js";

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
