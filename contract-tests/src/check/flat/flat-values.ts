import {
  arrayAt,
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  type Parameter,
  placeAt,
  pointer,
  sampleValue,
  stringsAt,
} from "content-service-contract";

export function isDocument(body: Json | undefined): body is JsonObject {
  const [data] = isJsonObject(body) ? [body["data"]].flat() : [];
  return isJsonObject(data) && typeof data["type"] === "string" && ("attributes" in data || "relationships" in data);
}

/** A body with flat records, where it has resource objects. With `isExpanded`, they have the included records inside. */
export function flatBody(body: Json, isExpanded = false): Json {
  if (!isDocument(body)) return body;
  const { data = null } = body;
  const included = isExpanded ? arrayAt(body, "included") : [];
  const flat = (record: Json) => flatRecord(record, included);
  return { ...body, data: Array.isArray(data) ? data.map(flat) : flat(data) };
}

function flatRecord(record: Json, included: readonly Json[]): Json {
  if (!isJsonObject(record)) return record;
  const { type: _, attributes, relationships, ...rest } = record;
  const related = (identifier: Json): Json => {
    if (!isJsonObject(identifier)) return identifier;
    const found = included.find((one) => isSameRecord(one, identifier));
    return found === undefined ? (identifier["id"] ?? null) : flatRecord(found, []);
  };
  const ids = Object.entries(isJsonObject(relationships) ? relationships : {}).flatMap(([name, one]) => {
    const data = isJsonObject(one) ? one["data"] : undefined;
    return data === undefined ? [] : [[name, Array.isArray(data) ? data.map(related) : related(data)] as const];
  });
  return { ...rest, ...(isJsonObject(attributes) ? attributes : {}), ...Object.fromEntries(ids) };
}

/** The body of a request whose flat record is written as the contract documents it. `id` is that of its address. */
export function documentedBody(contract: Contract, operation: Operation, body: Json, id: Json | undefined): Json {
  const [at] = dataIn(contract, operation.requestMedia?.schema);
  const data = isJsonObject(body) ? body["data"] : undefined;
  if (at === undefined || !isJsonObject(body) || !isJsonObject(data)) return body;
  const { outer, attributes, relationships } = membersOf(contract, at);
  const own: Record<string, Json> = { type: typeAt(contract, outer.get("type")) };
  if (id !== undefined && outer.has("id")) own["id"] = id;
  const groups: Record<"attributes" | "relationships", Record<string, Json>> = { attributes: {}, relationships: {} };
  for (const [name, value] of Object.entries(data)) {
    const relationship = relationships.get(name);
    if (relationship !== undefined) groups.relationships[name] = { data: linkage(contract, relationship, value) };
    else if (!attributes.has(name) && outer.has(name)) own[name] = value;
    else groups.attributes[name] = value;
  }
  const required = requiredBy(contract, at);
  const written = Object.entries(groups).filter(
    ([name, all]) => required.includes(name) || Object.keys(all).length > 0,
  );
  return { ...body, data: { ...own, ...Object.fromEntries(written) } };
}

function linkage(contract: Contract, relationship: string, value: Json): Json {
  const { type } = linkageOf(contract, relationship);
  const one = (id: Json): Json => (typeof id === "string" ? { type, id } : id);
  return Array.isArray(value) ? value.map(one) : one(value);
}

/** Where a place in a body with flat records is in the body that was received. */
export function documentedPlace(body: Json | undefined, at: string): string {
  if (!isDocument(body)) return at;
  const [, start = "", name = "", rest = ""] = /^(\/response\/body\/data(?:\/\d+)?)\/([^/]+)(.*)$/.exec(at) ?? [];
  const entry = /\d+$/.exec(start)?.[0];
  const record = entry === undefined ? body["data"] : arrayAt(body, "data")[Number(entry)];
  if (!isJsonObject(record)) return at;
  if (name in objectAt(record, "attributes")) return `${start}/attributes/${name}${rest}`;
  const { data } = objectAt(objectAt(record, "relationships"), name);
  if (data === undefined) return at;
  const index = rest === "" ? -1 : arrayAt(body, "included").findIndex((one) => isSameRecord(one, data));
  return index < 0 ? `${start}/relationships/${name}/data` : `/response/body/included/${index}/attributes${rest}`;
}

function isSameRecord(one: Json, other: Json): boolean {
  return isJsonObject(one) && isJsonObject(other) && one["type"] === other["type"] && one["id"] === other["id"];
}

/** The query of a call as the contract documents it: `{ filter: { status: "open" } }` for `{ "filter[status]": "open" }`. */
export function documentedQuery(contract: Contract, operation: Operation, query: Readonly<Record<string, Json>>) {
  const names = deepParameters(operation, contract).map(({ name }) => name);
  const documented: Record<string, Json> = {};
  for (const [name, value] of Object.entries(query)) {
    const [, outer = "", inner = ""] = /^([^[]+)\[(.+)\]$/.exec(name) ?? [];
    if (names.includes(outer)) documented[outer] = { ...objectAt(documented, outer), [inner]: value };
    else documented[name] = value;
  }
  return documented;
}

/** The schemas of the resource objects in a body: `data`, or its items. */
export function dataIn(contract: Contract, schema: string | undefined): string[] {
  const data = schema === undefined ? undefined : contract.propertiesOf(schema).get("data");
  if (data === undefined) return [];
  const isList = contract.schemaAt(data)["items"] !== undefined;
  const at = contract.pointerOf(isList ? contract.itemsOf(data) : data);
  const outer = contract.propertiesOf(at);
  return outer.has("type") && (outer.has("attributes") || outer.has("relationships")) ? [at] : [];
}

export function membersOf(contract: Contract, schema: string) {
  const outer = contract.propertiesOf(schema);
  const membersIn = (name: string) => contract.propertiesOf(outer.get(name) ?? "");
  return { outer, attributes: membersIn("attributes"), relationships: membersIn("relationships") };
}

export function requiredBy(contract: Contract, schema: string): string[] {
  const node = contract.schemaAt(schema);
  const parts = arrayAt(node, "allOf").map((_, index) => pointer(contract.pointerOf(schema), "allOf", index));
  return [...stringsAt(node, "required"), ...parts.flatMap((one) => requiredBy(contract, one))];
}

/** What a relationship links to: the type of the records, the schema of an id, and whether there are many or may be none. */
export function linkageOf(contract: Contract, relationship: string) {
  const data = contract.propertiesOf(relationship).get("data");
  const isMany = data !== undefined && contract.schemaAt(data)["items"] !== undefined;
  const at = data !== undefined && isMany ? contract.itemsOf(data) : data;
  const identifier = at === undefined ? new Map<string, string>() : contract.propertiesOf(at);
  const isNullable = data !== undefined && !isMany && contract.isValid(data, null);
  return { type: typeAt(contract, identifier.get("type")), id: identifier.get("id"), isMany, isNullable };
}

function typeAt(contract: Contract, schema: string | undefined): string {
  return schema === undefined ? "" : String(sampleValue(contract.document, schema, { properties: "required" }));
}

/** The query parameters whose members are written in brackets, such as `filter[status]`. */
export function deepParameters({ parameters }: Operation, { document }: Contract): Parameter[] {
  return parameters.filter(({ pointer: at }) => placeAt(document, at).node["style"] === "deepObject");
}
