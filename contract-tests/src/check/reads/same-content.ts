import {
  type CallInput,
  type Contract,
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  stringAt,
} from "content-service-contract";
import { withHeader } from "../../cases/broken-requests.js";
import { changesWith, fieldsOf } from "../document/facts-of-schemas.js";
import { arrayOf, successSchema } from "../resources/payload.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectSuccess, isSuccess, recordsShown } from "../session/expectations.js";
import { isSame } from "../session/record-views.js";
import type { PathRequest } from "../session/send.js";
import { targetInput } from "../session/target-input.js";
import { otherTargets } from "./call-checks.js";
import { openInstance } from "./query-data.js";

/** An operation returns the same content for the same request in another form, and the same values with `fields`. */
export function sameContentChecks(contract: Contract, operation: Operation): Check[] {
  const fields = fieldsOf(contract, operation);
  const hasForms = operation.parameters.some(({ name }) => name === "fields") || signedBy(operation) !== undefined;
  const encoding = "accepts the same values in another encoding";
  const runForms = (session: Session) => checkForms(session, operation, fields);
  const forms = checkOf(operation, ["accepts-other-forms", encoding, "none"], runForms);
  const found = hasForms || operation.requestMedia?.type === "application/json" ? [forms] : [];
  if (fields === undefined) return found;
  const same = "shows the same values with fields as without";
  const runFields = (session: Session) => checkFields(session, operation, fields);
  return [...found, checkOf(operation, ["shows-the-same-with-fields", same, "none"], runFields)];
}

/** The header whose value has a secret, such as that of a link, in pairs of names and values. */
function signedBy({ parameters }: Operation): string | undefined {
  return parameters.find((one) => one.in === "header" && one.secret !== undefined)?.name.toLowerCase();
}

/** The same request in another encoding (RFC 3986, section 2.3; RFC 8259, section 11). */
function formsOf(operation: Operation, request: PathRequest): (readonly [what: string, request: PathRequest])[] {
  const headers = Object.fromEntries(new Headers(request.headers));
  const { path } = request;
  const name = signedBy(operation) ?? "";
  const pairs = headers[name];
  const encoded = pairs?.replace(/=([^&]*)/g, (_, value: string) => `=${encodeURIComponent(value)}`);
  const type = "application/json; charset=utf-8";
  return [
    ...(path.includes(",") ? [["encoded commas", { ...request, path: path.replaceAll(",", "%2C") }] as const] : []),
    ...(encoded === undefined || pairs?.includes("%")
      ? []
      : [["percent-encoded values", withHeader(request, name, encoded)] as const]),
    ...(headers["content-type"] === "application/json"
      ? [[type, withHeader(request, "content-type", type)] as const]
      : []),
  ];
}

async function checkForms(session: Session, operation: Operation, fields: readonly string[] | undefined) {
  const { input } = session.inputFor(operation.id);
  const asked = fields === undefined ? input : { ...input, query: { ...input.query, fields: fields.slice(0, 3) } };
  for (const [what, other] of formsOf(operation, inputRequest(operation, asked, session.target))) {
    const plain = await session.call(operation.id, asked);
    if (!isSuccess(plain.response.status)) return;
    const exchange = await session.sendWrong(operation.id, other);
    if (shapeOf(exchange) === shapeOf(plain)) continue;
    // The records can have changed in the meantime.
    if (shapeOf(exchange) === shapeOf(await session.call(operation.id, asked))) continue;
    const { status } = exchange.response;
    const message = `Expected the same response for ${what}; received ${isSuccess(status) ? "other records" : status}`;
    const at = isSuccess(status) ? "/response/body" : "/response/status";
    session.find({ rule: "call-succeeds", message, at, exchange });
  }
}

/** The status, and the records with the names of their attributes. */
function shapeOf(exchange: Exchange): string {
  const shapes = recordsShown(exchange).map(([, one]) =>
    [one["type"] ?? null, one["id"] ?? null, ...Object.keys(one).sort()].join(" "),
  );
  return [exchange.response.status, ...shapes.sort()].join("\n");
}

async function checkFields(session: Session, operation: Operation, fields: readonly string[]): Promise<void> {
  const { contract, target } = session;
  const others = otherTargets(operation, target).map(({ other }) => other);
  for (const own of [target, ...others])
    await checkFieldsOf(session, operation, fields, targetInput(contract, operation, own).input);
}

async function checkFieldsOf(session: Session, operation: Operation, fields: readonly string[], input: CallInput) {
  const read = (names: readonly string[] | undefined) => {
    return session.call(operation.id, { ...input, query: { ...input.query, ...(names && { fields: [...names] }) } });
  };
  const all = await read(fields);
  const halves = [0, 1].map((rest) => fields.filter((_, index) => index % 2 === rest));
  const open = openInstance(session.contract);
  const instance = open !== undefined && fields.includes(open.name) ? [[open.path]] : [];
  for (const names of [undefined, ...halves, ...instance]) {
    const exchange = await read(names);
    if (isSuccess(all.response.status) && exchange.response.status >= 500) expectSuccess(session, exchange);
    const found = difference(session.contract, operation, [all, exchange]);
    // Somebody can have changed the record in the meantime.
    if (found === undefined || difference(session.contract, operation, [all, await read(fields)]) !== undefined)
      continue;
    const message = `Expected the same \`${found.name}\` with all \`fields\` as with others or none; received another value`;
    return session.find({ rule: "consistent-records", message, at: `/response/body${found.at}`, exchange });
  }
}

/** The first attribute of a record that two responses show with different values. */
function difference(contract: Contract, operation: Operation, [one, other]: readonly [Exchange, Exchange]) {
  const shown = successSchema(operation) ?? "";
  const schema = arrayOf(contract, shown) ?? shown;
  const known = new Map(recordsShown(one).map(([, record]) => [keyOf(record), record]));
  for (const [place, record] of recordsShown(other)) {
    const before = known.get(keyOf(record)) ?? {};
    const properties = contract.propertiesOf(schema, record);
    const isKept = (own: string) => isAlike(contract, properties.get(own), before[own] ?? null, record[own] ?? null);
    const name = Object.keys(record).find((own) => own in before && !isKept(own));
    if (name !== undefined) return { name, at: pointer(place, name) };
  }
  return undefined;
}

function keyOf(record: JsonObject): string {
  return `${stringAt(record, "type")} ${stringAt(record, "id")}`;
}

/** An inner record can have fewer attributes, and its use changes some of them (`x-changes-with`). */
function isAlike(contract: Contract, schema: string | undefined, one: Json, other: Json): boolean {
  if (isJsonObject(one) && isJsonObject(other)) {
    const properties = schema === undefined ? undefined : contract.propertiesOf(schema, one);
    return Object.entries(one).every(([name, value]) => {
      const at = properties?.get(name);
      const isUsed = at !== undefined && changesWith(contract, at).includes("$use");
      return isUsed || !(name in other) || isAlike(contract, at, value, other[name] ?? null);
    });
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false;
    return one.every((value, index) => isAlike(contract, undefined, value, other[index] ?? null));
  }
  return typeof one === "string" && typeof other === "string" ? isSame(one, other) : one === other;
}
