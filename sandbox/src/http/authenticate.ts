import {
  type Contract,
  type Operation,
  type ReceivedRequest,
  schemaProperties,
  sentValues,
} from "content-service-contract";
import { isExpired } from "../clock/time.js";
import type { ErrorResponse, ErrorResponses } from "../responses/error-response.js";
import type { UserRecord } from "../store/records.js";
import type { Store } from "../store/store.js";

type Credential = Operation["security"][number][number];

/**
 * Creates the function that finds the user of a request: the owner of the access token in each credential of a documented
 * alternative, or the user of `As-User`. It returns undefined for a token request, and without a credential where none is
 * required. It throws an `ErrorResponse` for a missing, unknown or expired token, and for a user that the owner may not act
 * for.
 */
export function createAuthentication(contract: Contract, operation: Operation, errorResponses: ErrorResponses) {
  const { secured } = operation;
  const security = isTokenRequest(contract, operation) ? [] : operation.security;
  return (request: ReceivedRequest, store: Store, nowMs: number): UserRecord | undefined => {
    const userOf = (token: string): UserRecord | undefined => {
      const record = store.access_tokens.get(token);
      return record && !isExpired(record.expires_at, nowMs) ? store.users.get(record.user_id) : undefined;
    };
    const alternatives = security.map((all) => all.map((one) => tokensIn(request, one)));
    const users = alternatives.map((all) => all.map((tokens) => tokens.map(userOf).find((user) => user !== undefined)));
    const caller = users.find((all) => all.length > 0 && !all.includes(undefined))?.[0];
    if (caller === undefined) {
      const isSent = alternatives.flat(2).length > 0;
      if (security.length > 0 && (secured || isSent)) throw unauthorized(security, errorResponses);
      return undefined;
    }
    const asUser = request.headers.get("as-user");
    // An empty value violates the contract of the parameter.
    if (!asUser) return caller;
    const user = store.users.get(asUser);
    if (caller.role === "member" || user?.enterprise_id !== caller.enterprise_id)
      throw errorResponses.namedOrPlain("as_user_forbidden", 403, "forbidden", "You may not act for this user.");
    return user;
  };
}

/** The tokens in a documented credential, without those of other schemes. */
function tokensIn(request: ReceivedRequest, { kind, name, prefix }: Credential): string[] {
  const place = kind === "query" || kind === "cookie" ? kind : "header";
  const values = sentValues(request, { in: place, name });
  if (prefix === undefined) return values;
  return values.map((value) => {
    const [, scheme = "", token = ""] = /^(\S+) +(\S+)$/.exec(value) ?? [];
    if (scheme.toLowerCase() !== prefix.toLowerCase()) return "";
    return kind === "basic" ? passwordIn(token) : token;
  });
}

/** The password of Basic, or the user name where the password is empty. */
function passwordIn(encoded: string): string {
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString().split(":");
  return password.join(":") || user;
}

/** Whether an operation issues tokens: its credentials are those of a program, which its handler checks. */
function isTokenRequest(contract: Contract, { requestBody }: Operation): boolean {
  const forms = requestBody?.content ?? [];
  return forms.some(({ schema }) => schema !== undefined && schemaProperties(contract, schema, {}).has("grant_type"));
}

function unauthorized(security: Operation["security"], errorResponses: ErrorResponses): ErrorResponse {
  const message = "The access token is missing, unknown or expired.";
  const error = errorResponses.namedOrPlain("unauthorized", 401, "unauthorized", message);
  const scheme = security.flat().find(({ prefix }) => prefix !== undefined)?.prefix;
  if (scheme === undefined) return error;
  const isBearer = scheme.toLowerCase() === "bearer";
  return error.with({ "www-authenticate": isBearer ? 'Bearer error="invalid_token"' : `${scheme} realm="sandbox"` });
}
