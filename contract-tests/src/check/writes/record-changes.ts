import { arrayAt, type Contract, isJsonObject, type Json, type JsonObject, valueAt } from "content-service-contract";
import { factAt, isNullable, objectSchema } from "../document/facts-of-schemas.js";
import type { Session } from "../session/check.js";
import { ownId } from "../session/target-input.js";
import { type PartialUpdate, type RecordState, type Settable, updateOf } from "./given-record.js";
import { formerBody, requireAbsent } from "./restored-values.js";
import { joinedText, LETTERS, LINE_SAMPLES, longText, TEXT_SAMPLES, VALUE_LIKE_TEXTS } from "./texts.js";
import { valuesOf } from "./valid-values.js";

/** A valid change of a record. */
export interface Change {
  /** Completes "Expected a 2xx response for …". */
  readonly what: string;
  readonly body: JsonObject;
  /** What responses show of it. @default the body */
  readonly shows?: JsonObject | undefined;
  /** The contract leaves it open whether the value is valid, so the service can reject it. */
  readonly open?: boolean | undefined;
  /** The same change in parts, to name the part that the service rejects. */
  readonly parts?: readonly Change[] | undefined;
}

/** A valid value of a property, as in a change. */
interface Value extends Pick<Change, "open"> {
  readonly kind: string;
  readonly value: Json;
  readonly shows?: Json;
  readonly parts?: readonly Value[];
}

/** The changes of one property with all kinds of values. The last one restores it. */
export function changesOf(session: Session, property: Settable, before: RecordState): Change[] {
  const { name, refersTo } = property;
  requireAbsent(session, before, [property]);
  const body = formerBody(before, [property]);
  if (!(name in body)) return session.skip(`The record shows no \`${name}\``);
  if (refersTo !== undefined && sampleOf(session, property, before) === undefined)
    return session.skip(`The \`${name}\` of the record is the given ${refersTo} already`);
  const toChange = ({ kind, value, shows, open, parts }: Value): Change => ({
    ...{ what: `\`${name}\` with ${kind}`, body: { [name]: value }, open, parts: parts?.map(toChange) },
    shows: shows === undefined ? undefined : { [name]: shows },
  });
  return [...valuesFor(session, property, before.record[name]).map(toChange), { what: `the former \`${name}\``, body }];
}

/** A body with one new value for each property that can be restored. Names in it are unique in the service. */
export function sampleBody(session: Session, settable: readonly Settable[], before: RecordState): JsonObject {
  const values = settable.map((one) => [one.name, sampleOf(session, one, before)] as const);
  return Object.fromEntries(values.filter((one): one is [string, Json] => one[1] !== undefined));
}

/** A change that seldom meets a rule of the service: of texts that are no names. */
export function plainChange(session: Session, state: RecordState): JsonObject {
  const { settable } = updateOf(session, state);
  const values = settable.filter(({ schema }) => !isName(session.contract, schema));
  const texts = Object.entries(sampleBody(session, values, state)).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts.slice(0, 1));
}

function sampleOf(session: Session, property: Settable, { record }: RecordState): Json | undefined {
  const { [property.name]: former } = record;
  if (property.isRemovable) return former === null ? wholeValue(session, property.schema) : undefined;
  if (former === undefined) return undefined;
  const [sample] = valuesFor(session, property, former).filter(
    ({ value, open, shows }) => open !== true && shows === undefined && value !== former,
  );
  const isSame = isJsonObject(former) && isJsonObject(sample?.value) && former["id"] === sample.value["id"];
  return property.refersTo !== undefined && (isSame || !isJsonObject(former)) ? undefined : sample?.value;
}

/** An object with a value for each of its members. */
export function wholeValue(session: Session, schema: string): Json | undefined {
  const members = [...session.contract.propertiesOf(schema)];
  if (members.length > 0) {
    const values = members.map(([name, at]) => [name, wholeValue(session, at)] as const);
    return Object.fromEntries(values.filter((one): one is [string, Json] => one[1] !== undefined));
  }
  const values = valuesFor(session, { schema }).flatMap(({ value, open }) => (open === true ? [] : [value]));
  // What the example has is often what the service does anyway.
  const [example] = arrayAt(session.contract.schemaAt(schema), "examples");
  return values.find((one) => typeof one === "boolean" && one !== example) ?? values[0];
}

/** The members that a change of an object must have. One that needs none changes only the members that it has. */
export function requiredIn(contract: Contract, schema: string): string[] {
  return contract.requiredAt(objectSchema(contract, schema));
}

/** The valid values of a property. The first one that must be accepted is new. */
function valuesFor(
  session: Session,
  { schema, refersTo }: Pick<Settable, "schema"> & Partial<Settable>,
  former?: Json,
): Value[] {
  const { contract } = session;
  const node = contract.schemaAt(schema);
  const members = [...contract.propertiesOf(schema)];
  if (refersTo !== undefined) {
    const isOptional = members.some(([name, at]) => name === "id" && isNullable(contract, at));
    const none = { kind: "null", value: { id: null }, shows: { id: valueAt(former ?? null, "/id") ?? null } };
    return [...(isOptional ? [none] : []), { kind: "another id", value: { id: ownId(session, refersTo) } }];
  }
  if (members.length > 0) return objects(session, schema, members);
  if (node["items"] !== undefined) return lists(session, node);
  const none = isNullable(contract, schema) ? [{ kind: "null", value: null }] : [];
  if (node["format"] === "password") {
    const length = Number(node["minLength"] ?? 1);
    return [{ kind: `${length} characters`, value: SECRET.repeat(length).slice(0, length) }, ...none];
  }
  if (contract.hasType(schema, "string") && !["const", "enum", "format", "pattern"].some((key) => key in node))
    return [...texts(session, schema, former), ...none];
  const rejected = factAt(contract, schema, "x-may-reject");
  return valuesOf(session, schema).flatMap(({ kind, make }) => {
    const value = make("");
    return value === undefined ? [] : [{ kind, value, open: Array.isArray(rejected) && rejected.includes(value) }];
  });
}

const SECRET = "P+a s%2é";

/** An object with all members, with as few as possible, and with each value of each. */
function objects(session: Session, schema: string, members: readonly [name: string, schema: string][]): Value[] {
  const required = requiredIn(session.contract, schema);
  const whole = wholeValue(session, schema);
  const least = Object.entries(isJsonObject(whole) ? whole : {}).filter(([name]) => required.includes(name));
  const base = Object.fromEntries(least);
  const each = members.flatMap(([name, at]) =>
    valuesFor(session, { schema: at }).map(({ kind, value, open }) => ({
      ...{ kind: `\`${name}\`: ${kind}`, value: { ...base, [name]: value }, open },
    })),
  );
  return [
    ...(whole === undefined ? [] : [{ kind: "all members", value: whole }]),
    { kind: "as few members as possible", value: base },
    ...each.filter(({ kind }) => !required.some((name) => kind.startsWith(`\`${name}\``))),
  ];
}

/** Texts of all kinds. Each is a new name where no other record may have it (`x-unique`): a service may reject most. */
function texts(session: Session, schema: string, former: Json | undefined): Value[] {
  const { maxLength, minLength = 0 } = session.contract.schemaAt(schema);
  const isUnique = isName(session.contract, schema);
  const own = session.uniqueName();
  // Without the ending of its name, a service may treat the record as another kind.
  const [, ending = ""] = (isUnique && /[^.](\.[^.]+)$/.exec(String(former ?? ""))) || [];
  const sample = (kind: string, text: string, open = isUnique): Value => ({
    ...{ kind, value: isUnique ? `${own} ${text}${ending}` : text, open },
  });
  const samples = isUnique ? LINE_SAMPLES : TEXT_SAMPLES;
  const parts = samples.map(({ kind, text }) => sample(kind, text));
  const all = { ...sample("all kinds of characters", ` ${joinedText(samples)} `), parts };
  if (isUnique)
    return [
      { kind: "a new name", value: `${own}${ending}` },
      { kind: "a space before it", value: ` ${own}${ending}`, open: true },
      { kind: "other letter case", value: `${own.toUpperCase()}${ending}`, open: true },
      sample("letters of several languages", LETTERS, false),
      sample("120 letters", "n".repeat(120)),
      { kind: "another ending", value: `${own}.d${ending}.bak`, open: true },
      all,
    ];
  const length = typeof maxLength === "number" ? maxLength : DEFAULT_LENGTH;
  const most = (kind: string, text: string) =>
    sample(`${length} characters ${kind}`, text.repeat(length).slice(0, text.length * length));
  return [
    sample("a new text", own),
    all,
    {
      ...sample(`${length} characters`, longText(length)),
      parts: [most("of several bytes", "語"), most("beyond 16 bits", "😀")],
    },
    // As many UTF-16 units, too.
    most("of one byte", "x"),
    sample("one character", "x"),
    sample("digits alone", "007"),
    ...(minLength === 0 ? [sample("no character", "")] : []),
  ];
}

/** Lists with all kinds of texts, of the maximum length, and without items. */
function lists(session: Session, { maxItems }: JsonObject): Value[] {
  const own = session.uniqueName();
  const most = typeof maxItems === "number" ? maxItems : DEFAULT_LENGTH;
  const parts = LINE_SAMPLES.map(({ kind, text }) => ({ kind, value: [text] }));
  return [
    { kind: "new items", value: [own, "b", "a"] },
    { kind: "all kinds of characters", value: parts.flatMap(({ value }) => value), parts },
    { kind: `${most} items`, value: Array.from({ length: most }, (_, index) => `${own}-${most - index}`) },
    { kind: "texts that look like other values", value: VALUE_LIKE_TEXTS },
    { kind: "no items", value: [] },
  ];
}

const DEFAULT_LENGTH = 256;

/** Whether no two records may have the same value of a property of a request. */
export function isName(contract: Contract, schema: string): boolean {
  return factAt(contract, schema, "x-unique") === true;
}

/** What responses show of the values of a request (`x-shows`): the same, perhaps by another name, or whether there is one. */
export function shownFor(
  contract: Contract,
  { request, shown }: Pick<PartialUpdate, "request" | "shown">,
  body: JsonObject,
  received: JsonObject,
): JsonObject {
  const [settable, visible] = [request, shown].map((at) => contract.propertiesOf(at, received));
  const isFlag = (at: string | undefined) => at !== undefined && contract.hasType(at, "boolean");
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, Json][] => {
      const at = settable?.get(name);
      const names = namesShown(contract, at, name);
      const own = names.find((one) => received[one] != null) ?? names[0];
      if (at === undefined || own === undefined) return [];
      const shownAt = visible?.get(own);
      if (isFlag(shownAt) && !isFlag(at)) return [[own, value !== null]];
      // A service can choose the value then.
      if (value === null && isFlag(at)) return [];
      const { [own]: inner } = received;
      if (!isJsonObject(value) || !isJsonObject(inner) || shownAt === undefined) return [[own, value]];
      return [[own, shownFor(contract, { request: at, shown: shownAt }, value, inner)]];
    }),
  );
}

/** The names under which responses show a property of a request. */
export function namesShown(contract: Contract, schema: string | undefined, name: string): string[] {
  const fact = schema === undefined ? undefined : factAt(contract, schema, "x-shows");
  if (fact === false) return [];
  const places = fact === undefined ? [name] : [fact].flat().map(String);
  return places.map((place) => place.replace(/^\/|\?$/g, ""));
}
