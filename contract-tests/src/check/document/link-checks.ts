import {
  type CallInput,
  type Contract,
  type Exchange,
  findRoute,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  parseJson,
  placeAt,
  pointer,
  queryOf,
  stringAt,
  valueAt,
} from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { targetInput } from "../session/target-input.js";

/**
 * The `links` of responses: a record that a call returns or creates can be read, and after its deletion it cannot. A creation
 * with a link to a deletion has the level `undone`.
 */
export function linkChecks(contract: Contract, operation: Operation): Check[] {
  const links = linksOf(contract, operation);
  if (links.length === 0) return [];
  const deletion = operation.isSafe ? undefined : links.find((link) => link.operation.method === "delete");
  return [
    {
      id: `${operation.id}/links`,
      operation: operation.id,
      title: `${operation.id} returns links that can be followed`,
      effects: operation.isSafe ? "none" : deletion === undefined ? "lasting" : "undone",
      run: (session) => follow(session, operation, links, deletion),
    },
  ];
}

interface Link {
  readonly operation: Operation;
  /** Expressions and values, by the name of the parameter. */
  readonly parameters: JsonObject;
}

function linksOf(contract: Contract, { responses }: Operation): Link[] {
  const successes = responses.filter(({ status }) => /^2/.test(status));
  return successes.flatMap((response) => {
    const { node } = placeAt(contract.document, response.pointer);
    return Object.keys(objectAt(node, "links")).flatMap((name): Link[] => {
      const link = placeAt(contract.document, pointer(response.pointer, "links", name)).node;
      const [id, place] = [stringAt(link, "operationId"), stringAt(link, "operationRef")];
      const found = contract.operations.find((one) => one.id === id || `#${one.pointer}` === place);
      return found === undefined ? [] : [{ operation: found, parameters: objectAt(link, "parameters") }];
    });
  });
}

async function follow(session: Session, operation: Operation, links: readonly Link[], deletion: Link | undefined) {
  const first = await session.call(operation.id, targetInput(session.contract, operation, session.target).input);
  if (!isSuccess(first.response.status)) session.skip(`The service rejected the example (${first.response.status})`);
  const inputOf = (link: Link) => linkedInput(session, operation, first, link);
  const removal = deletion === undefined ? undefined : inputOf(deletion);
  let exists = true;
  session.cleanUp(async () => {
    if (deletion === undefined || !exists) return;
    const removed = removal && (await session.call(deletion.operation.id, removal));
    if (removed === undefined || !isSuccess(removed.response.status))
      session.leaveBehind(`A record of ${operation.id}`);
  });
  // 202: it can take time.
  if (first.response.status === 202) return;
  const reads = links.flatMap((link) => {
    const input = link.operation.isSafe ? inputOf(link) : undefined;
    return input === undefined ? [] : [{ id: link.operation.id, input }];
  });
  for (const { id, input } of reads) expectSuccess(session, await session.call(id, input));
  if (deletion === undefined || removal === undefined) return;
  const removed = await session.call(deletion.operation.id, removal);
  exists = !expectSuccess(session, removed);
  if (exists || removed.response.status === 202) return;
  for (const { id, input } of reads.filter((read) => isOfRecord(session.contract, read.id, deletion))) {
    const expectation = { operation: deletion.operation.id };
    expectStatus(session, await session.call(id, input), "4xx", `${id} of a deleted record`, expectation);
  }
}

/** Whether an operation reads the record that the deletion removes, and not a list. */
function isOfRecord(contract: Contract, id: string, { operation }: Link): boolean {
  return contract.operation(id).path === operation.path;
}

/** The input of a linked operation; undefined where the exchange lacks a value. */
function linkedInput(session: Session, from: Operation, exchange: Exchange, link: Link): CallInput | undefined {
  const { operation, parameters } = link;
  const { input } = targetInput(session.contract, operation, session.target);
  const values: Record<string, Record<string, Json>> = {};
  for (const [key, expression] of Object.entries(parameters)) {
    const [, place, name = key] = /^(path|query|header)\.(.+)$/.exec(key) ?? [];
    const parameter = operation.parameters.find((one) => one.name === name && (place ?? one.in) === one.in);
    const value = evaluated(session, from, exchange, expression);
    if (parameter === undefined || value === undefined || value === null) return undefined;
    values[parameter.in] = { ...values[parameter.in], [name]: value };
  }
  const merged = (place: "path" | "query" | "header") => ({ ...input[place], ...values[place] });
  return { ...input, path: merged("path"), query: merged("query"), header: merged("header") };
}

/** A runtime expression of OpenAPI, such as `$response.body#/id`; any other value is itself. */
function evaluated(session: Session, from: Operation, exchange: Exchange, expression: Json): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const [, side, place, name = ""] = /^\$(request|response)\.(body|header|path|query)[.#]?(.*)$/.exec(expression) ?? [];
  const { request, response } = exchange;
  const url = request.url ?? request.path;
  if (place === "body") return valueAt((side === "request" ? parseJson(request.body) : jsonOf(exchange)) ?? null, name);
  if (place === "header") return new Headers((side === "request" ? request : response).headers).get(name) ?? undefined;
  if (place === "query") return queryOf(url).find(([key]) => key === name)?.[1];
  const route = place === "path" ? findRoute(session.contract, from.method, url, session.target) : undefined;
  return route?.kind === "operation" ? route.path[name] : undefined;
}
