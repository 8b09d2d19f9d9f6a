import {
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  pointer,
  requestMedia,
  stringAt,
} from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { reportCreated } from "./creations.js";
import { callerOf } from "./file-changes.js";
import { expectKept } from "./kept-values.js";
import { tryRows } from "./valid-rows.js";
import { coveringRows, type ValidValue, validValues } from "./valid-values.js";
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
}

/** The check that creates records with every valid value (level `lasting`). */
export function valuesCheck(creatable: Creatable): Check {
  const { operation } = creatable;
  return {
    ...{ id: `${operation}/accepts-values`, operation, effects: "lasting" },
    title: `${operation} accepts every valid value and keeps it`,
    async run(session) {
      const values = { ...validValues(session, operation), ...(await creatable.values(session)) };
      const path = creatable.path?.(session) ?? {};
      const creator = { session, creatable, callerId: await callerOf(session), ids: new Set<string>() };
      await tryRows({
        ...{ session, operation, rows: coveringRows(values) },
        send: (input) => session.call(operation, { path, ...input }),
        onSuccess: (exchange, body) => expectCreated(creator, exchange, body),
      });
    },
  };
}

interface Creator {
  readonly session: Session;
  readonly creatable: Creatable;
  readonly callerId: string | undefined;
  readonly ids: Set<string>;
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
