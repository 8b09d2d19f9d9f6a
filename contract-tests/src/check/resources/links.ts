import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  placeAt,
  pointer,
  stringAt,
  valueAt,
} from "content-service-contract";
import { jsonOf } from "../session/check.js";

/** A call, and its response. */
interface Called {
  readonly input: CallInput;
  readonly exchange: Exchange;
}

/** What a response says about a call of another operation. */
export interface Link {
  readonly operation: Operation;
  /** Values or runtime expressions, by the names of parameters. */
  readonly parameters: JsonObject;
  /** A body with runtime expressions. */
  readonly body: Json | undefined;
}

/** The `links` of the successful responses of an operation. */
export function linksOf(contract: Contract, { responses }: Operation): Link[] {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return successes.flatMap((response) => {
    const { node } = placeAt(contract.document, response.pointer);
    return Object.keys(objectAt(node, "links")).flatMap((name) => {
      const link: JsonObject = placeAt(contract.document, pointer(response.pointer, "links", name)).node;
      const [id, place] = [stringAt(link, "operationId"), stringAt(link, "operationRef")];
      const operation = contract.operations.find((one) => one.id === id || `#${one.pointer}` === place);
      return operation === undefined
        ? []
        : [{ operation, parameters: objectAt(link, "parameters"), body: link["requestBody"] }];
    });
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
  const [, side, place] = /^\$(request|response)\.body#(.*)$/.exec(expression) ?? [];
  if (side !== undefined) return valueAt((side === "request" ? input.body : jsonOf(exchange)) ?? null, place ?? "");
  const [, name = ""] = /^\$request\.path\.(.+)$/.exec(expression) ?? [];
  return input.path?.[name];
}
