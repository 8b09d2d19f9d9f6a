import type { Contract, Operation } from "content-service-contract";
import { hasOwnServer, isTokenRequest } from "./request-support.js";

/** Where a scheme sends its credential, as `secured` of the client takes it. */
export interface SecurityScheme {
  readonly scheme: string;
  readonly in: string;
  readonly name: string;
  readonly prefix?: string;
}

/**
 * The alternatives of an operation, each with all its schemes; undefined where the bearer token of the client is right. A
 * document of the client's own service that requires nothing is silent about it; that of another service (`standalone`)
 * requires nothing then.
 */
export function securityOf(
  contract: Contract,
  operation: Operation,
  standalone: boolean,
): SecurityScheme[][] | undefined {
  if (isTokenRequest(operation)) return undefined;
  const alternatives = alternativesOf(operation);
  if (hasOwnServer(operation)) return alternatives;
  const isPlain = standalone
    ? contract.operations.every((one) => isBearer(alternativesOf(one)))
    : alternatives.length === 0 || alternatives.some((schemes) => isBearer([schemes]));
  return isPlain ? undefined : alternatives;
}

/** Whether a token alone is all that an operation needs. */
function isBearer(alternatives: readonly (readonly SecurityScheme[])[]): boolean {
  const first = alternatives[0]?.[0]?.scheme;
  return (
    alternatives.length > 0 &&
    alternatives.every(([one, other]) => one?.prefix === "Bearer" && one.scheme === first && other === undefined)
  );
}

function alternativesOf({ security }: Operation): SecurityScheme[][] {
  return security.map((all) =>
    all.map(({ kind, name, scheme, prefix }) => ({
      ...{ scheme, in: kind === "query" || kind === "cookie" ? kind : "header", name },
      ...(prefix !== undefined && { prefix: prefix.charAt(0).toUpperCase() + prefix.slice(1) }),
    })),
  );
}
