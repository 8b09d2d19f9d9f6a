import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  pointer,
  stringAt,
  valueAt,
} from "content-service-contract";
import { parseExpression } from "../runtime-expressions.js";
import { jsonOf } from "../session/check.js";

interface Called {
  readonly input: CallInput;
  readonly exchange: Exchange;
}

export interface Link {
  readonly operation: Operation;
  /** Values or runtime expressions, by the names of parameters. */
  readonly parameters: JsonObject;
  /** A body with runtime expressions. */
  readonly body: Json | undefined;
}

export function declaredLinks(contract: Contract, { responses }: Operation): [name: string, link: JsonObject][] {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return successes.flatMap((response) =>
    Object.keys(contract.objectIn(response.pointer, "links")).map((name): [string, JsonObject] => [
      name,
      contract.nodeAt(pointer(response.pointer, "links", name)),
    ]),
  );
}

export function linkedOperation(contract: Contract, link: JsonObject): Operation | undefined {
  const [id, place] = [stringAt(link, "operationId"), stringAt(link, "operationRef")];
  return contract.operations.find((one) => one.id === id || `#${one.pointer}` === place);
}

export function linksOf(contract: Contract, operation: Operation): Link[] {
  return declaredLinks(contract, operation).flatMap(([, link]) => {
    const to = linkedOperation(contract, link);
    return to === undefined
      ? []
      : [{ operation: to, parameters: objectAt(link, "parameters"), body: link["requestBody"] }];
  });
}

/** The input of the linked operation, by the response to a call. Undefined where the response lacks a value. */
export function linkedInput({ operation, parameters, body }: Link, step: Called): CallInput | undefined {
  const places = operation.parameters.flatMap(({ name, in: place }) => {
    const expression = parameters[name] ?? parameters[`${place}.${name}`];
    return expression === undefined && place !== "path" ? [] : [{ name, place, value: evaluate(expression, step) }];
  });
  const sent = isJsonObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, evaluate(value, step) ?? null]))
    : evaluate(body, step);
  if (places.some(({ value }) => value === undefined)) return undefined;
  const input: Record<string, Record<string, Json>> = { path: {} };
  for (const { name, place, value = null } of places) input[place] = { ...input[place], [name]: value };
  return sent === undefined ? input : { ...input, body: sent };
}

/** The value of a runtime expression, or of a text with expressions in braces: one without a value is empty there. */
export function evaluate(expression: Json | undefined, called: Called): Json | undefined {
  const { input, exchange } = called;
  if (typeof expression !== "string") return expression;
  const template = /\{(\$[^{}]+)\}/g;
  if (template.test(expression)) {
    // A `&` of the text separates its values.
    const separated = (text: string) => (expression.includes("&") ? text.replaceAll("&", "%26") : text);
    return expression.replace(template, (_, inner: string) => separated(String(evaluate(inner, called) ?? "")));
  }
  if (!expression.startsWith("$")) return expression;
  const { source, place, name = "" } = parseExpression(expression) ?? {};
  const { request, response } = exchange;
  if (source === "url" || source === "method") return request[source];
  if (source === "statusCode") return response.status;
  if (place === "body") return valueAt((source === "request" ? input.body : jsonOf(exchange)) ?? null, name);
  if (place === "path" || place === "query") return input[place]?.[name];
  if (place === undefined) return undefined;
  return new Headers((source === "request" ? request : response).headers).get(name) ?? undefined;
}
