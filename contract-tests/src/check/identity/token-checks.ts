import type { Contract, Operation } from "content-service-contract";
import { withHeader } from "../../cases/broken-requests.js";
import type { Check, CheckTarget } from "../session/check.js";
import { expectStatus } from "../session/expectations.js";
import type { PathRequest } from "../session/send.js";
import { callerChecks } from "../writes/guard.js";
import { wrongSpellings } from "./wrong-spellings.js";

export function tokenChecks(contract: Contract, operations: readonly Operation[]): Check[] {
  // RFC 6750 says what a bearer token is, and how it is sent.
  const bearer = operations.filter(({ security }) => security.flat().every(({ kind }) => kind === "bearer"));
  const title = "rejects tampered, misplaced and foreign tokens";
  return callerChecks(contract, bearer, ["rejects-wrong-tokens", title], async (session, operation, request) => {
    for (const { kind, statuses, apply } of wrongTokens(session.target)) {
      const exchange = await session.sendWrong(operation.id, apply(request));
      const violation = { rule: "token-required", contract: operation.securityPointer } as const;
      if (!expectStatus(session, exchange, statuses, kind, violation) && exchange.response.status < 400) return false;
    }
    return true;
  });
}

interface WrongToken {
  /** Ends a sentence, such as `a truncated token`. */
  readonly kind: string;
  readonly statuses: readonly number[];
  readonly apply: (request: PathRequest) => PathRequest;
}

/** Every way in which the token of the target can be wrong, as far as the target has the values for it. */
export function wrongTokens(target: CheckTarget): WrongToken[] {
  const { token, refresh, expiredToken } = target;
  const others = { "a refresh token": refresh?.refreshToken, "an expired token": expiredToken };
  const given = Object.entries(others).flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
  return [
    ...wrongSpellings(token).map(({ kind, value }) => unauthorized(`a token ${kind}`, `Bearer ${value}`)),
    unauthorized("the token with the scheme Basic", `Basic ${token}`),
    unauthorized("the token without a scheme", token),
    unauthorized("the scheme without a token", "Bearer", MALFORMED),
    unauthorized("an unknown token followed by the token", `Bearer unknown-token, Bearer ${token}`, MALFORMED),
    inQuery(token),
    ...given.map(({ kind, value }) => unauthorized(kind, `Bearer ${value}`)),
  ];
}

/** RFC 6750, section 3.1, allows 400 for a malformed request. */
const MALFORMED = [400, 401];

function unauthorized(kind: string, authorization: string, statuses: readonly number[] = [401]): WrongToken {
  return { kind, statuses, apply: (request) => withHeader(request, "authorization", authorization) };
}

/** The contract documents no token in the query, so it is an unknown parameter (400) or none at all (401). */
function inQuery(token: string): WrongToken {
  return {
    kind: "the token in the query alone",
    statuses: MALFORMED,
    apply(request) {
      const path = `${request.path}${request.path.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}`;
      return { ...withHeader(request, "authorization", undefined), path };
    },
  };
}
