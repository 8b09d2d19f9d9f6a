import type { Contract } from "../model/contract.js";
import { isJsonObject, type Json, type JsonObject, objectAt, stringAt } from "../model/json.js";
import { resolved } from "../model/json-pointer.js";
import { remembered } from "../model/remembered.js";
import { readSecurity } from "../model/security.js";

/** Whether values with a name are secrets. */
export type IsSecretName = (name: string) => boolean;

/** Recognizes common names of secrets and the properties with `format: password` in the contract, and its API keys. */
export function secretNames(contract: Contract | undefined): IsSecretName {
  const marked = contract === undefined ? NONE : markedNames(contract.document);
  return (name) => COMMON.test(plain(name)) || marked.has(plain(name));
}

/** All other values of token requests and responses are secrets, so that a misspelled name does not expose a token. */
export function isTokenServerSecret(name: string): boolean {
  return !OPEN_AT_TOKEN_SERVER.has(name);
}

const OPEN_AT_TOKEN_SERVER = new Set([
  ...["grant_type", "token_type", "expires_in", "scope", "restricted_to", "error", "error_description", "error_uri"],
  ...["type", "status", "code", "message", "help_url", "request_id", "context_info"],
]);

const COMMON =
  /^(?:token|auth|apikey|credentials?|sessionid|assertion|clientassertion|codeverifier|subjecttoken|actortoken)$|(?:password|passwd|secret|accesstoken|refreshtoken|idtoken)$/;

/** Whether a text may have a name of a secret. Most bodies have none, and need no closer look. */
export function mayNameSecrets(text: string, contract: Contract | undefined): boolean {
  const marked = contract === undefined ? NONE : markedNames(contract.document);
  return PARTS.test(text) || [...marked].some((name) => !PARTS.test(name));
}

/** What the common names have in common, or an escaped letter. */
const PARTS = /token|auth["=]|key|credential|session|assertion|verifier|passw|secret|\\u00|%[4-7]/i;

const NONE: ReadonlySet<string> = new Set();

const markedNames = remembered((document: JsonObject): ReadonlySet<string> => {
  const names = new Set<string>();
  collect(document, document, names);
  const schemes = Object.keys(objectAt(objectAt(document, "components"), "securitySchemes"));
  for (const { kind, name } of readSecurity(document, { security: schemes.map((one) => ({ [one]: [] })) }).flat())
    if (kind === "header" || kind === "query" || kind === "cookie") names.add(plain(name));
  return names;
});

function collect(document: JsonObject, node: Json, names: Set<string>): void {
  if (Array.isArray(node)) for (const item of node) collect(document, item, names);
  if (!isJsonObject(node)) return;
  for (const [name, schema] of Object.entries(objectAt(node, "properties"))) {
    if (isPassword(document, schema)) names.add(plain(name));
  }
  const parameter = stringAt(node, "name");
  if (parameter !== undefined && isPassword(document, node["schema"])) names.add(plain(parameter));
  for (const value of Object.values(node)) collect(document, value, names);
}

/** Whether a schema has `format: password`, or lists, maps or chooses between such values. */
function isPassword(document: JsonObject, schema: Json | undefined, seen = new Set<JsonObject>()): boolean {
  if (!isJsonObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const parts = [schema["items"], schema["additionalProperties"]];
  for (const key of ["prefixItems", "allOf", "anyOf", "oneOf"]) parts.push(...[schema[key] ?? []].flat());
  try {
    parts.push(resolved(document, schema));
  } catch {
    // The linter reports broken references.
  }
  return schema["format"] === "password" || parts.some((part) => isPassword(document, part, seen));
}

/** `accessToken`, `access-token` and `access_token` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, "");
}
