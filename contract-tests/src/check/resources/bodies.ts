import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  pointer,
  remembered,
  sampleValue,
  valueAt,
  withValue,
} from "content-service-contract";
import { formatOf } from "./payload.js";

export interface Leaf {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly name: string;
  readonly schema: string;
  readonly value: Json;
}

/** The texts, numbers and booleans of a body whose properties its schema documents, also in lists. */
export function leavesOf(contract: Contract, schema: string, body: Json, at = "", name = ""): Leaf[] {
  if (isJsonObject(body)) {
    const properties = contract.propertiesOf(schema, body);
    return Object.entries(body).flatMap(([key, value]) => {
      const own = properties.get(key);
      return own === undefined ? [] : leavesOf(contract, own, value, pointer(at, key), key);
    });
  }
  if (Array.isArray(body)) {
    const items = contract.itemsOf(schema);
    if (contract.schemaAt(schema)["items"] === undefined) return [];
    return body.flatMap((value, index) => leavesOf(contract, items, value, pointer(at, index), name));
  }
  return body === null ? [] : [{ at, name, schema, value: body }];
}

export function sentSchema(operation: Operation | undefined): string | undefined {
  return operation?.requestMedia?.schema;
}

export function leavesSent(contract: Contract, operation: Operation | undefined, body: Json): Leaf[] {
  const schema = sentSchema(operation);
  return schema === undefined ? [] : leavesOf(contract, schema, body);
}

export const allLeaves = remembered((contract: Contract, operation: Operation | undefined): Leaf[] => {
  return leavesSent(contract, operation, bodyWithAll(contract, operation));
});

/** A body of an operation with all properties that its examples or its schema give. */
export function bodyWithAll(contract: Contract, operation: Operation | undefined): Json {
  const { schema, examples = [] } = operation?.requestMedia ?? {};
  return schema === undefined ? {} : wholeBody(contract, schema, examples);
}

export function isValidBody(contract: Contract, operation: Operation | undefined, body: Json | undefined): boolean {
  const schema = sentSchema(operation);
  return schema === undefined || (body !== undefined && contract.isValid(schema, body));
}

/** A body without some of the values that it may omit, or without the whole list that has them. */
export function without(contract: Contract, operation: Operation, body: Json, isLeft: (leaf: Leaf) => boolean): Json {
  const leaves = leavesSent(contract, operation, body).filter(isLeft);
  return leaves.reduce<Json>((kept, { at }) => {
    const less = withValue(kept, at.replace(/(\/\d+)+$/, ""), undefined) ?? kept;
    return isValidBody(contract, operation, less) ? less : kept;
  }, body);
}

/** The first example with the optional properties, also in place of `null`, that other examples or the schema give. */
export function wholeBody(contract: Contract, schema: string, examples: MediaType["examples"]): Json {
  const [first, ...others] = examples.map(({ value }) => value);
  const sample = sampleValue(contract.document, schema, { properties: "all" });
  let body = first ?? sample ?? {};
  // The example of a schema may have less than its properties.
  const properties = contract.propertiesOf(schema, isJsonObject(body) ? body : {});
  const each = [...settable(contract, properties)].flatMap(([name, at]): [string, Json][] => {
    const value = sampleValue(contract.document, at, { properties: "all" });
    return value === undefined ? [] : [[name, value]];
  });
  for (const other of [...others, sample, Object.fromEntries(each)]) {
    for (const [name, value] of Object.entries(isJsonObject(other) ? other : {})) {
      if (!isJsonObject(body)) continue;
      const more = { ...body, [name]: filled(body[name], value) };
      if (contract.isValid(schema, more)) body = more;
    }
  }
  return body;
}

/** A value with what another one has in place of what is missing or null. */
function filled(value: Json | undefined, other: Json): Json {
  if (value === undefined || value === null) return other;
  if (Array.isArray(value) && Array.isArray(other)) {
    // Numbers alone, such as a quantity: entries can be of several kinds.
    const entries: [string, Json][] = Object.entries(other[0] ?? {});
    const numbers = entries.filter(([, one]) => typeof one === "number");
    return value.map((one) => (isJsonObject(one) ? { ...Object.fromEntries(numbers), ...one } : one));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const members = Object.entries(other).map(([name, one]) => [name, filled(value[name], one)]);
  return { ...value, ...Object.fromEntries(members) };
}

/** Whether a property holds text that a caller writes freely. */
export function isFreeText(contract: Contract, { schema, value }: Pick<Leaf, "schema" | "value">): boolean {
  const node = contract.schemaAt(schema);
  const isBound = ["enum", "const", "format", "pattern"].some((keyword) => keyword in node);
  return typeof value === "string" && !isBound && contract.hasType(schema, "string");
}

/** The name under which requests of an operation wrap their data: its schema has one property, an object. */
export function wrapperOf(contract: Contract, operation: Operation | undefined): string {
  const schema = sentSchema(operation);
  const [only, ...others] = schema === undefined ? [] : contract.propertiesOf(schema);
  if (only === undefined || others.length > 0) return "";
  const isWrapper = contract.propertiesOf(only[1]).size > 0 && contract.requiredAt(schema ?? "").includes(only[0]);
  return isWrapper ? pointer("", only[0]) : "";
}

/** The documented properties that the data in a request may have, with the pointers to their schemas. */
export function bodyProperties(contract: Contract, operation: Operation | undefined): ReadonlyMap<string, string> {
  const schema = sentSchema(operation);
  const outer = schema === undefined ? new Map<string, string>() : contract.propertiesOf(schema);
  const wrapper = wrapperOf(contract, operation);
  const inner = wrapper === "" ? undefined : outer.get(wrapper.slice(1));
  return settable(contract, inner === undefined ? outer : contract.propertiesOf(inner));
}

export function placeInBody(contract: Contract, operation: Operation | undefined, name: string): string {
  return wrapperOf(contract, operation) + pointer("", name);
}

export function withProperties(contract: Contract, operation: Operation | undefined, body: Json, values: JsonObject) {
  return Object.entries(values).reduce(
    (changed, [name, value]) => withValue(changed, placeInBody(contract, operation, name), value),
    body,
  );
}

function settable(contract: Contract, properties: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...properties].filter(([, at]) => contract.schemaAt(at)["readOnly"] !== true));
}

const NONE: ReadonlySet<string> = new Set();

/** A body without the properties that it may omit, but with those that the service needs. */
export function leastBody(contract: Contract, operation: Operation | undefined, body: Json, needed = NONE): Json {
  const data = valueAt(body, wrapperOf(contract, operation));
  if (!isJsonObject(data)) return body;
  const names = Object.keys(data).filter((name) => !needed.has(name));
  return names.reduce((kept, name) => {
    const less = withValue(kept, placeInBody(contract, operation, name), undefined);
    return isValidBody(contract, operation, less) ? less : kept;
  }, body);
}

/** The properties that the data in a request of an operation may have, with their values by its examples or its schema. */
export function wholeData(contract: Contract, operation: Operation | undefined): JsonObject {
  const data = valueAt(bodyWithAll(contract, operation), wrapperOf(contract, operation));
  return isJsonObject(data) ? data : {};
}

/** A body with the named properties of its data that it does not have. */
export function withNeeded(contract: Contract, operation: Operation, body: Json, names = NONE): Json {
  return Object.entries(names.size === 0 ? {} : wholeData(contract, operation)).reduce<Json>((kept, [name, value]) => {
    const at = placeInBody(contract, operation, name);
    const more = names.has(name) && valueAt(kept, at) === undefined ? withValue(kept, at, value) : undefined;
    return isValidBody(contract, operation, more) ? (more ?? kept) : kept;
  }, body);
}

export function isTime(contract: Contract, schema: string): boolean {
  return formatOf(contract, schema) === "date-time";
}
