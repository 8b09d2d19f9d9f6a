import { requestMedia } from "../../cases/call-input.js";
import { isJsonObject, type Json, type JsonObject, objectAt, stringAt } from "../../contract/json.js";
import { pointer } from "../../contract/json-pointer.js";
import type { Exchange } from "../../exchange/exchange.js";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { reportCreated } from "./creations.js";
import { callerOf } from "./file-changes.js";
import { skipUnlessAdmin } from "./given-values.js";
import { expectKept } from "./kept-values.js";
import { ABSENT, coveringRows, type Row, type ValidValue, validValues } from "./valid-values.js";
import { isEarlier } from "./whole-file.js";

/** A kind of record to create with every valid value. */
export interface Creatable {
  readonly operation: string;
  /** The values that the schema cannot give, by property. A name that starts with `?` is a query parameter. */
  readonly values: (session: Session) => Promise<Readonly<Record<string, readonly ValidValue[]>>>;
  /** The parameters in the path. */
  readonly path?: (session: Session) => JsonObject;
  /** What the response must show for a request. @default the body */
  readonly shows?: (body: JsonObject, record: JsonObject) => JsonObject;
  readonly forAdmins?: boolean;
}

/** The check that creates records with every valid value (level `lasting`). */
export function valuesCheck(creatable: Creatable): Check {
  const { operation } = creatable;
  return {
    ...{ id: `${operation}/accepts-values`, operation, effects: "lasting" },
    title: `${operation} accepts every valid value and keeps it`,
    async run(session) {
      const rows = coveringRows({ ...validValues(session.contract, operation), ...(await creatable.values(session)) });
      const creator = {
        session,
        creatable,
        least: rows[0] ?? {},
        callerId: await callerOf(session),
        ids: new Set<string>(),
      };
      for (const row of rows) if (!(await createsRow(creator, row))) return;
    },
  };
}

interface Creator {
  readonly session: Session;
  readonly creatable: Creatable;
  /** The row with as few properties as possible. */
  readonly least: Row;
  readonly callerId: string | undefined;
  readonly ids: Set<string>;
}

/** Creates one record. When it is rejected, sends its values one at a time. Returns whether the check can go on. */
async function createsRow(creator: Creator, row: Row): Promise<boolean> {
  const { session, creatable, least } = creator;
  const { exchange, body } = await sent(creator, row);
  if (isSuccess(exchange.response.status)) return expectCreated(creator, exchange, body);
  if (creatable.forAdmins === true && exchange.response.status === 403) await skipUnlessAdmin(session);
  if (row === least) return isOpen(row, exchange) || report(creator, "the required properties", exchange);
  let explained = false;
  for (const [name, value] of Object.entries(row)) {
    if (value === least[name]) continue;
    const single = { ...least, [name]: value };
    const alone = await sent(creator, single);
    if (isSuccess(alone.exchange.response.status)) {
      expectCreated(creator, alone.exchange, alone.body);
      continue;
    }
    explained = true;
    if (!isOpen({ [name]: value }, alone.exchange))
      report(creator, `${quoted(name)} ${value.kind}`, alone.exchange, name);
  }
  if (!explained && !isOpen(row, exchange)) {
    const names = Object.keys(row).filter((name) => row[name] !== ABSENT);
    report(creator, `${names.map(quoted).join(", ")} together`, exchange);
  }
  return true;
}

async function sent({ session, creatable }: Creator, row: Row): Promise<{ exchange: Exchange; body: JsonObject }> {
  const own = session.uniqueName();
  const made = Object.entries(row).flatMap(([name, { make }]): [string, Json][] => {
    const value = make(own);
    return value === undefined ? [] : [[name, value]];
  });
  const query = Object.fromEntries(
    made.filter(([name]) => name.startsWith("?")).map(([name, value]) => [name.slice(1), value]),
  );
  const body = Object.fromEntries(made.filter(([name]) => !name.startsWith("?")));
  const path = creatable.path?.(session) ?? {};
  return { exchange: await session.call(creatable.operation, { path, query, body }), body };
}

/** Whether the contract lets a service reject one of the values. */
function isOpen(row: Row, { response: { status } }: Exchange): boolean {
  return [400, 403, 409].includes(status) && Object.values(row).some(({ open }) => open === true);
}

function report({ session, creatable: { operation } }: Creator, what: string, exchange: Exchange, name = ""): false {
  const schema = session.contract.pointerOf(requestMedia(session.contract.operation(operation))?.schema ?? "");
  session.find({
    rule: "call-succeeds",
    message: `Expected ${operation} to accept ${what}; received ${exchange.response.status}`,
    operation,
    contract: name === "" || name.startsWith("?") ? schema : pointer(schema, "properties", name),
    ...{ at: "/response/status", exchange },
  });
  return false;
}

function quoted(name: string): string {
  return `\`${name.replace("?", "")}\``;
}

/** Expects the record to have the values of the request, the documented defaults, an own id, and the caller as creator. */
function expectCreated({ session, creatable, callerId, ids }: Creator, exchange: Exchange, body: JsonObject): boolean {
  const { operation, shows = (sentBody: JsonObject) => sentBody } = creatable;
  const json = jsonOf(exchange);
  const record = isJsonObject(json) ? json : {};
  reportCreated(session, operation, exchange);
  const kept = expectKept(session, exchange, withoutEmpty(shows(body, record), record));
  const complete = expectKept(session, exchange, defaultsFor(session, operation, body, record), "to be the default");
  const wrong = (name: string, message: string) =>
    session.find({
      ...{ rule: "state-kept", message, operation, exchange, at: `/response/body/${name}` },
      contract: pointer(session.contract.operation(operation).pointer, "responses", exchange.response.status),
    });
  const id = stringAt(record, "id") ?? "";
  if (ids.has(id)) wrong("id", "Expected a new id for a new record; received that of another one");
  ids.add(id);
  for (const name of ["created_by", "assigned_by"]) {
    const creatorId = stringAt(objectAt(record, name), "id");
    if (callerId !== undefined && creatorId !== undefined && creatorId !== callerId) {
      wrong(name, `Expected \`${name}\` to be the caller; received user ${creatorId}`);
    }
  }
  if (isEarlier(record["modified_at"], record["created_at"])) {
    wrong("modified_at", "Expected `modified_at` not to be before `created_at`; received an earlier time");
  }
  return kept && complete;
}

/** The expected values without the empty ones that the service shows as null. */
function withoutEmpty(values: JsonObject, record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => record[name] !== null || Boolean(value)));
}

/** The documented defaults of the properties that a request did not send. */
function defaultsFor({ contract }: Session, operation: string, body: JsonObject, record: JsonObject): JsonObject {
  const schema = requestMedia(contract.operation(operation))?.schema;
  const properties = schema === undefined ? {} : objectAt(contract.schemaAt(schema), "properties");
  const defaults = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
    const value = isJsonObject(property) ? property["default"] : undefined;
    return name in body || value === undefined ? [] : [[name, value]];
  });
  return withoutEmpty(Object.fromEntries(defaults), record);
}
