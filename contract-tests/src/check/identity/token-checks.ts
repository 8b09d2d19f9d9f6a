import type { Contract, Operation } from "content-service-contract";
import type { Check } from "../session/check.js";
import { callerChecks } from "./guards.js";
import { wrongTokens } from "./wrong-tokens.js";

/** Each operation rejects every kind of wrong token, and changes nothing. */
export function tokenChecks(contract: Contract, operations: readonly Operation[]): Check[] {
  // RFC 6750 says what a bearer token is, and how it is sent.
  const bearer = operations.filter(({ security }) => security.flat().every(({ kind }) => kind === "bearer"));
  return callerChecks(contract, bearer, {
    name: "rejects-wrong-tokens",
    title: "rejects tampered, misplaced and foreign tokens",
    async sendAll(session, operation, request) {
      for (const { kind, statuses, apply } of wrongTokens(session.target)) {
        const exchange = await session.sendWrong(operation.id, apply(request));
        const { status } = exchange.response;
        if (statuses.includes(status)) continue;
        const message = `Expected a ${statuses.join(" or ")} response for ${kind}; received ${status}`;
        session.find({ rule: "token-required", message, contract: operation.securityPointer, exchange });
        if (status < 400) return false;
      }
      return true;
    },
  });
}
