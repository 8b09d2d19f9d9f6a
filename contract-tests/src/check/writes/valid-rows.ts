import { type Exchange, type Json, type JsonObject, pointer, requestMedia } from "content-service-contract";
import type { Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { ABSENT, type Row } from "./valid-values.js";

/** Valid requests of an operation, and how to send them. */
export interface RowTrial {
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
export interface RowInput {
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
    const isReported = !isOpen(trial, { [name]: value }, alone);
    if (isReported) report(trial, `${quoted(name)} ${value.kind}`, alone, name);
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
  const schema = contract.pointerOf(requestMedia(contract.operation(operation))?.schema ?? "");
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
