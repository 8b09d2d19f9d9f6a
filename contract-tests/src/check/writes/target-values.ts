import type { Contract } from "../../contract/contract.js";
import type { CheckTarget } from "../check.js";
import { givenValue } from "../target-input.js";
import { PROPERTIES } from "./file-metadata.js";
import { DELETABLE_USER } from "./lasting-removals.js";
import { withTag } from "./with-tag.js";

/** What stands in a request for the ids, names and secrets of the examples. */
export interface TargetValues {
  /** By the names of the parameters. */
  readonly path?: Readonly<Record<string, string>>;
  /** By pointers into the body. */
  readonly body?: Readonly<Record<string, string>>;
}

/** The values for wrong requests, by operation. What a target was not given is an id that nothing has. */
export function targetValues(
  contract: Contract,
  target: CheckTarget,
  name: string,
): Readonly<Record<string, TargetValues>> {
  const { workspace, parameters = {}, refresh } = target;
  const { fileId, folderId } = workspace ?? { fileId: NOTHING, folderId: NOTHING };
  const given = (operation: string, key: string) => givenValue(target, contract.operation(operation), key) ?? NOTHING;
  const onFile = { path: { file_id: fileId, ...PROPERTIES } };
  const secrets: TargetValues["body"] =
    refresh === undefined
      ? {}
      : {
          "/client_id": refresh.clientId,
          "/client_secret": refresh.clientSecret,
          "/refresh_token": refresh.refreshToken,
        };
  return {
    updateFile: {
      path: { file_id: fileId },
      body: { "/name": name, "/parent/id": folderId, "/shared_link/vanity_name": name },
    },
    createFileMetadata: onFile,
    deleteFileMetadata: onFile,
    createWebLink: { body: { "/name": name, "/parent/id": folderId } },
    createCollaboration: {
      body: {
        "/item/type": "file",
        "/item/id": fileId,
        "/accessible_by/id": given("createCollaboration", "collaborator_id"),
        "/accessible_by/login": withTag(parameters["login"] ?? "nobody@contract-check.example", name),
      },
    },
    createTask: { body: { "/item/id": fileId } },
    createMetadataTemplate: { body: { "/templateKey": name, "/displayName": name } },
    assignLegalHoldPolicy: {
      body: {
        "/policy_id": given("assignLegalHoldPolicy", "policy_id"),
        "/assign_to/type": "file",
        "/assign_to/id": fileId,
      },
    },
    createTermsOfService: { body: { "/status": "disabled" } },
    addEmailAlias: {
      path: { user_id: given("addEmailAlias", "user_id") },
      body: { "/email": withTag(parameters["email"] ?? "nobody@contract-check.example", name) },
    },
    restoreFolder: {
      path: { folder_id: given("restoreFolder", "folder_id") },
      body: { "/name": name, "/parent/id": folderId },
    },
    deleteUser: { path: { user_id: parameters[DELETABLE_USER] ?? NOTHING } },
    refreshAccessToken: { body: secrets },
  };
}

const NOTHING = "0000000000";
