import {
  type Contract,
  exampleResponses,
  isJsonObject,
  type Json,
  type JsonObject,
  type NamedExample,
  type Operation,
  stringAt,
} from "content-service-contract";
import { withHeader } from "../../cases/broken-requests.js";
import { type ExpectedError, expectError } from "../reads/expect-error.js";
import { isName } from "../reads/query-condition.js";
import { orderBy, type Query, queriesOf, sourceOf } from "../reads/query-data.js";
import type { Check, Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { fieldsOf } from "../session/instances.js";
import { isError, schemaOf, valueIn, withRecord, withValueAt } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import { NO_ID, noIdsReason, unlike } from "../session/target-input.js";
import { callerChecks } from "../writes/guard.js";

/** Each cause of an error that a client can provoke gets the status, the code and the name of its example. */
export function documentedErrorChecks(contract: Contract, operations: readonly Operation[]): Check[] {
  const queries = queriesOf(contract).map((one) => one.operation);
  const hasCause = (one: Operation) => exampleResponses(one).some(({ example }) => example?.cause !== undefined);
  const mayFail = (one: Operation) => one.access.records.length > 0 || hasCause(one) || queries.includes(one);
  const title = "returns the documented error for each cause";
  return callerChecks(contract, operations.filter(mayFail), ["documented-errors", title], sendAll);
}

/** The errors that a client can cause by changing a valid request: by the ids in it, by `x-cause`, and by wrong queries. */
async function sendAll(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
  if (operation.isSafe && !session.inputFor(operation.id).known) session.skip(noIdsReason(session, { operation }));
  const query = queriesOf(session.contract).find((one) => one.operation === operation);
  const wrong = query === undefined ? [] : await wrongQueries(session, query, request);
  const unknown = unknownRecords(session, operation, request);
  const causes = [...unknown, ...documentedCauses(session, operation, request), ...wrong];
  const [lacking] = causes.filter(({ missing }) => missing !== undefined);
  const known = causes.filter(({ missing }) => missing === undefined);
  const isRejected = await sendEach(session, operation, known);
  if (isRejected && lacking !== undefined)
    session.skip(`Missing a value that causes ${lacking.example}: ${lacking.missing}`);
  return isRejected;
}

/** Sends each request that must be rejected. Returns whether all were. */
async function sendEach(session: Session, operation: Operation, causes: readonly Cause[]): Promise<boolean> {
  let status = 0;
  let last: PathRequest | undefined;
  for (const cause of causes) {
    last = cause.request;
    const exchange = await session.sendWrong(operation.id, cause.request);
    status = exchange.response.status;
    const isOver = operation.access.records.some(({ once, hidden }) => once && isError(operation, exchange, [hidden]));
    if (isOver && !isError(operation, exchange, [cause.example]))
      session.skip(`${operation.id} has succeeded for this record already, perhaps in another run`);
    await expectError(session, exchange, cause);
    if (isSuccess(status)) return false;
  }
  if (last?.body === undefined) return true;
  // RFC 8259, section 11: the parameter has no effect. An error shows that without a change.
  const other = withHeader(last, "content-type", "application/json; charset=utf-8");
  const exchange = await session.sendWrong(operation.id, other);
  if (exchange.response.status === status) return true;
  const message = `Expected the ${status} response of application/json for application/json; charset=utf-8; received ${exchange.response.status}`;
  session.find({ rule: "call-succeeds", message, contract: `${operation.pointer}/requestBody`, exchange });
  return !isSuccess(exchange.response.status);
}

interface Cause extends ExpectedError {
  readonly request: PathRequest;
  /** The value that the target does not give, without which the request is not sent. */
  readonly missing?: string | undefined;
}

/** An id that no record has is as a record that the caller may not see, if the contract names no other error (`unknown`). */
function unknownRecords({ contract }: Session, operation: Operation, request: PathRequest): Cause[] {
  const { records } = operation.access;
  return records.flatMap((at) => {
    const schema = schemaOf(contract, operation, at.at);
    const id = schema === undefined ? undefined : unlike(contract, schema, valueIn(operation, request, at.at) ?? "1");
    const type = at.type.startsWith("$") ? valueIn(operation, request, at.type) : at.type;
    const others = records.filter((one) => one !== at);
    // Of two unknown records a service names one.
    const isAlone = others.every((one) => valueIn(operation, request, one.at) !== NO_ID);
    const changed = id && type && isAlone ? withRecord(operation, request, at, { type, id }) : undefined;
    if (changed === undefined) return [];
    return { example: at.unknown ?? at.hidden, what: `an unknown ${type?.replaceAll("_", " ")}`, request: changed };
  });
}

function documentedCauses({ target }: Session, operation: Operation, request: PathRequest): Cause[] {
  return exampleResponses(operation).flatMap(({ example }) =>
    causesIn(example).map((cause): Cause => {
      let missing: string | undefined;
      const changed = Object.entries(cause).reduce((whole, [at, value]) => {
        const [given, type] = ["given", "workspace"].map((name) => stringAt(isJsonObject(value) ? value : {}, name));
        const before = valueIn(operation, request, at) ?? "";
        if (given === undefined && type === undefined)
          return withValueAt(operation, whole, at, replacement(before, value));
        const name = given === undefined ? `${type}Id` : `${operation.id}.${given}`;
        const known = given === undefined ? target.workspace?.[name] : target.parameters?.[name];
        if (known === undefined)
          missing = given === undefined ? `give --workspace ${type}=ID` : `give ${name} in --parameters`;
        return withValueAt(operation, whole, at, known ?? "");
      }, request);
      const { name = "", summary = "" } = example ?? {};
      return { example: name, what: `${name} (${summary.replace(/\.$/, "")})`, request: changed, missing };
    }),
  );
}

/** The names of the target's values that cause errors of an operation (`given` in `x-cause`). */
export function givenNames(operation: Operation): string[] {
  const values = exampleResponses(operation).flatMap(({ example }) => causesIn(example).flatMap(Object.values));
  return values.flatMap((value) => (isJsonObject(value) ? (stringAt(value, "given") ?? []) : []));
}

/** The causes of an example: values by the runtime expressions of their places. */
function causesIn(example: NamedExample | undefined): JsonObject[] {
  return [example?.cause].flat().filter(isJsonObject);
}

/** A value, or what becomes of the present one. */
function replacement(before: string, value: Json): Json {
  const [pattern, text] = ["replace", "with"].map((name) => stringAt(isJsonObject(value) ? value : {}, name));
  return pattern === undefined || text === undefined ? value : before.replace(new RegExp(pattern), text);
}

/** Changes of a valid query that cause its documented errors, with the fields of the instances that it finds. */
async function wrongQueries(session: Session, query: Query, request: PathRequest): Promise<Cause[]> {
  const { operation, condition, order, errors, of } = query;
  const { keys } = sourceOf(session, query);
  const fields = ((await fieldsOf(session, of.types, keys)) ?? []).filter(({ key }) => isName(key));
  const unsortable = fields.find(({ kind }) => !order.kinds.includes(kind));
  const where = (text: string) => ({ [condition.property]: text, [condition.arguments]: {} });
  const [field] = fields;
  const wrong: [example: string, what: string, body: JsonObject | undefined][] = [
    [errors.argument, "an argument without a value", field && where(`${field.key} = :missing`)],
    [errors.syntax, "a condition without a value", field && where(`${field.key} = AND`)],
    [errors.order, "a sort by a field without an order", unsortable && orderBy(query, [[unsortable.key, "asc"]])],
  ];
  const changed = (body: JsonObject) =>
    Object.entries(body).reduce(
      (whole, [name, value]: [string, Json]) => withValueAt(operation, whole, `$request.body#/${name}`, value),
      request,
    );
  return wrong.flatMap(([example, what, body]) =>
    body === undefined ? [] : [{ example, what, request: changed(body) }],
  );
}
