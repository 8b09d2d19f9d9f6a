import { arrayAt, isJsonObject, type JsonObject, objectAt, stringAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

export interface Credential {
  /** `bearer` (also OAuth 2.0 and OpenID Connect), `basic` and `other` are schemes of `Authorization`, the rest are API keys. */
  readonly kind: "bearer" | "basic" | "other" | "header" | "query" | "cookie";
  /** The name of the header, the query parameter or the cookie. */
  readonly name: string;
  readonly scheme: string;
  /** The scheme of `Authorization`, as the document spells it. Absent for an API key and an unknown scheme. */
  readonly prefix?: string;
}

/** Reads security requirements: a request needs all credentials of one alternative. One that is empty needs none. */
export function readSecurity(document: JsonObject, owner: JsonObject): Credential[][] {
  return arrayAt(owner, "security").flatMap((one) =>
    isJsonObject(one) ? [Object.keys(one).flatMap((name) => readScheme(document, name))] : [],
  );
}

/** TLS certificates are not part of a request. */
function readScheme(document: JsonObject, scheme: string): Credential[] {
  const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
  const authorization = { kind: "other", name: "Authorization", scheme } as const;
  if (!Object.hasOwn(schemes, scheme)) return [authorization];
  const { node } = placeAt(document, pointer("/components/securitySchemes", scheme));
  const [type, place] = [stringAt(node, "type"), stringAt(node, "in")];
  if (type === "mutualTLS") return [];
  if (type === "apiKey" && (place === "header" || place === "query" || place === "cookie"))
    return [{ kind: place, name: stringAt(node, "name") ?? "", scheme }];
  const prefix = type === "http" ? (stringAt(node, "scheme") ?? "") : "bearer";
  const lower = prefix.toLowerCase();
  return [{ ...authorization, prefix, kind: lower === "bearer" || lower === "basic" ? lower : "other" }];
}
