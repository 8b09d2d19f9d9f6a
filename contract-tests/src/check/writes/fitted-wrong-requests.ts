import {
  type Contract,
  callInput,
  checkExchange,
  inputRequest,
  isJsonObject,
  type Json,
  type Operation,
  type Parameter,
  parseJson,
  valueAt,
  withValue,
} from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import { CASTABLE } from "../../cases/invalid-values.js";
import { wrongRequests } from "../reads/wrong-requests.js";
import type { CheckTarget } from "../session/check.js";
import { givenValue, NOTHING } from "../session/target-input.js";
import { PROPERTIES } from "./file-metadata.js";
import { withTag } from "./given-values.js";

/** Invalid requests with the ids of the target: each has one fault only, and a broken service changes only those records. */
export function fittedWrongRequests(
  contract: Contract,
  operations: readonly Operation[],
  target: CheckTarget,
  name: string,
): NegativeCase[] {
  const values = targetValues(target, name);
  const fitted = operations.map((operation) => withPath(operation, values[operation.id]?.path ?? {}));
  // The ids for safe operations are not for these.
  const cases = wrongRequests({ ...contract, operations: fitted }, { ...target, parameters: {} });
  return cases.map((negative) => {
    const body = fittedBody(negative, values[negative.operation.id]?.body ?? {});
    const fitted = { ...negative, request: { ...negative.request, body } };
    // A request with an unknown token is valid by the contract.
    return isWrong(contract, fitted) || !isWrong(contract, negative) ? fitted : negative;
  });
}

/** Valid requests with the ids of the target, by operation. */
export function fittedRequests(
  _contract: Contract,
  operations: readonly Operation[],
  target: CheckTarget,
  name: string,
): ReadonlyMap<string, NegativeCase["request"]> {
  const values = targetValues(target, name);
  return new Map(
    operations.map((operation) => {
      const fitted = withPath(operation, values[operation.id]?.path ?? {});
      const request = inputRequest(fitted, callInput(fitted), target);
      return [operation.id, { ...request, body: fittedBody({ at: "", request }, values[operation.id]?.body ?? {}) }];
    }),
  );
}

/** Whether the fault is still there. A value can make another one valid: the text of disabled terms may be empty. */
function isWrong(contract: Contract, { request, rule, at }: NegativeCase): boolean {
  const violations = checkExchange({ request, response: { status: 599 } }, { contract });
  return violations.some((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

/** Without optional parameters, which could be a second fault, such as the etag or the user of the examples. */
function withPath(operation: Operation, path: NonNullable<TargetValues["path"]>): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    if (!parameter.required) return { ...parameter, example: undefined };
    return parameter.in === "path" ? { ...parameter, example: path[parameter.name] ?? parameter.example } : parameter;
  });
  return { ...operation, parameters };
}

/** Replaces the strings of a body, except the invalid one: an id as a number is that of the target, too. */
function fittedBody(
  { at, kind, request: { body } }: Pick<NegativeCase, "at" | "request"> & { readonly kind?: string },
  values: NonNullable<TargetValues["body"]>,
) {
  const cast = kind === CASTABLE ? values[at.slice("/request/body".length)] : undefined;
  const right = Object.entries(values).filter(([place]) => `/request/body${place}` !== at);
  const json = parseJson(body);
  if (isJsonObject(json)) {
    const fitted = right.reduce<Json>(
      (whole, [place, value]) => (typeof valueAt(whole, place) === "string" ? withValue(whole, place, value) : whole),
      json,
    );
    const isNumber = cast !== undefined && /^\d{1,15}$/.test(cast);
    return JSON.stringify(isNumber ? withValue(fitted, at.slice("/request/body".length), Number(cast)) : fitted);
  }
  if (body?.startsWith("grant_type=") !== true && body?.includes("&") !== true) return body;
  const form = new URLSearchParams(body);
  for (const [place, value] of right) if (form.has(place.slice(1))) form.set(place.slice(1), value);
  return form.toString();
}

/** Replacements for the ids, names and secrets of the examples. */
interface TargetValues {
  /** By the names of the parameters. */
  readonly path?: Readonly<Record<string, string>>;
  /** By pointers into the body. */
  readonly body?: Readonly<Record<string, string>>;
}

/** The values for invalid requests, by operation. A missing one is an unknown id. */
function targetValues(target: CheckTarget, name: string): Readonly<Record<string, TargetValues>> {
  const { workspace, refresh } = target;
  const { fileId = NOTHING, folderId = NOTHING } = workspace ?? {};
  const value = (id: string, key: string) => givenValue(target, { id }, key);
  const given = (id: string, key: string) => value(id, key) ?? NOTHING;
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
        "/accessible_by/login": withTag(value("createCollaboration", "login") ?? NO_ADDRESS, name),
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
      body: { "/email": withTag(value("addEmailAlias", "email") ?? NO_ADDRESS, name) },
    },
    restoreFolder: {
      path: { folder_id: given("restoreFolder", "folder_id") },
      body: { "/name": name, "/parent/id": folderId },
    },
    deleteUser: { path: { user_id: given("deleteUser", "user_id") } },
    refreshAccessToken: { body: secrets },
  };
}

const NO_ADDRESS = "nobody@contract-check.example";
