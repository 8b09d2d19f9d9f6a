import { defaultBodySerializer } from "openapi-fetch";
import { checkRecord, invalid } from "../checks.js";
import type { SerializerOptions } from "./operation.js";

/** Serializes a path template. Each parameter must stay within its segment. */
export function serializePath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(.+?)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value))
      invalid(`path.${name}`, "be a non-empty string other than . and ..");
    return encodeURIComponent(value);
  });
}

/** Serializes a body as JSON, or as a form. */
export const serializeBody: NonNullable<SerializerOptions["bodySerializer"]> = (body, headers) => {
  // Bytes, streams, blobs and forms have such a tag. As JSON they would be something else, such as {}.
  if (Symbol.toStringTag in Object(body)) invalid("body", "be JSON, or need a codec");
  // Its type omits the headers, by which it serializes a form.
  const text = (defaultBodySerializer as (body: unknown, headers?: Headers) => string)(body, headers);
  // JSON has no NaN, which would be null, and no bytes.
  if (/null|{(}|"0)/.test(text)) JSON.stringify(body, checkValue);
  return text;
};

function checkValue(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  // The value before its toJSON(): that of an invalid date is null.
  const number: unknown = Object(this[name]).valueOf();
  if (Symbol.toStringTag in Object(value) || (typeof number === "number" && !Number.isFinite(number)))
    invalid(`${name} in the body`, "be a finite number or JSON");
  return value;
}

type Join = (name: string, items: readonly string[]) => string;

/** Checks and serializes a query. Arrays are comma-separated. */
export function serializeQuery(query: object, join: Join = (name, items) => `${name}=${items}`): string {
  checkRecord("query", query);
  const parts = Object.entries(query).map(([name, value = []]: [string, unknown]) => {
    const items = [value].flat();
    if (!items.every(isSerializable))
      invalid(`query.${name}`, "be a string, finite number, boolean or an array of them");
    return items.length > 0 && join(name, items.map(encodeURIComponent));
  });
  return parts.filter(Boolean).join("&");
}

/** Whether a value can be sent as text. */
export function isSerializable(value: unknown): value is string | number | boolean {
  return typeof value === "string" ? !/\p{Cs}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
}
