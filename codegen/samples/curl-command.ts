import type { CallInput, Json } from "content-service-contract";
import { httpRequest, isObject, JSON_TYPE, type SampleOperation, type SampleTarget, text } from "./http-request.js";

/** A call as a command of curl, quoted for `sh`. */
export function curlCommand(operation: SampleOperation, input: CallInput, target: SampleTarget): string {
  const { url, headers } = httpRequest(operation, input, target);
  // curl sends the type of forms itself.
  const sent = headers.filter(([name, value]) => name !== "Content-Type" || value === JSON_TYPE);
  return curlText(operation.method, url, sent, dataOf(operation, input.body));
}

type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as a command of curl, with the options of its data. */
export function curlText(method: string, url: string, headers: HeaderList, data: readonly string[]): string {
  // With data, curl sends a POST.
  const request = method === "GET" || (method === "POST" && data.length > 0) ? "" : ` -X ${method}`;
  const sent = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl -sS${request} ${quoted(url)}`, ...sent, ...data].join(" \\\n  ");
}

function dataOf({ bodyType }: SampleOperation, body: Json | undefined): string[] {
  if (body === undefined) return [];
  if (bodyType === JSON_TYPE || !isObject(body)) return [`-d ${quoted(jsonText(body))}`];
  return Object.entries(body).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${text(value)}`)}`);
}

/** JSON that fits the page: short parts on one line, indented like the lines of the command. */
function jsonText(body: Json, indent = 2): string {
  const flat = spaced(body);
  if (indent + flat.length < WIDTH || typeof body !== "object" || body === null) return flat;
  const inner = indent + 2;
  const parts = Array.isArray(body)
    ? body.map((item) => jsonText(item, inner))
    : Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}: ${jsonText(value, inner)}`);
  const [left, right] = Array.isArray(body) ? "[]" : "{}";
  return `${left}\n${parts.map((part) => `${" ".repeat(inner)}${part}`).join(",\n")}\n${" ".repeat(indent)}${right}`;
}

/** JSON on one line, with spaces. */
function spaced(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A word of a command, quoted for `sh`. */
export function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The columns of a code block. */
const WIDTH = 60;
