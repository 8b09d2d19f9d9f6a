import { withValue } from "../../cases/body-sites.js";
import type { NegativeCase } from "../../cases/broken-requests.js";
import type { Contract } from "../../contract/contract.js";
import { isJsonObject, type Json } from "../../contract/json.js";
import { valueAt } from "../../contract/json-pointer.js";
import type { Operation, Parameter } from "../../contract/operation.js";
import { checkExchange } from "../../rules/check-exchange.js";
import { wrongRequests } from "../reads/wrong-requests.js";
import type { CheckTarget } from "../session/check.js";
import { givenValue } from "../session/target-input.js";
import { PROPERTIES } from "./file-metadata.js";
import { withTag } from "./given-values.js";
import { DELETABLE_USER } from "./removals.js";

/**
 * The wrong requests of operations, made to lead to what a target was given: so each has one fault only, and does its
 * harm there when a broken service takes it.
 */
export function fittedWrongRequests(
  contract: Contract,
  operations: readonly Operation[],
  target: CheckTarget,
  name: string,
): NegativeCase[] {
  const values = targetValues(contract, target, name);
  const fitted = operations.map((operation) => withPath(operation, values[operation.id]?.path ?? {}));
  // What was given for calls that only read is not for these.
  const cases = wrongRequests({ ...contract, operations: fitted }, { ...target, parameters: {} });
  return cases.map((negative) => {
    const body = fittedBody(negative, values[negative.operation.id]?.body ?? {});
    const fitted = { ...negative, request: { ...negative.request, body } };
    // A token that nobody was given looks right to a contract.
    return isWrong(contract, fitted) || !isWrong(contract, negative) ? fitted : negative;
  });
}

/** Whether it has its fault. One value can decide what another one may be: the text of disabled terms may be empty. */
function isWrong(contract: Contract, { request, rule, at }: NegativeCase): boolean {
  const violations = checkExchange({ request, response: { status: 599 } }, { contract });
  return violations.some((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

/** What is optional could be a second fault, such as the etag or the user of the examples. */
function withPath(operation: Operation, path: NonNullable<TargetValues["path"]>): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    if (!parameter.required) return { ...parameter, example: undefined };
    return parameter.in === "path" ? { ...parameter, example: path[parameter.name] ?? parameter.example } : parameter;
  });
  return { ...operation, parameters };
}

/** Replaces texts that are there, and leaves the wrong one alone. */
function fittedBody({ at, request: { body } }: NegativeCase, values: NonNullable<TargetValues["body"]>) {
  const right = Object.entries(values).filter(([place]) => `/request/body${place}` !== at);
  const json = jsonIn(body);
  if (isJsonObject(json)) {
    const fitted = right.reduce<Json>(
      (whole, [place, value]) => (typeof valueAt(whole, place) === "string" ? withValue(whole, place, value) : whole),
      json,
    );
    return JSON.stringify(fitted);
  }
  if (body?.startsWith("grant_type=") !== true && body?.includes("&") !== true) return body;
  const form = new URLSearchParams(body);
  for (const [place, value] of right) if (form.has(place.slice(1))) form.set(place.slice(1), value);
  return form.toString();
}

function jsonIn(body: string | undefined): Json | undefined {
  try {
    // What was parsed from JSON is JSON.
    return JSON.parse(body ?? "") as Json;
  } catch {
    return undefined;
  }
}

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
