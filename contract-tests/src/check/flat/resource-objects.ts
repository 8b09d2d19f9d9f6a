import {
  arrayAt,
  type Contract,
  type Operation,
  type Parameter,
  placeAt,
  pointer,
  sampleValue,
  schemaProperties,
  stringsAt,
} from "content-service-contract";

/** The schemas of the resource objects in a body: `data`, or its items. */
export function dataIn(contract: Contract, schema: string | undefined): string[] {
  const data = schema === undefined ? undefined : schemaProperties(contract, schema, {}).get("data");
  if (data === undefined) return [];
  const isList = contract.schemaAt(data)["items"] !== undefined;
  const at = contract.pointerOf(isList ? pointer(contract.pointerOf(data), "items") : data);
  const outer = schemaProperties(contract, at, {});
  return outer.has("type") && (outer.has("attributes") || outer.has("relationships")) ? [at] : [];
}

/** The members of a resource object, its attributes and its relationships, with the pointers to their schemas. */
export function membersOf(contract: Contract, schema: string) {
  const outer = schemaProperties(contract, schema, {});
  const membersIn = (name: string) => {
    const at = outer.get(name);
    return at === undefined ? new Map<string, string>() : schemaProperties(contract, at, {});
  };
  return { outer, attributes: membersIn("attributes"), relationships: membersIn("relationships") };
}

/** The names that a schema requires. */
export function requiredBy(contract: Contract, schema: string): string[] {
  const node = contract.schemaAt(schema);
  const parts = arrayAt(node, "allOf").map((_, index) => pointer(contract.pointerOf(schema), "allOf", index));
  return [...stringsAt(node, "required"), ...parts.flatMap((one) => requiredBy(contract, one))];
}

/** What a relationship links to: the type of the records, the schema of an id, and whether there are many or may be none. */
export function linkageOf(contract: Contract, relationship: string) {
  const data = schemaProperties(contract, relationship, {}).get("data");
  const isMany = data !== undefined && contract.schemaAt(data)["items"] !== undefined;
  const at = data !== undefined && isMany ? pointer(contract.pointerOf(data), "items") : data;
  const identifier = at === undefined ? new Map<string, string>() : schemaProperties(contract, at, {});
  const isNullable = data !== undefined && !isMany && contract.isValid(data, null);
  return { type: typeAt(contract, identifier.get("type")), id: identifier.get("id"), isMany, isNullable };
}

/** The `type` of a resource object, by its schema. */
export function typeAt(contract: Contract, schema: string | undefined): string {
  return schema === undefined ? "" : String(sampleValue(contract.document, schema, { properties: "required" }));
}

/** The query parameters whose members are written in brackets, such as `filter[status]`. */
export function deepParameters({ parameters }: Operation, { document }: Contract): Parameter[] {
  return parameters.filter(({ pointer: at }) => placeAt(document, at).node["style"] === "deepObject");
}
