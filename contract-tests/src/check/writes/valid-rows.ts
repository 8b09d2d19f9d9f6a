import { requestMedia } from "../../cases/call-input.js";
import type { Json, JsonObject } from "../../contract/json.js";
import { pointer } from "../../contract/json-pointer.js";
import type { Exchange } from "../../exchange/exchange.js";
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
  const { exchange, body } = await sent(trial, row);
  if (isSuccess(exchange.response.status)) return trial.onSuccess(exchange, body);
  await trial.onError?.(exchange);
  if (row === least) {
    if (!isOpen(row, exchange)) report(trial, "the required properties", exchange);
    return isOpen(row, exchange);
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
    const isReported = !isOpen({ [name]: value }, alone.exchange);
    if (isReported) report(trial, `${quoted(name)} ${value.kind}`, alone.exchange, name);
  }
  if (!explained && !isOpen(row, exchange)) {
    const names = Object.keys(row).filter((name) => row[name] !== ABSENT);
    report(trial, `${names.map(quoted).join(", ")} together`, exchange);
  }
  return true;
}

async function sent({ session, send }: RowTrial, row: Row): Promise<{ exchange: Exchange; body: JsonObject }> {
  const own = session.uniqueName();
  const made = Object.entries(row).flatMap(([name, { make }]): [string, Json][] => {
    const value = make(own);
    return value === undefined ? [] : [[name, value]];
  });
  const isQuery = ([name]: [string, Json]) => name.startsWith("?");
  const query = Object.fromEntries(made.filter(isQuery).map(([name, value]) => [name.slice(1), value]));
  const body = Object.fromEntries(made.filter((one) => !isQuery(one)));
  return { exchange: await send({ query, body }), body };
}

/** Whether the contract lets a service reject one of the values. */
function isOpen(row: Row, { response: { status } }: Exchange): boolean {
  return [400, 403, 409].includes(status) && Object.values(row).some(({ open }) => open === true);
}

function report({ session, operation }: RowTrial, what: string, exchange: Exchange, name = ""): void {
  const { contract } = session;
  const schema = contract.pointerOf(requestMedia(contract.operation(operation))?.schema ?? "");
  const { properties } = contract.schemaAt(schema);
  const isDocumented = properties !== undefined && name !== "" && !name.startsWith("?");
  session.find({
    rule: "call-succeeds",
    message: `Expected ${operation} to accept ${what}; received ${exchange.response.status}`,
    operation,
    contract: isDocumented ? pointer(schema, "properties", name) : schema,
    ...{ at: "/response/status", exchange },
  });
}

function quoted(name: string): string {
  return `\`${name.replace("?", "")}\``;
}
