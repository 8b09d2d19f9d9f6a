import {
  type Contract,
  isJsonObject,
  type JsonObject,
  type Operation,
  objectAt,
  placeAt,
  pointer,
  stringAt,
  valueAt,
} from "content-service-contract";
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
  const alternatives = alternativesOf(contract, operation);
  if (hasOwnServer(operation)) return alternatives;
  const isPlain = standalone
    ? contract.operations.every((one) => isBearer(alternativesOf(contract, one)))
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

function alternativesOf({ document }: Contract, { securityPointer }: Operation): SecurityScheme[][] {
  const requirements = valueAt(document, securityPointer);
  return (Array.isArray(requirements) ? requirements : []).flatMap((one) =>
    isJsonObject(one) ? [Object.keys(one).flatMap((name) => schemeOf(document, name))] : [],
  );
}

/** A TLS certificate is not part of a request. */
function schemeOf(document: JsonObject, scheme: string): SecurityScheme[] {
  const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
  const header = { scheme, in: "header", name: "Authorization" };
  if (!Object.hasOwn(schemes, scheme)) return [header];
  const { node } = placeAt(document, pointer("/components/securitySchemes", scheme));
  const type = stringAt(node, "type");
  if (type === "mutualTLS") return [];
  if (type === "apiKey") return [{ scheme, in: stringAt(node, "in") ?? "header", name: stringAt(node, "name") ?? "" }];
  const prefix = type === "http" ? (stringAt(node, "scheme") ?? "") : "bearer";
  return [{ ...header, prefix: prefix.charAt(0).toUpperCase() + prefix.slice(1) }];
}
