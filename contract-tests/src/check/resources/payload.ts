import {
  arrayAt,
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  pointer,
  remembered,
} from "content-service-contract";

export interface Payload {
  /** JSON pointer into the body. */
  readonly at: string;
  readonly record: JsonObject;
}

export interface Entries {
  readonly at: string;
  readonly records: readonly Json[];
}

/** The record of a body: the body itself, or its only object, as in `{ "data": { … } }`, also beside `"success": true`. */
export function recordIn(body: Json | undefined): Payload | undefined {
  if (!isJsonObject(body)) return undefined;
  const name = wrapperIn(Object.keys(body), (one) => isJsonObject(body[one]));
  const record = name === undefined ? body : body[name];
  return isJsonObject(record) ? { at: name === undefined ? "" : pointer("", name), record } : undefined;
}

/** The name of the object that has the data of a body. Undefined where the body itself has them. */
function wrapperIn(names: readonly string[], isObject: (name: string) => boolean): string | undefined {
  const own = names.filter((one) => !ABOUT.test(one));
  const data = own.length === 1 ? own[0] : own.find((one) => DATA.test(one));
  const isWrapper = data !== undefined && own.every((one) => one === data || OUTCOME.test(one)) && isObject(data);
  return isWrapper ? data : undefined;
}

/** What a body says about itself beside its data. */
const ABOUT = /^_?(links?|meta|metadata|included|jsonapi|request_?id)$/i;
const DATA = /^(data|result|payload)$/i;
const OUTCOME = /^(success|ok|status|code|message|errors?|timestamp)$/i;

/** The entries of a list: the body itself, or its array under any name, also one level below an object. */
export function entriesIn(body: Json | undefined, depth = 2): Entries | undefined {
  if (Array.isArray(body)) return { at: "", records: body };
  if (!isJsonObject(body) || depth === 0) return undefined;
  const arrays = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const [found] = arrays.toSorted(([one], [other]) => rank(one) - rank(other));
  if (found !== undefined) return { at: pointer("", found[0]), records: Array.isArray(found[1]) ? found[1] : [] };
  const inner = Object.entries(body).flatMap(([name, value]) => {
    const entries = isJsonObject(value) ? entriesIn(value, depth - 1) : undefined;
    return entries === undefined ? [] : [{ at: pointer("", name) + entries.at, records: entries.records }];
  });
  return inner.length === 1 ? inner[0] : undefined;
}

const USUAL = ["items", "entries", "data", "results", "values", "records", "content"];

/** The usual names of a list come first. */
export function rank(name: string): number {
  const place = USUAL.indexOf(name.toLowerCase());
  return place < 0 ? USUAL.length : place;
}

/** A name without its style: `book_id`, `bookId` and `Book-ID` are the same. */
export function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

/** The name of a parameter without its style: `status` for `filter[status]`. */
export function nameOf({ name }: Pick<Parameter, "name">): string {
  return plain(/^(?:filters?|where)\[(.+)\]$/.exec(name)?.[1] ?? name);
}

export function valueNamed(record: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(record, name)) return record[name];
  const found = Object.keys(record).find((own) => plain(own) === plain(name));
  return found === undefined ? undefined : record[found];
}

/** `book` for `books`, `box` for `boxes`, `library` for `libraries`, `person` for `people`. */
export function singular(word: string): string {
  if (/people$/i.test(word)) return word.replace(/people$/i, "person");
  if (/ies$/i.test(word)) return word.replace(/ies$/i, "y");
  // `classes`, `boxes` and `statuses`, and not `expenses`.
  if (/(ss|x|z|ch|sh|[^aeo]us)es$/i.test(word)) return word.replace(/es$/i, "");
  return word.replace(/([^s])s$/i, "$1");
}

/** A value in a message: short, and as JSON. */
export function shown(value: Json | undefined): string {
  const text = value === undefined ? "none" : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Two values in a message: long ones from where they differ. */
export function shownBoth(one: Json | undefined, other: Json | undefined): [string, string] {
  const [first = "", second = ""] = [one, other].map((value) => JSON.stringify(value) ?? "none");
  // By code units, as the texts are cut.
  const same = first.split("").findIndex((unit, index) => unit !== second[index]);
  if (same < 60) return [shown(one), shown(other)];
  const from = (text: string) =>
    `…${text.slice(same - 20, same + 40)}${text.length > same + 40 ? "…" : ""} (${text.length} characters)`;
  return [from(first), from(second)];
}

export function successSchema(operation: Operation | undefined): string | undefined {
  return operation?.responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
}

/** The format of a text, or that of its example where the contract declares none: `2026-05-01` is a `date`. */
export function formatOf(contract: Contract, schema: string, value?: Json): string {
  const { format, pattern, enum: listed, example = value, examples } = contract.schemaAt(schema);
  if (typeof format === "string" || pattern !== undefined || listed !== undefined) return String(format ?? "");
  const shown = String([examples ?? example].flat()[0]);
  return Object.entries(FORMATS).find(([, form]) => form.test(shown))?.[0] ?? "";
}

const FORMATS = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  uri: /^https?:\/\/\S+$/,
};

export function shownProperties(contract: Contract, operation: Operation | undefined): ReadonlyMap<string, string> {
  const schema = successSchema(operation);
  return schema === undefined ? new Map() : contract.propertiesOf(schema);
}

/** The properties of the record in that response, as `recordIn` finds it. */
export function propertiesOfRecord(contract: Contract, operation: Operation | undefined): ReadonlyMap<string, string> {
  const outer = shownProperties(contract, operation);
  const innerOf = (name: string) => contract.propertiesOf(outer.get(name) ?? "");
  const wrapper = wrapperIn([...outer.keys()], (name) => innerOf(name).size > 0);
  return wrapper === undefined ? outer : innerOf(wrapper);
}

/** The schema of the entries where a schema is that of a list: an array, or an object with one. */
export function arrayOf(contract: Contract, schema: string, depth = 2): string | undefined {
  const node = contract.schemaAt(schema);
  if (node["items"] !== undefined) return contract.itemsOf(schema);
  if (depth === 0) return undefined;
  const sizeOf = (one: string) => contract.propertiesOf(one).size;
  const forms = arrayAt(node, "anyOf").map((_, index) => pointer(contract.pointerOf(schema), "anyOf", index));
  const items = forms.flatMap((one) => arrayOf(contract, one, depth) ?? []);
  // The form with the most properties, where `fields` selects them.
  if (items.length > 1) return items.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
  const properties = [...contract.propertiesOf(schema)];
  const arrays = properties.filter(([, one]) => contract.schemaAt(one)["items"] !== undefined);
  const own = properties.find(([name]) => plain(name) === "id");
  const [first] = arrays.toSorted(([one], [other]) => rank(one) - rank(other));
  if (first !== undefined) return own === undefined ? contract.itemsOf(first[1]) : undefined;
  const inner = properties.flatMap(([, one]) => arrayOf(contract, one, depth - 1) ?? []);
  return own === undefined && inner.length === 1 ? inner[0] : undefined;
}

export const propertiesOfEntries = remembered(
  (contract: Contract, operation: Operation): [name: string, schema: string][] => {
    const schema = successSchema(operation);
    const item = schema === undefined ? undefined : arrayOf(contract, schema);
    return item === undefined ? [] : [...contract.propertiesOf(item)];
  },
);

/** The properties of a record, as an operation or the entries of a list show it. */
export function propertiesShown(contract: Contract, operation: Operation | undefined): ReadonlyMap<string, string> {
  const entries = operation === undefined ? [] : propertiesOfEntries(contract, operation);
  return entries.length > 0 ? new Map(entries) : propertiesOfRecord(contract, operation);
}
