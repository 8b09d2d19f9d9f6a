import {
  arrayAt,
  type Contract,
  isJsonObject,
  type Json,
  objectAt,
  placeAt,
  pointer,
  sampleValue,
  valueAt,
  withValue,
} from "content-service-contract";

/** A place in a valid body that can be made invalid. */
export interface BodySite {
  /** Pointer into the body; the body itself is the empty pointer. */
  readonly at: string;
  /** Pointer to the schema of the value at that place. */
  readonly schema: string;
  /** The whole body, with a value at the place. */
  readonly body: Json;
}

/**
 * Finds every documented place in valid bodies: each property and the first item of each list. A property that no body
 * has is filled in from its schema.
 */
export function bodySites(contract: Contract, schema: string, bodies: readonly Json[]): BodySite[] {
  const found = new Map<string, BodySite>();
  const visit = (site: BodySite, above: readonly string[] = []): void => {
    const isGiven = bodies.includes(site.body);
    const own = contract.pointerOf(site.schema);
    // Given bodies end; a schema within itself, and choices of many others, do not.
    if (!isGiven && (above.includes(own) || found.size >= MAX_SITES)) return;
    // Each branch of a choice is a place of its own, since its properties differ.
    const key = `${site.at} ${schemasFor(contract, site.schema, valueAt(site.body, site.at) ?? null)}`;
    const known = found.has(key);
    // Given bodies are searched completely, filled-in ones only at new places.
    if ((known && !isGiven) || contract.validate(schema, site.body).length > 0) return;
    if (!known) found.set(key, site);
    for (const inner of innerSites(contract, site)) visit(inner, [...above, own]);
  };
  for (const body of bodies) visit({ at: "", schema, body });
  return [...found.values()];
}

const MAX_SITES = 1000;

/** Pointers to all schemas that a value matches: the schema, its parts, and the matching branch of a choice. */
export function schemasFor(contract: Contract, schema: string, value: Json): string[] {
  const { pointer: at, node } = placeAt(contract.document, schema);
  const fits = (one: string) => contract.validate(one, value).length === 0;
  const list = (key: string) => [...arrayAt(node, key).keys()].map((index) => pointer(at, key, index));
  const branches = [list("anyOf"), list("oneOf")].flatMap((options) => options.find(fits) ?? []);
  const condition = node["if"] === undefined ? undefined : fits(pointer(at, "if")) ? "then" : "else";
  const consequence = condition !== undefined && isJsonObject(node[condition]) ? [pointer(at, condition)] : [];
  const inner = [...list("allOf"), ...branches, ...consequence];
  return [at, ...inner.flatMap((one) => schemasFor(contract, one, value))];
}

function innerSites(contract: Contract, { at, schema, body }: BodySite): BodySite[] {
  const value = valueAt(body, at) ?? null;
  return schemasFor(contract, schema, value).flatMap((one) => {
    const node = contract.nodeAt(one);
    if (Array.isArray(value)) {
      return value.length > 0 && node["items"] !== undefined
        ? [{ at: pointer(at, 0), schema: pointer(one, "items"), body }]
        : [];
    }
    if (!isJsonObject(value)) return [];
    const properties = Object.keys(objectAt(node, "properties")).flatMap((name) =>
      propertySite(contract, { at: pointer(at, name), schema: pointer(one, "properties", name), body }, value[name]),
    );
    const free = Object.keys(value).find((name) => !Object.hasOwn(objectAt(node, "properties"), name));
    const freeSite = { at: pointer(at, free ?? ""), schema: pointer(one, "additionalProperties"), body };
    return isJsonObject(node["additionalProperties"]) && free !== undefined ? [...properties, freeSite] : properties;
  });
}

function propertySite(contract: Contract, site: BodySite, present: Json | undefined): BodySite[] {
  // A service may ignore what only it sets.
  if (contract.schemaAt(site.schema)["readOnly"] === true) return [];
  if (present !== undefined && present !== null) return [site];
  const sample = sampleValue(contract.document, site.schema, { properties: "all" });
  return sample === undefined ? [] : [{ ...site, body: withValue(site.body, site.at, sample) }];
}
