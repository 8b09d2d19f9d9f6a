import { isJsonObject, type JsonObject } from "content-service-contract";
import type { OpenAPI3 } from "openapi-typescript";

/** The start of a reference to a named schema. */
export const START = "#/components/schemas/";

/** The named schemas of a document, by their names. */
export function schemasOf({ components }: OpenAPI3): Record<string, JsonObject> {
  return Object(components?.schemas ?? {});
}

/** The owners of the parts that are sent or received. The caller has validated the document. */
function ownersIn({ paths, components }: OpenAPI3): JsonObject[] {
  return [components, ...Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {}))].filter(isJsonObject);
}

/** The names of the schemas that a part refers to, also through others if they are given. */
export function namesIn(part: unknown, schemas: Record<string, JsonObject> = {}): Set<string> {
  const references = (one: unknown) => JSON.stringify(one ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  const found = new Set([...references(part)].map(([, name = ""]) => name));
  // A set also visits what is added meanwhile.
  for (const name of found) for (const [, other = ""] of references(schemas[name])) found.add(other);
  return found;
}

/** The names of the schemas that requests send and no response has. */
export function schemasOnlySent(contract: OpenAPI3): Set<string> {
  const schemas = schemasOf(contract);
  const owners = ownersIn(contract);
  const received = namesIn(
    owners.map(({ responses = null }) => responses),
    schemas,
  );
  const sent = namesIn(
    owners.map(({ requestBody = null, requestBodies = null }) => [requestBody, requestBodies]),
    schemas,
  );
  return new Set([...sent].filter((name) => !received.has(name)));
}
