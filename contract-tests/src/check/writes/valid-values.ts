import { arrayAt, type Exchange, type Json, type JsonObject, objectAt, pointer } from "content-service-contract";
import { isTime } from "../resources/bodies.js";
import type { Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { joinedText, longText, TEXT_SAMPLES } from "./texts.js";

/** A valid value of a property or a query parameter. */
export interface ValidValue {
  /** Completes "`role` …", such as `"viewer"` or `with 256 characters`. */
  readonly kind: string;
  /** Creates the value, with a name that is unique in the service. Undefined leaves the property out. */
  readonly make: (own: string) => Json | undefined;
  /** The contract leaves it open whether a service accepts the value. */
  readonly open?: boolean;
}

/** A property that is not sent. */
export const ABSENT: ValidValue = { kind: "missing", make: () => undefined };

/** A value whose kind is its JSON. */
export function fixed(value: Json): ValidValue {
  return { kind: JSON.stringify(value), make: () => value };
}

/**
 * The valid values of each property of a request body, from its schema: every enum value, both booleans, null, times with
 * and without an offset, and texts of each allowed length. An optional property can also be missing. Properties with
 * objects and lists, and those that need the id of a record, are left to the caller.
 */
export function validValues(session: Session, operation: string): Record<string, readonly ValidValue[]> {
  const { contract } = session;
  const schema = contract.operation(operation).requestMedia?.schema ?? "";
  const node = contract.schemaAt(schema);
  const required = contract.requiredAt(schema);
  const entries = Object.keys(objectAt(node, "properties")).map((name): [string, ValidValue[]] => {
    const values = valuesOf(session, pointer(contract.pointerOf(schema), "properties", name));
    return [name, required.includes(name) ? values : [ABSENT, ...values]];
  });
  return Object.fromEntries(entries);
}

/** The valid values of a schema of a text, a time, a boolean or an enum. */
export function valuesOf(session: Session, schema: string): ValidValue[] {
  const node = session.contract.schemaAt(schema);
  const has = (type: string) => session.contract.hasType(schema, type);
  const none = has("null") ? [fixed(null)] : [];
  const listed = node["const"] === undefined ? arrayAt(node, "enum") : [node["const"]];
  if (listed.length > 0) return [...listed.map(fixed), ...none];
  if (has("boolean")) return [fixed(true), fixed(false), ...none];
  if (isTime(session.contract, schema)) return [...timesOf(session), ...none];
  if (has("string") && node["format"] === undefined && node["pattern"] === undefined) {
    const { minLength = 0, maxLength } = node;
    return [...texts(maxLength), ...(minLength === 0 ? [fixed("")] : []), ...none];
  }
  return none;
}

/** A time in two spellings. */
export function timesOf(session: Session): ValidValue[] {
  const time = tomorrow(session);
  return [fixed(time), { kind: "with an offset", make: () => atOffset(time) }];
}

/** The same instant, five and a half hours east. */
export function atOffset(time: string): string {
  return new Date(Date.parse(time) + 19_800_000).toISOString().replace("Z", "+05:30");
}

/** Texts with all kinds of characters, and of the maximum length. Without a maximum, a service may have one. */
function texts(maxLength: Json | undefined): ValidValue[] {
  const isLimited = typeof maxLength === "number";
  const length = isLimited ? maxLength : LONG;
  return [
    { kind: "with all kinds of characters", make: () => ` ${joinedText(TEXT_SAMPLES)} ` },
    { kind: `with ${length} characters`, make: () => longText(length), open: !isLimited },
  ];
}

const LONG = 2000;

/** The values of one request, by property. */
type Row = Readonly<Record<string, ValidValue>>;

/** Rows that together have each value at least once. The first has as few properties as possible, the second all flags. */
export function coveringRows(values: Readonly<Record<string, readonly ValidValue[]>>): Row[] {
  const entries = Object.entries(values).filter(([, list]) => list.length > 0);
  const count = Math.max(...entries.map(([, list]) => list.length));
  const row = (pick: (list: readonly ValidValue[], place: number) => ValidValue | undefined) =>
    Object.fromEntries(entries.flatMap(([name, list], place) => [[name, pick(list, place) ?? ABSENT] as const]));
  const covering = Array.from({ length: count }, (_, turn) => row((list, place) => list[(turn + place) % list.length]));
  const least = row((list) => list[0]);
  const rows = [least, row((list) => list.find(({ kind }) => kind === "true") ?? list[0]), ...covering];
  const isEqual = (left: Row, right: Row) => Object.keys(left).every((name) => left[name] === right[name]);
  return rows.filter((one, index) => rows.findIndex((other) => isEqual(one, other)) === index);
}

const DAY_MS = 86_400_000;

/** Long enough for any run. A lock that is left behind expires by itself. */
export function tomorrow(session: Session): string {
  return new Date(Math.floor(session.now() / 1000) * 1000 + DAY_MS).toISOString();
}

/** Valid requests of an operation, and how to send them. */
interface RowTrial {
  readonly session: Session;
  readonly operation: string;
  /** The first one has as few properties as possible. */
  readonly rows: readonly Row[];
  readonly send: (input: RowInput) => Promise<Exchange>;
  /** Called after each success. False ends the trial. */
  readonly onSuccess: (exchange: Exchange, body: JsonObject) => boolean | Promise<boolean>;
  /** Whether a record like the one of the body can exist already. */
  readonly mayConflict?: (body: JsonObject, own: string) => boolean;
  /** Called after an error response. */
  readonly onError?: (exchange: Exchange) => Promise<void>;
}

/** The values of a row, in the places of a request. */
interface RowInput {
  readonly query: JsonObject;
  readonly body: JsonObject;
}

/** Sends each row. When one is rejected, sends its values one at a time, and reports those that are rejected alone. */
export async function tryRows(trial: RowTrial): Promise<void> {
  for (const row of trial.rows) if (!(await triesRow(trial, row))) return;
}

async function triesRow(trial: RowTrial, row: Row): Promise<boolean> {
  const least = trial.rows[0] ?? {};
  const whole = await sent(trial, row);
  const { exchange, body } = whole;
  if (isSuccess(exchange.response.status)) return trial.onSuccess(exchange, body);
  await trial.onError?.(exchange);
  if (row === least) {
    if (!isOpen(trial, row, whole)) report(trial, "the required properties", whole);
    return isOpen(trial, row, whole);
  }
  let explained = false;
  for (const [name, value] of Object.entries(row)) {
    if (value === least[name]) continue;
    const alone = await sent(trial, { ...least, [name]: value });
    if (isSuccess(alone.exchange.response.status)) {
      await trial.onSuccess(alone.exchange, alone.body);
      continue;
    }
    explained = true;
    if (!isOpen(trial, { [name]: value }, alone)) report(trial, `${quoted(name)} ${value.kind}`, alone, name);
  }
  if (!explained && !isOpen(trial, row, whole)) {
    const names = Object.keys(row).filter((name) => row[name] !== ABSENT);
    report(trial, `${names.map(quoted).join(", ")} together`, whole);
  }
  return true;
}

interface SentRow extends RowInput {
  readonly exchange: Exchange;
  /** The unique name in the values. */
  readonly own: string;
}

async function sent({ session, send }: RowTrial, row: Row): Promise<SentRow> {
  const own = session.uniqueName();
  const made = Object.entries(row).flatMap(([name, { make }]): [string, Json][] => {
    const value = make(own);
    return value === undefined ? [] : [[name, value]];
  });
  const isQuery = ([name]: [string, Json]) => name.startsWith("?");
  const query = Object.fromEntries(made.filter(isQuery).map(([name, value]) => [name.slice(1), value]));
  const body = Object.fromEntries(made.filter((one) => !isQuery(one)));
  return { exchange: await send({ query, body }), query, body, own };
}

/** Whether the contract lets a service reject one of the values. */
function isOpen({ mayConflict }: RowTrial, row: Row, { exchange, body, own }: SentRow): boolean {
  const { status } = exchange.response;
  if (status === 409 && mayConflict?.(body, own) === true) return true;
  return [400, 403, 409].includes(status) && Object.values(row).some(({ open }) => open === true);
}

function report({ session, operation }: RowTrial, what: string, { exchange }: SentRow, name = ""): void {
  const { contract } = session;
  const schema = contract.pointerOf(contract.operation(operation).requestMedia?.schema ?? "");
  const { properties } = contract.schemaAt(schema);
  const isDocumented = properties !== undefined && name !== "" && !name.startsWith("?");
  session.find({
    rule: "call-succeeds",
    message: `Expected ${operation} to accept ${what}; received ${exchange.response.status}`,
    contract: isDocumented ? pointer(schema, "properties", name) : schema,
    exchange,
  });
}

function quoted(name: string): string {
  return `\`${name.replace("?", "")}\``;
}
